internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthWire
internal import Synchronization

/// The homes of a hub as access control sees them: structures "home" and "cabin", whose people are known.
final class FakeHome: HomeMembership {
    struct Member: Hashable {
        var identity: String
        var structureID: String
        var name: String
        var role: Int64
    }

    private struct State {
        var members: Set<Member> = []
        var structures: Set<String> = ["home", "cabin"]
        var isFull = false
    }

    private let store: any HomeStorage
    private let state = Mutex(State())

    init(_ store: any HomeStorage) { self.store = store }

    var members: Set<Member> { state.withLock { $0.members } }
    func remove(structure id: String) { state.withLock { _ = $0.structures.remove(id) } }
    func fill(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }
    func put(_ member: Member) { state.withLock { _ = $0.members.insert(member) } }

    /// A person leaves all structures.
    func remove(_ identity: String) {
        state.withLock { state in state.members = state.members.filter { $0.identity != identity } }
    }

    /// The hub's owner may offer all roles, an administrator all but the owner's.
    func checkOffers(_ offers: [StoredOffer], by principal: Principal) throws(RPCError) {
        for offer in offers {
            let (isThere, own) = state.withLock { state in
                (
                    state.structures.contains(offer.structureID),
                    state.members.first { $0.identity == principal.person && $0.structureID == offer.structureID }
                )
            }
            let isOwner = principal.person == Principal.hubOwner || own?.role == 1
            guard isThere, isOwner || own != nil else {
                throw RPCError(.notFound, "there is no structure \(offer.structureID)")
            }
            guard isOwner || own?.role == 3 && offer.role != 1 else {
                throw RPCError(.permissionDenied, "guests can't invite people")
            }
        }
    }

    func admit(
        _ identity: String, name: String, _ offers: [StoredOffer], with access: [AccessChange]
    ) async throws(RPCError) {
        let new = state.withLock { state in
            offers.filter { offer in
                state.structures.contains(offer.structureID)
                    && !state.members.contains { $0.identity == identity && $0.structureID == offer.structureID }
            }
        }
        guard identity != Principal.hubOwner, !new.isEmpty else {
            throw RPCError(.failedPrecondition, "you are a member of all of that already")
        }
        guard !state.withLock({ $0.isFull }) else { throw RPCError(.unavailable, "the disk is full") }
        do {
            try await store.commit(StoreTransaction(access: access))
        } catch {
            throw RPCError(.unavailable, error.message)
        }
        for offer in new {
            put(Member(identity: identity, structureID: offer.structureID, name: name, role: offer.role))
        }
    }

    func isMember(_ identity: String) -> Bool {
        identity == Principal.hubOwner || state.withLock { $0.members.contains { $0.identity == identity } }
    }

    func households(of identity: String) -> Set<String> { households().ofPeople[identity] ?? [] }

    func households() -> Households {
        state.withLock { state in
            Households(
                ofPeople: Dictionary(grouping: state.members, by: \.identity)
                    .mapValues { Set($0.map(\.structureID)) },
                ofStructures: Dictionary(uniqueKeysWithValues: state.structures.map { ($0, [$0]) }))
        }
    }
}
