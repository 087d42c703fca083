/// Devices that are gone for good, until the hub surely knows. It does not answer a removal; but it reads in order, so
/// its answer to devices that were brought after a removal says that it has that one, too. Whatever it has not answered
/// is told again in the next call: of a device that it does not know the hub thinks nothing.
struct Removals: Sendable {
    private enum State: Sendable {
        case untold
        /// In this call.
        case told
        /// Told, and something that the hub answers was sent after it.
        case followed
    }

    /// The oldest beyond are left out.
    static let limit = 10_000

    /// In order.
    private var ids: [String] = []
    private var states: [String: State] = [:]

    func contains(_ id: String) -> Bool { states[id] != nil }

    mutating func add(_ id: String) {
        if states.updateValue(.untold, forKey: id) == nil { ids.append(id) }
        if ids.count > Self.limit { states[ids.removeFirst()] = nil }
    }

    /// The device is there again.
    mutating func drop(_ id: String) {
        if states.removeValue(forKey: id) != nil { ids.removeAll { $0 == id } }
    }

    /// The hub is told of one, now.
    mutating func tell(_ id: String) {
        if states[id] != nil { states[id] = .told }
    }

    /// The hub is told of all that it was not told of in this call.
    mutating func tellAll() -> [String] {
        let untold = ids.filter { states[$0] == .untold }
        for id in untold { states[id] = .told }
        return untold
    }

    /// Everything that was told is sent, and now something that the hub answers.
    mutating func bringFollows() {
        for (id, state) in states where state == .told { states[id] = .followed }
    }

    /// The hub has answered that.
    mutating func answered() {
        guard states.values.contains(.followed) else { return }
        states = states.filter { $0.value != .followed }
        ids.removeAll { states[$0] == nil }
    }

    mutating func callEnded() {
        for id in ids { states[id] = .untold }
    }
}
