public import HearthAccessControl
public import HearthRPC
public import HearthStore

// Invitations. ``HomePeople`` checks and admits.
extension Hub: HomeMembership {
    public func checkOffers(_ offers: [StoredOffer], by principal: Principal) throws(RPCError) {
        try people.checkOffers(offers, by: principal)
    }

    public func admit(
        _ identity: String, name: String, _ offers: [StoredOffer], with access: [AccessChange]
    ) async throws(RPCError) {
        try await people.admit(identity, name: name, offers, with: access)
    }

    public func households(of identity: String) -> Set<String> { directory.households(of: identity) }

    public func households() -> Households { directory.households() }
}
