/// Tokens whose secrets were right, as calls brought them: a client sends its own with each call, and to check a secret
/// takes longer than most calls do.
///
/// It says whose a token is and no more; whether that credential has ended is looked at each time. How long a look-up takes
/// tells nothing of the tokens that are kept: their places follow from keyed hashes.
struct RightTokens {
    /// When they are as many, all are checked again.
    static let most = 1_024
    /// Of a token as clients write it. One that is longer, by spaces, is not kept.
    static let mostBytes = 96

    private var ids: [String: String] = [:]

    /// Whether a text is short enough to be kept. Longer ones need not be looked for, which takes as long as they are.
    static func isKept(_ authorization: String) -> Bool { authorization.utf8.count <= mostBytes }

    /// The ID of the credential of a token that is known to be right.
    func id(of authorization: String) -> String? { ids[authorization] }

    mutating func add(_ authorization: String, of id: String) {
        guard Self.isKept(authorization) else { return }
        if ids.count >= Self.most { ids.removeAll(keepingCapacity: true) }
        ids[authorization] = id
    }

    /// The credential has another secret now.
    mutating func forget(_ id: String) { ids = ids.filter { $0.value != id } }
}
