public import HearthRPC
internal import HearthTLS
internal import HearthTraitCore
public import HearthWire

/// The first 128 bits of a SHA-256: enough to distinguish one caller's requests, and the same in each process.
public struct RequestDigest: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Bytes of a digest.
    static let byteCount = 16

    /// Hashes these parts, in this order.
    public init(of parts: [[UInt8]]) {
        // Each part is preceded by its length: otherwise bytes could move from one part to the next.
        let bytes = parts.flatMap { Self.bytes(of: UInt64($0.count)) + $0 }
        self.init(SHA256.hash(bytes))
    }

    /// Reads a digest from its bytes; missing bytes are zero.
    init(_ bytes: some Collection<UInt8>) {
        high = Self.number(bytes.prefix(8))
        low = Self.number(bytes.dropFirst(8).prefix(8))
    }

    /// The digest, 16 bytes.
    var bytes: [UInt8] { Self.bytes(of: high) + Self.bytes(of: low) }

    private static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The digests of an idempotency key and of its request: they identify a caller's key, and show whether a repeated key
/// has the same request.
public struct RequestKey: Hashable, Sendable {
    /// The digest of the caller and its key.
    public let key: RequestDigest
    /// The digest of the method and the request.
    public let request: RequestDigest

    /// Creates a key from its digests.
    public init(key: RequestDigest, request: RequestDigest) {
        self.key = key
        self.request = request
    }

    /// Reads a key from its ``bytes``; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 2 * RequestDigest.byteCount else { return nil }
        self.init(
            key: RequestDigest(bytes.prefix(RequestDigest.byteCount)),
            request: RequestDigest(bytes.dropFirst(RequestDigest.byteCount)))
    }

    /// Both digests in sequence.
    package var bytes: [UInt8] { key.bytes + request.bytes }
}

/// A call with an idempotency key, and its caller.
public struct KeyedCall: Hashable, Sendable {
    /// The longest idempotency key, in bytes.
    static let maxKeyBytes = 255

    /// The hub's stable name for the caller: its credential, or the user that it runs as on the hub's machine.
    public let caller: String
    /// The idempotency key as the caller wrote it.
    public let text: String
    /// The key and the request.
    public let key: RequestKey

    /// Describes a call; nil if it has no key.
    ///
    /// - Throws: `INVALID_ARGUMENT` for a key that is too long.
    public init?(
        _ request: some RPCMessage, _ options: Hearth_V1_CallOptions?, _ context: ServerContext
    ) throws(RPCError) {
        guard let text = options?.idempotencyKey, !text.isEmpty else { return nil }
        guard text.utf8.count <= Self.maxKeyBytes else {
            throw RPCError(
                .invalidArgument,
                "the idempotency key has \(text.utf8.count) bytes; at most \(Self.maxKeyBytes) are allowed")
        }
        self.text = text
        let principal = context.principal
        caller =
            principal.credential.map { "credential/\($0)" }
            ?? context.peer.user.map { "\(principal.id)/\($0.id)" } ?? principal.id
        // The request contains the key itself: if that is random, a PIN cannot be guessed from the digest.
        key = RequestKey(
            key: RequestDigest(of: [Array(caller.utf8), Array(text.utf8)]),
            request: RequestDigest(of: [Array(context.method.path.utf8), request.serialized(reserving: 0)]))
    }

    /// The error for a key that was used for another request.
    public var isUsed: RPCError {
        RPCError(.invalidArgument, "the idempotency key \(quoted(text)) was used for another request; choose a new one")
    }
}
