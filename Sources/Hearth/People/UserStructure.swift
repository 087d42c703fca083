public import HearthCombine
public import HearthTraitCore
internal import HearthWire

extension Structure {
    /// The structure from the point of view of this client's person.
    public var userStructure: UserStructure { UserStructure(structureID: id, reference: reference) }
}

/// A structure from the point of view of this client's person: whether the person shares its presence.
///
/// The structure's `Google.AreaPresenceStateTrait` has whether anyone is at home. Its
/// `HearthProject.PeoplePresenceTrait`, which owners and administrators can read, has the presence of those who share
/// it. Changes of both can start automations.
public struct UserStructure: Sendable {
    let structureID: String
    let reference: ConnectionReference

    /// Starts or stops sharing whether the person is at home. Stopping deletes the last value.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` if the person is not a member of the structure, `.notFound` if the
    ///   structure has been removed, `.unimplemented` if the hub is older.
    public func setPresenceOptIn(_ isOptedIn: Bool) async throws {
        try await say(isOptedIn ? .unknown : .notShared)
    }

    /// Whether the person shares its presence: now, and after each change. Ends with the connection.
    public func presenceOptInStatus() -> AsyncThrowingPublisher<AnyPublisher<Bool, HomeError>> {
        reference.connection.publisher(.objects) { [structureID] _, cache in
            StateSource<Bool>.Lookup.value(cache.caller?.memberships[structureID]?.sharesPresence ?? false)
        }.values
    }

    /// Reports that the person has come home or left, as a phone does that knows its location. This also starts
    /// sharing.
    ///
    /// - Throws: as ``setPresenceOptIn(_:)``.
    public func setPresence(isAtHome: Bool) async throws {
        try await say(isAtHome ? .atHome : .away)
    }

    private func say(_ presence: Hearth_V1_Presence) async throws {
        try await HomeModel(reference.connection).setPresence(presence, in: structureID)
    }
}
