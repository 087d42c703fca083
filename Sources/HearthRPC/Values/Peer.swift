/// What a transport knows of the other end of a connection, before anyone says who they are.
public struct Peer: Hashable, Sendable {
    /// The address for logs: `127.0.0.1:40122`, `unix:/run/hearth.sock`, `in-process`.
    public var address: String
    /// Whether the peer is on this machine: in this process, at a Unix socket, on loopback.
    public var isLocal: Bool
    /// Whether nobody between the two ends can read along: TLS, or both are on this machine.
    public var isPrivate: Bool
    /// The user the peer's process runs as, where the system tells: Unix sockets.
    public var userID: UInt32?
    /// The certificate by which the peer proved, in TLS, that it holds a key. Whether the key is one of ours is the
    /// ``Authenticator``'s to say.
    public var certificate: PeerCertificate?

    public init(
        address: String, isLocal: Bool, isPrivate: Bool, userID: UInt32? = nil, certificate: PeerCertificate? = nil
    ) {
        self.address = address
        self.isLocal = isLocal
        self.isPrivate = isPrivate
        self.userID = userID
        self.certificate = certificate
    }

    /// A caller in the same process.
    public static let inProcess = Peer(address: "in-process", isLocal: true, isPrivate: true)
}

/// A certificate that a peer showed in a TLS handshake, with the proof that it holds the key.
public struct PeerCertificate: Hashable, Sendable {
    /// The certificate, DER.
    public var der: [UInt8]
    /// SHA-256 of the public key (SubjectPublicKeyInfo, DER), 32 bytes: what is pinned.
    public var publicKeySHA256: [UInt8]

    public init(der: [UInt8], publicKeySHA256: [UInt8]) {
        self.der = der
        self.publicKeySHA256 = publicKeySHA256
    }
}
