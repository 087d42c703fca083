public import HearthRPC
public import HearthStore

/// The home, as access control needs it. The hub implements this.
public protocol HomeMembership: Sendable {
    /// Checks that a caller may make these offers.
    ///
    /// - Throws: `PERMISSION_DENIED`, `NOT_FOUND` for a structure, room or device that the caller does not see,
    ///   `INVALID_ARGUMENT` for an invalid role or grant.
    func checkOffers(_ offers: [StoredOffer], by principal: Principal) throws(RPCError)

    /// Makes a person a member of the structures of an invitation. Offers are left out if the structure was removed or
    /// the person is already a member.
    ///
    /// - Parameters:
    ///   - identity: the person.
    ///   - name: the display name; made to differ from those of other members.
    ///   - access: access changes to store in the same transaction.
    /// - Throws: `FAILED_PRECONDITION` if no structure is left, `UNAVAILABLE` if storing fails: nothing is stored then.
    func admit(
        _ identity: String, name: String, _ offers: [StoredOffer], with access: [AccessChange]
    ) async throws(RPCError)

    /// Whether a person is a member of a structure.
    func isMember(_ identity: String) -> Bool

    /// The IDs of the households in which a person counts: those of the structures in which it is a member, but no
    /// guest. If there are none, those in which it is a guest whose grant holds now.
    func households(of identity: String) -> Set<String>

    /// The households of all people and structures.
    func households() -> Households
}

/// Who shares limits: the households of people and structures. A household is a structure that the hub's owner created,
/// with those that its owners created later; its ID is that of the first.
public struct Households: Hashable, Sendable {
    /// The IDs of the households in which people count (``HomeMembership/households(of:)``), by person.
    public var ofPeople: [String: Set<String>]
    /// The IDs of the households of structures, by structure.
    public var ofStructures: [String: Set<String>]

    /// Creates households.
    public init(ofPeople: [String: Set<String>] = [:], ofStructures: [String: Set<String>] = [:]) {
        self.ofPeople = ofPeople
        self.ofStructures = ofStructures
    }

    func of(person: String) -> Set<String> { ofPeople[person] ?? [] }

    /// Those of the offered structures.
    func of(_ offers: [StoredOffer]) -> Set<String> {
        offers.reduce(into: []) { $0.formUnion(ofStructures[$1.structureID] ?? []) }
    }
}
