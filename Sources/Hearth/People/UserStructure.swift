public import HearthCombine
public import HearthTraitCore
internal import HearthWire

extension Structure {
    /// The structure as it is to the person whose client this is.
    public var userStructure: UserStructure { UserStructure(structureID: id, reference: reference) }
}

/// A structure as it is to the person whose client this is: whether the person shares that it is at home.
///
/// Whether anybody is at home says the structure's `Google.AreaPresenceStateTrait`, and who of those who share it
/// `HearthProject.PeoplePresenceTrait`, which owners and administrators can read. Automations start with their changes.
public struct UserStructure: Sendable {
    let structureID: String
    let reference: ConnectionReference

    /// Shares with the home whether the person is at home, or does not any more: what was said is forgotten then.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` if the person is no member of the structure, `.notFound` if that has
    ///   been removed, `.unimplemented` if the hub is older.
    public func setPresenceOptIn(_ isOptedIn: Bool) async throws {
        try await say(isOptedIn ? .unknown : .notShared)
    }

    /// Whether the person shares that it is at home: now, and after each change. It ends with the connection.
    public func presenceOptInStatus() -> AsyncThrowingPublisher<AnyPublisher<Bool, HomeError>> {
        reference.connection.publisher(.objects) { [structureID] _, cache in
            StateSource<Bool>.Lookup.value(cache.caller?.memberships[structureID]?.sharesPresence ?? false)
        }.values
    }

    /// Says that the person has come home, or has left, as a phone does that knows its place. Who says it shares it.
    ///
    /// - Throws: as ``setPresenceOptIn(_:)``.
    public func setPresence(isAtHome: Bool) async throws {
        try await say(isAtHome ? .atHome : .away)
    }

    private func say(_ presence: Hearth_V1_Presence) async throws {
        let connection = reference.connection
        let response: Hearth_V1_SetPresenceResponse = try await connection.change(
            Hearth_V1_PeopleMethods.setPresence,
            Hearth_V1_SetPresenceRequest(
                structureID: structureID, presence: presence, options: connection.callOptions),
            "whether somebody is at home")
        await connection.reach([response.position])
    }
}
