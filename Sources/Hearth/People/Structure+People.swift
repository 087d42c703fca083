internal import HearthTraitCore
internal import HearthWire

extension Structure {
    /// The rights of this client's person in the structure, as last sent by the hub.
    public var permissions: StructurePermissions {
        StructurePermissions(
            structureID: id, reference: reference,
            role: reference.connection.withCache { [id] in $0.caller?.memberships[id]?.role })
    }

    /// The time zone's name in the IANA database, for example "Europe/Berlin"; nil for the hub's.
    public var timeZone: String? { record.timeZone }

    /// The location; nil if not known, and for guests.
    public var location: StructureLocation? { record.location }

    /// The people of the structure, in the order in which they became members.
    ///
    /// - Throws: `HomeError`: `.notFound` if the structure has been removed, `.unimplemented` if the hub is older.
    public func members() async throws -> [StructureMember] {
        let response: Hearth_V1_ListPeopleResponse = try await reference.connection.call(
            Hearth_V1_PeopleMethods.listPeople, Hearth_V1_ListPeopleRequest(structureID: id))
        return response.people.compactMap { StructureMember($0) }
    }

    /// Removes a member. Only for owners and administrators. A person who is then a member of no structure loses all
    /// access.
    ///
    /// - Throws: `HomeError`: `.notFound` if there is no such member, `.permissionDenied` if this client may not,
    ///   `.failedPrecondition` for the last owner and the hub's owner.
    public func removeMember(id memberID: String) async throws {
        try await HomeModel(reference.connection).removePerson(memberID)
    }

    /// Changes a member. Only for owners and administrators; the name also for the member itself. Properties that are nil
    /// stay.
    ///
    /// - Parameters:
    ///   - memberID: the member's ID.
    ///   - name: the new display name.
    ///   - role: the new role.
    ///   - grant: what a guest may see and use from now on.
    /// - Returns: the member afterwards.
    /// - Throws: `HomeError`: `.notFound` if there is no such member, `.invalidArgument` for an invalid name or grant,
    ///   `.permissionDenied` if this client may not, `.failedPrecondition` for the last owner.
    @discardableResult
    public func updateMember(
        id memberID: String, name: String? = nil, role: StructureRole? = nil, grant: GuestGrant? = nil
    ) async throws -> StructureMember {
        try await HomeModel(reference.connection).updatePerson(memberID, name: name, role: role, grant: grant)
    }

    /// Sets whether a member is at home. For another member than this client's person only for owners and
    /// administrators.
    ///
    /// - Throws: `HomeError`: `.notFound` if there is no such member, `.permissionDenied` if this client may not.
    public func setPresence(_ presence: MemberPresence, ofMember memberID: String) async throws {
        try await HomeModel(reference.connection).setPresence(Hearth_V1_Presence(presence), of: memberID, in: id)
    }

    /// Leaves the structure, which is then no longer visible to this client's person.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` for the last owner and the hub's owner, or if the hub has not sent
    ///   this client's membership.
    public func leave() async throws {
        guard let member = reference.connection.withCache({ [id] in $0.caller?.memberships[id]?.personID }) else {
            throw HomeError(
                .failedPrecondition,
                "the hub has not sent this client's membership in \(quoted(name)); reconnect and try again")
        }
        try await removeMember(id: member)
    }
}

extension StructurePermissions {
    /// The membership of this client's person: its ID among ``Structure/members()``, and its name.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` for a client whose person is not a member of the structure, such as
    ///   a maker's process; `.notFound` if the structure has been removed; `.unimplemented` if the hub is older.
    public func currentUserMetadata() async throws -> UserMetadata {
        let connection = reference.connection
        // Asks the hub, because the cache may lack a person who has just joined.
        let caller: Hearth_V1_GetCallerResponse = try await connection.call(
            Hearth_V1_PeopleMethods.getCaller, Hearth_V1_GetCallerRequest())
        let listed: Hearth_V1_ListPeopleResponse = try await connection.call(
            Hearth_V1_PeopleMethods.listPeople, Hearth_V1_ListPeopleRequest(structureID: structureID))
        let own = caller.caller?.memberships.first { $0.structureID == structureID }?.personID
        guard let person = listed.people.first(where: { $0.id == own }) else {
            throw HomeError(
                .failedPrecondition,
                "this client's person is not a member of the structure \(structureID); accept an invitation to it")
        }
        return UserMetadata(userId: person.id, email: nil, profilePicUrl: nil, name: person.name)
    }
}

/// The name of ``StructurePermissions`` in Google's SDK.
public typealias StructureScopedPermissionsController = StructurePermissions

extension Home {
    /// Accepts an invitation to structures by its link, and connects to the hub.
    ///
    /// If this user has already claimed the hub, the structures are added to the user's existing ones there.
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
