/// The integrations whose networks calls keep open for new devices. A value.
struct OpenNetworks: Sendable {
    /// The number of calls, by the integration's ID.
    private var calls: [String: Int] = [:]

    /// How many calls keep an integration's network open.
    subscript(id: String) -> Int { calls[id] ?? 0 }

    mutating func begin(_ id: String) { calls[id, default: 0] += 1 }

    /// - Returns: whether no other call keeps the network open.
    mutating func end(_ id: String) -> Bool {
        let left = (calls[id] ?? 1) - 1
        calls[id] = left > 0 ? left : nil
        return left <= 0
    }
}
