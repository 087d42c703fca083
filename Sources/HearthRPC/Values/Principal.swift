/// A set of things a caller may do. What each bit means belongs to the application.
public struct Rights: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Every right there is or will be.
    public static let all = Rights(rawValue: .max)
}

/// Who makes a call, and what they may do. An ``Authenticator`` says so for each connection, and for each call that
/// brings a credential of its own.
public struct Principal: Hashable, Sendable {
    /// The caller's name in logs and in the cause of a change.
    public var id: String
    /// What the caller may do.
    public var rights: Rights
    /// The certificate or token that proved it: what ``RPCServer/revoke(credential:)`` ends. nil for callers that
    /// need none.
    public var credential: String?
    /// Nobody known: what such a caller may not do is refused with `UNAUTHENTICATED`, and few of its calls are served
    /// at a time.
    public var isAnonymous: Bool

    public init(id: String, rights: Rights, credential: String? = nil, isAnonymous: Bool = false) {
        self.id = id
        self.rights = rights
        self.credential = credential
        self.isAnonymous = isAnonymous
    }

    /// A caller with every right.
    public static let owner = Principal(id: "owner", rights: .all)

    /// A caller that has not said who it is.
    public static func anonymous(_ rights: Rights = []) -> Principal {
        Principal(id: "anonymous", rights: rights, isAnonymous: true)
    }
}
