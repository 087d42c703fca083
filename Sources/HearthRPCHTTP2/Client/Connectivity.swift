/// How a client stands to several servers, by how it stands to each (gRPC, "Connectivity Semantics"; round-robin).
struct Connectivity {
    private var states: [ConnectionState]

    init(count: Int) { states = Array(repeating: .idle, count: count) }

    /// One server's state changed; the answer is the state as a whole. A server that failed counts as failed until it
    /// is ready, as otherwise calls would wait for attempts that fail again and again.
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
