/// The other end of a connection, as known to the transport before authentication.
public struct Peer: Hashable, Sendable {
    /// The user of a process on this machine.
    public struct User: Hashable, Sendable {
        /// The user ID.
        public var id: UInt32
        /// IDs of the process's groups, on a Unix socket; nil over TCP, where only the user is known.
        public var groupIDs: Set<UInt32>?

        /// Describes a user.
        public init(id: UInt32, groupIDs: Set<UInt32>? = nil) {
            self.id = id
            self.groupIDs = groupIDs
        }
    }

    /// The address for logs, such as `127.0.0.1:40122`, `unix:/run/hearth.sock`, `in-process`.
    public var address: String
    /// Whether the peer is on this machine: in-process, on a Unix socket, or on a loopback address.
    public var isLocal: Bool
    /// Whether the traffic cannot be read on its way: TLS, or both ends on this machine.
    public var isPrivate: Bool
    /// The user of the peer's process, if that is on this machine and the system can tell.
    public var user: User?
    /// The certificate of a TLS client, with proven possession of its key. Whether the key is trusted is the
    /// ``Authenticator``'s decision.
    public var certificate: PeerCertificate?

    /// Describes a peer; transports create one for each connection.
    public init(
        address: String, isLocal: Bool, isPrivate: Bool, user: User? = nil, certificate: PeerCertificate? = nil
    ) {
        self.address = address
        self.isLocal = isLocal
        self.isPrivate = isPrivate
        self.user = user
        self.certificate = certificate
    }

    /// A caller in the same process.
    public static let inProcess = Peer(
        address: "in-process", isLocal: true, isPrivate: true, user: .ofThisProcess)
}

/// A certificate presented in a TLS handshake, with proven possession of its private key.
public struct PeerCertificate: Hashable, Sendable {
    /// The certificate in DER.
    public var der: [UInt8]
    /// SHA-256 of the SubjectPublicKeyInfo in DER, 32 bytes; the value that is pinned.
    public var publicKeySHA256: [UInt8]

    /// Creates a certificate from its DER bytes and its key's hash, which is not checked against them.
    public init(der: [UInt8], publicKeySHA256: [UInt8]) {
        self.der = der
        self.publicKeySHA256 = publicKeySHA256
    }
}
