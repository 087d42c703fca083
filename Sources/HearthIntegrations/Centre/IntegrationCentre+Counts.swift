internal import HearthEntities
internal import HearthStore

/// How many links of one kind are in one state.
package struct LinkCount: Hashable, Sendable {
    /// The ID of the kind of integration.
    package let kind: String
    /// `connecting`, `online`, `offline` or `needs_attention`.
    package let state: String
    /// Their number.
    package let links: Int
}

extension IntegrationCentre {
    /// The numbers of links by kind and state, in this order. Kinds without links are left out; of others each state
    /// is there.
    package func linkCounts() -> [LinkCount] {
        let states = ["connecting", "online", "offline", "needs_attention"]
        return Set(added.map(\.stored.kind)).sorted().flatMap { kind in
            let present = added.filter { $0.stored.kind == kind }.map(\.health.state)
            return states.map { state in LinkCount(kind: kind, state: state, links: present.count { $0 == state }) }
        }
    }
}

extension LinkHealth {
    fileprivate var state: String {
        switch self {
        case .connecting: "connecting"
        case .online: "online"
        case .offline: "offline"
        case .needsAttention: "needs_attention"
        }
    }
}
