/// Removed devices, until the hub is known to have heard of it. Removals have no response, but the hub reads in order:
/// its answer to devices that were brought after a removal confirms the removal too. Unconfirmed removals are sent
/// again in the next call; the hub ignores those of devices it doesn't know.
struct Removals: Sendable {
    private enum State: Sendable {
        case untold
        /// Sent in this call.
        case told
        /// Sent, and followed by a message that the hub answers.
        case followed
    }

    /// The most entries; older ones are dropped.
    static let limit = 10_000

    /// In order.
    private var ids: [String] = []
    private var states: [String: State] = [:]

    func contains(_ id: String) -> Bool { states[id] != nil }

    mutating func add(_ id: String) {
        if states.updateValue(.untold, forKey: id) == nil { ids.append(id) }
        if ids.count > Self.limit { states[ids.removeFirst()] = nil }
    }

    /// The device exists again.
    mutating func drop(_ id: String) {
        if states.removeValue(forKey: id) != nil { ids.removeAll { $0 == id } }
    }

    /// A single removal is being sent.
    mutating func tell(_ id: String) {
        if states[id] != nil { states[id] = .told }
    }

    /// Marks all removals as sent and returns those not yet sent in this call.
    mutating func tellAll() -> [String] {
        let untold = ids.filter { states[$0] == .untold }
        for id in untold { states[id] = .told }
        return untold
    }

    /// All sent removals are now followed by a message that the hub answers.
    mutating func bringFollows() {
        for (id, state) in states where state == .told { states[id] = .followed }
    }

    /// The hub has answered that message.
    mutating func answered() {
        guard states.values.contains(.followed) else { return }
        states = states.filter { $0.value != .followed }
        ids.removeAll { states[$0] == nil }
    }

    mutating func callEnded() {
        for id in ids { states[id] = .untold }
    }
}
