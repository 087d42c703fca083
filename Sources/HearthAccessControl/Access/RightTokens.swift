/// A cache of tokens with verified secrets, as calls send them: a client sends its token with each call, and verifying
/// a secret takes longer than most calls.
///
/// It only maps a token to its credential; whether that has ended is checked each time. The time of a lookup reveals
/// nothing about other tokens, since the hashes are keyed.
struct RightTokens {
    /// The most entries; when they are reached, the cache is emptied.
    static let most = 1_024
    /// The longest cached authorization in bytes; with extra spaces it may be longer.
    static let mostBytes = 96

    private var ids: [String: String] = [:]

    /// Whether a text is short enough to be cached. Hashing longer ones for a lookup would take time in proportion.
    static func isKept(_ authorization: String) -> Bool { authorization.utf8.count <= mostBytes }

    /// The ID of the credential of a cached token.
    func id(of authorization: String) -> String? { ids[authorization] }

    mutating func add(_ authorization: String, of id: String) {
        guard Self.isKept(authorization) else { return }
        if ids.count >= Self.most { ids.removeAll(keepingCapacity: true) }
        ids[authorization] = id
    }

    /// Forgets the tokens of a credential whose secret was replaced.
    mutating func forget(_ id: String) { ids = ids.filter { $0.value != id } }
}
