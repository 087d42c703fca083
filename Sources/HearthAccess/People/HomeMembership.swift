public import HearthRPC
public import HearthStore

/// What access control asks of the home whose people it admits. The hub implements it.
public protocol HomeMembership: Sendable {
    /// Checks that a caller may make these offers.
    ///
    /// - Throws: `PERMISSION_DENIED`, `NOT_FOUND` for a structure, room or device that the caller does not see,
    ///   `INVALID_ARGUMENT` for a role or grant that can't be.
    func checkOffers(_ offers: [StoredOffer], by principal: Principal) throws(RPCError)

    /// Makes a person a member of the structures of an invitation. Offers of structures that are gone are left out, and so
    /// are those of structures of which the person is a member already.
    ///
    /// - Parameters:
    ///   - identity: the person.
    ///   - name: the display name; made to differ from those of other members.
    ///   - access: stored in the same transaction.
    /// - Throws: `FAILED_PRECONDITION` if no structure is left, `UNAVAILABLE` if it can't be stored: then nothing is.
    func admit(
        _ identity: String, name: String, _ offers: [StoredOffer], with access: [AccessChange]
    ) async throws(RPCError)

    /// Whether a person is a member of a structure.
    func isMember(_ identity: String) -> Bool
}
