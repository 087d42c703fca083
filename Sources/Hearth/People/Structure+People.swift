internal import HearthTraitCore
internal import HearthWire

extension Structure {
    /// What this client's person may do here, as the hub said last.
    public var permissions: StructurePermissions {
        StructurePermissions(
            structureID: id, reference: reference,
            role: reference.connection.withCache { [id] in $0.caller?.memberships[id]?.role })
    }

    /// The time zone's name in the IANA database, for example "Europe/Berlin"; nil for the hub's.
    public var timeZone: String? { record.timeZone }

    /// Where the structure is; nil if it is not known, and for guests.
    public var location: StructureLocation? { record.location }

    /// The people of the structure, in the order in which they became members.
    ///
    /// - Throws: `HomeError`: `.notFound` if the structure has been removed, `.unimplemented` if the hub is older.
    public func members() async throws -> [StructureMember] {
        let response: Hearth_V1_ListPeopleResponse = try await reference.connection.call(
            Hearth_V1_PeopleMethods.listPeople, Hearth_V1_ListPeopleRequest(structureID: id))
        return response.people.compactMap { StructureMember($0) }
    }

    /// Removes a member. For owners and administrators; who is a member of no structure any more loses all access.
    ///
    /// - Throws: `HomeError`: `.notFound` if there is no such member, `.permissionDenied` if this client may not,
    ///   `.failedPrecondition` for the last owner and the hub's owner.
    public func removeMember(id memberID: String) async throws {
        let connection = reference.connection
        let response: Hearth_V1_RemovePersonResponse = try await connection.change(
            Hearth_V1_PeopleMethods.removePerson,
            Hearth_V1_RemovePersonRequest(personID: memberID, options: connection.callOptions),
            "the removal of the person")
        await connection.reach([response.position])
    }

    /// Leaves the structure: it goes away for this client's person.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` for the last owner and the hub's owner, or if the hub has not said
    ///   who this client is.
    public func leave() async throws {
        guard let member = reference.connection.withCache({ [id] in $0.caller?.memberships[id]?.personID }) else {
            throw HomeError(
                .failedPrecondition,
                "the hub has not said who this client is in \(quoted(name)); reconnect and try again")
        }
        try await removeMember(id: member)
    }
}

extension StructurePermissions {
    /// Who this client's person is in the structure: its ID among ``Structure/members()``, and its name.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` for a client that belongs to no member of the structure, such as a
    ///   maker's process; `.notFound` if the structure has been removed; `.unimplemented` if the hub is older.
    public func currentUserMetadata() async throws -> UserMetadata {
        let connection = reference.connection
        // Asks the hub: the cache may lack a person who joined a moment ago.
        let caller: Hearth_V1_GetCallerResponse = try await connection.call(
            Hearth_V1_PeopleMethods.getCaller, Hearth_V1_GetCallerRequest())
        let listed: Hearth_V1_ListPeopleResponse = try await connection.call(
            Hearth_V1_PeopleMethods.listPeople, Hearth_V1_ListPeopleRequest(structureID: structureID))
        let own = caller.caller?.memberships.first { $0.structureID == structureID }?.personID
        guard let person = listed.people.first(where: { $0.id == own }) else {
            throw HomeError(
                .failedPrecondition,
                "this client belongs to no person of the structure \(structureID); accept an invitation to it")
        }
        return UserMetadata(userId: person.id, email: nil, profilePicUrl: nil, name: person.name)
    }
}

/// The name that Google's SDK has for it.
public typealias StructureScopedPermissionsController = StructurePermissions

extension Home {
    /// Accepts an invitation to structures by its link, and connects to the hub.
    ///
    /// Of a hub that this user has claimed already, the structures are added to what the user has there.
    ///
    /// - Parameters:
    ///   - link: `hearth:HOST:PORT?fp=…&code=…`, as text or from the QR code.
    ///   - configuration: the app's settings. Default: those set with ``configure(_:)``.
    /// - Throws: as ``claim(link:name:configuration:)``.
    public static func acceptInvitation(
        link: String, configuration: HomeClientConfiguration = Home.configuration
    ) async throws -> Home {
        try await AppSession().acceptInvitation(link, configuration)
    }
}
