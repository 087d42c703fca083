/// A client's connectivity to several servers, from that to each (gRPC, "Connectivity Semantics"; round-robin).
struct Connectivity {
    private var states: [ConnectionState]

    init(count: Int) { states = Array(repeating: .idle, count: count) }

    /// Updates one server's state; returns the state of the whole. A failed server counts as failed until it is ready:
    /// otherwise calls would wait for attempts that fail again and again.
    mutating func update(_ index: Int, _ state: ConnectionState) -> ConnectionState {
        guard index >= 0, index < states.count else { return whole }
        if states.count > 1, case .unavailable = states[index], state == .connecting || state == .idle { return whole }
        states[index] = state
        return whole
    }

    var whole: ConnectionState {
        if states.contains(.ready) { return .ready }
        if states.contains(.connecting) { return .connecting }
        if states.contains(.idle) { return .idle }
        return states.last ?? .idle
    }
}
