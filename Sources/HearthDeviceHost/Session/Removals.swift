/// Removed devices, until the hub has certainly processed the removal. Removals have no response, but the hub reads in
/// order: its answer to devices that were sent after a removal also confirms the removal. Unconfirmed removals are sent
/// again in the next call; the hub ignores those of devices it doesn't know.
struct Removals: Sendable {
    private enum State: Sendable {
        case unsent
        /// Sent in this call.
        case sent
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
        if states.updateValue(.unsent, forKey: id) == nil { ids.append(id) }
        if ids.count > Self.limit { states[ids.removeFirst()] = nil }
    }

    /// Drops the removal of a device that exists again.
    mutating func drop(_ id: String) {
        if states.removeValue(forKey: id) != nil { ids.removeAll { $0 == id } }
    }

    /// Marks a single removal as sent.
    mutating func markSent(_ id: String) {
        if states[id] != nil { states[id] = .sent }
    }

    /// Marks all removals as sent and returns those that were not sent in this call.
    mutating func markAllSent() -> [String] {
        let unsent = ids.filter { states[$0] == .unsent }
        for id in unsent { states[id] = .sent }
        return unsent
    }

    /// Notes that a message that the hub answers follows all sent removals.
    mutating func bringFollows() {
        for (id, state) in states where state == .sent { states[id] = .followed }
    }

    /// Drops the removals before that message, which the hub has answered.
    mutating func answered() {
        guard states.values.contains(.followed) else { return }
        states = states.filter { $0.value != .followed }
        ids.removeAll { states[$0] == nil }
    }

    mutating func callEnded() {
        for id in ids { states[id] = .unsent }
    }
}
