/// A set of permissions. The application defines what each bit means.
public struct Rights: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Every right, including bits that are not assigned yet.
    public static let all = Rights(rawValue: .max)
}

/// The identity and rights of a caller, assigned by an ``Authenticator`` to each connection, and to each call with a
/// credential of its own.
public struct Principal: Hashable, Sendable {
    /// The caller's name in logs and in the cause of a change.
    public var id: String
    /// The caller's permissions.
    public var rights: Rights
    /// The id of the certificate or token that authenticated the caller, for ``RPCServer/revoke(credential:)``. nil for
    /// callers that need none.
    public var credential: String?
    /// The identity of the caller's person; nil if the caller belongs to none. Never sent to anyone.
    public var person: String?
    /// The name of a program that acts for no person, by which its changes name it; nil for other callers. What makes the
    /// principal vouches for the name: a caller never chooses it.
    public var program: String?
    /// Whether the caller is not authenticated: calls it has no right to are refused with `UNAUTHENTICATED` instead of
    /// `PERMISSION_DENIED`, and only few of its calls run at a time.
    public var isAnonymous: Bool
    /// For an unauthenticated caller: why it is unknown, and how it can authenticate. Appended to the message of its
    /// `UNAUTHENTICATED` errors, so it is plain text without a full stop. nil by default.
    public var wayIn: String?

    /// Creates a principal; authenticated, unless `isAnonymous` is set.
    public init(
        id: String, rights: Rights, credential: String? = nil, person: String? = nil, program: String? = nil,
        isAnonymous: Bool = false
    ) {
        self.id = id
        self.rights = rights
        self.credential = credential
        self.person = person
        self.program = program
        self.isAnonymous = isAnonymous
    }

    /// A caller with every right and no credential to revoke.
    public static let owner = Principal(id: "owner", rights: .all)

    /// An unauthenticated caller, by default without rights.
    public static func anonymous(_ rights: Rights = []) -> Principal {
        Principal(id: "anonymous", rights: rights, isAnonymous: true)
    }
}
