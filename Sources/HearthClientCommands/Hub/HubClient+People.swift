internal import HearthRPC
internal import HearthTerminal
internal import HearthWire

/// A member of a home, with the member's name.
struct HousePerson: HouseItem {
    var kind: String { "person" }
    let person: Hearth_V1_Person
    let structure: House.Structure
    /// Whether it is the caller.
    let isSelf: Bool

    var id: String { person.id }
    var name: String { person.name }
}

extension HubClient {
    private static let callOptions = CallOptions(timeout: .seconds(10))

    /// The caller, as the hub has authenticated it.
    func caller() async throws(CommandError) -> Hearth_V1_Caller {
        do throws(RPCError) {
            let request = Hearth_V1_GetCallerRequest()
            return try await Hearth_V1_PeopleClient(client).getCaller(request, options: Self.callOptions).caller
                ?? Hearth_V1_Caller()
        } catch {
            throw CommandError(error)
        }
    }

    /// Sets whether a person is at home.
    func setPresence(_ presence: Hearth_V1_Presence, of person: HousePerson) async throws(CommandError) {
        do throws(RPCError) {
            let request = Hearth_V1_SetPresenceRequest(
                structureID: person.structure.id, personID: person.id, presence: presence)
            _ = try await Hearth_V1_PeopleClient(client).setPresence(request, options: Self.callOptions)
        } catch {
            throw CommandError(error)
        }
    }

    /// The people of some structures, in the order of the structures.
    func people(of structures: [House.Structure], _ caller: Hearth_V1_Caller) async throws(CommandError)
        -> [HousePerson]
    {
        let own = Set(caller.memberships.map(\.personID))
        var people: [HousePerson] = []
        do throws(RPCError) {
            for structure in structures {
                let response = try await Hearth_V1_PeopleClient(client).listPeople(
                    Hearth_V1_ListPeopleRequest(structureID: structure.id), options: Self.callOptions)
                people += response.people.map {
                    HousePerson(person: $0, structure: structure, isSelf: own.contains($0.id))
                }
            }
        } catch {
            throw CommandError(error)
        }
        return people
    }

    /// Changes a person. Returns the changed person.
    func update(
        _ person: HousePerson, name: String? = nil, role: Hearth_V1_Role = .unspecified, grant: Hearth_V1_Grant? = nil
    ) async throws(CommandError) -> Hearth_V1_Person {
        let response: Hearth_V1_UpdatePersonResponse = try await call(
            Hearth_V1_PeopleMethods.updatePerson,
            Hearth_V1_UpdatePersonRequest(personID: person.id, name: name, role: role, grant: grant, options: options),
            changing: person.name)
        return response.person ?? person.person
    }

    func remove(_ person: HousePerson) async throws(CommandError) {
        let _: Hearth_V1_RemovePersonResponse = try await call(
            Hearth_V1_PeopleMethods.removePerson,
            Hearth_V1_RemovePersonRequest(personID: person.id, options: options), changing: person.name)
    }

    /// Creates an invitation.
    ///
    /// - Parameter life: its validity in seconds; nil for the hub's default.
    func invite(
        _ name: String, to offers: [Hearth_V1_Offer], for life: Int64?
    ) async throws(CommandError) -> Hearth_V1_CreateInvitationResponse {
        do throws(RPCError) {
            return try await Hearth_V1_AccessClient(client).createInvitation(
                Hearth_V1_CreateInvitationRequest(
                    role: .member, name: name, options: options, offers: offers,
                    validFor: life.map { Google_Protobuf_Duration(seconds: $0) }),
                options: Self.callOptions)
        } catch {
            throw CommandError(error)
        }
    }

    /// The open invitations that the caller may see; the first to expire comes first.
    func openInvitations() async throws(CommandError) -> [Hearth_V1_Invitation] {
        do throws(RPCError) {
            return try await Hearth_V1_AccessClient(client).listInvitations(.init(), options: Self.callOptions)
                .invitations
        } catch {
            throw CommandError(error)
        }
    }

    func withdraw(_ invitation: Hearth_V1_Invitation) async throws(CommandError) {
        do throws(RPCError) {
            _ = try await Hearth_V1_AccessClient(client).withdrawInvitation(
                .init(invitationID: invitation.id), options: Self.callOptions)
        } catch {
            throw CommandError(error)
        }
    }

    /// All entries of the audit log of a structure, or of all, newest first.
    ///
    /// - Parameters:
    ///   - since: in seconds since 1970.
    ///   - limit: the maximum number of entries.
    func audit(of structureID: String, since: Double, limit: Int) async throws(CommandError) -> [Hearth_V1_AuditEntry] {
        var entries: [Hearth_V1_AuditEntry] = []
        var request = Hearth_V1_ListAuditRequest(
            structureID: structureID, since: HistoryTime.stamp(since.rounded(.down)))
        do throws(RPCError) {
            repeat {
                let page = try await Hearth_V1_PeopleClient(client).listAudit(request, options: Self.callOptions)
                entries += page.entries
                request.pageToken = page.nextPageToken
            } while !request.pageToken.isEmpty && entries.count < limit
        } catch {
            throw CommandError(error)
        }
        return Array(entries.prefix(limit))
    }
}
