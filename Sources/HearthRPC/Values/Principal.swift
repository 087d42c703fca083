/// A set of things a caller may do. What each bit means belongs to the application.
public struct Rights: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Every right there is or will be.
    public static let all = Rights(rawValue: .max)
}

/// Who makes a call, and what they may do. A transport gives one to each connection.
public struct Principal: Hashable, Sendable {
    /// The caller's name in logs and in the cause of a change.
    public var id: String
    /// What the caller may do.
    public var rights: Rights

    public init(id: String, rights: Rights) {
        self.id = id
        self.rights = rights
    }

    /// A caller with every right: peers on loopback and Unix sockets.
    public static let owner = Principal(id: "owner", rights: .all)
}
