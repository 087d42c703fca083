internal import COpenSSL

/// TLS settings of a client: which servers it trusts, and the certificate it presents. May be shared by connections.
public final class ClientTLS: Sendable {
    /// How a server's certificate is verified.
    public enum Trust: Hashable, Sendable {
        /// By the system's certificate authorities, for the server's name.
        case system
        /// By the authorities in this PEM file, for the server's name. A certificate that is in the file itself is
        /// trusted too.
        case authorities(String)
        /// By the SHA-256 of the public key (of its SubjectPublicKeyInfo, 32 bytes). Names, dates and issuers are
        /// ignored.
        case pinned(publicKeySHA256: [UInt8])
    }

    /// How servers are verified.
    public let trust: Trust
    /// The certificate to present to servers that ask for one; nil presents none.
    public let identity: TLSIdentity?
    /// The name that the server's certificate must be for; nil for the host being connected to.
    public let serverName: String?
    /// Whether the server must choose HTTP/2 (ALPN). Other protocols begin without ALPN, which their servers may not
    /// know.
    package let isHTTP2: Bool
    /// Whether any key is taken, so that it can be pinned afterwards.
    private let takesAnyKey: Bool
    private let context: TLSContext

    /// Creates the settings for HTTP/2. Reads the authorities' file once, not for each connection.
    ///
    /// - Throws: if the authorities' file or the identity can't be used, or a pin is not 32 bytes.
    public convenience init(
        trust: Trust = .system, identity: TLSIdentity? = nil, serverName: String? = nil
    ) throws(TLSError) {
        try self.init(trust: trust, identity: identity, serverName: serverName, isHTTP2: true)
    }

    /// Creates the settings of a first connection without ALPN, which takes any key. The caller has to check
    /// ``TLSSession/peerCertificate``, and to pin its key for later connections.
    package static func forFirstUse() throws(TLSError) -> ClientTLS {
        try ClientTLS(
            trust: .pinned(publicKeySHA256: [UInt8](repeating: 0, count: 32)), identity: nil, serverName: nil,
            isHTTP2: false, takesAnyKey: true)
    }

    /// Creates the settings for HTTP/2 or for a protocol without ALPN.
    ///
    /// - Throws: if the authorities' file or the identity can't be used, or a pin is not 32 bytes.
    package convenience init(
        trust: Trust, identity: TLSIdentity?, serverName: String?, isHTTP2: Bool
    ) throws(TLSError) {
        try self.init(
            trust: trust, identity: identity, serverName: serverName, isHTTP2: isHTTP2, takesAnyKey: false)
    }

    private init(
        trust: Trust, identity: TLSIdentity?, serverName: String?, isHTTP2: Bool, takesAnyKey: Bool
    ) throws(TLSError) {
        self.trust = trust
        self.identity = identity
        self.serverName = serverName
        self.isHTTP2 = isHTTP2
        self.takesAnyKey = takesAnyKey
        context = try TLSContext(isServer: false, identity: identity)
        if isHTTP2 { try context.offerHTTP2() }
        SSL_CTX_set_verify(context.context, SSL_VERIFY_PEER, nil)
        switch trust {
        case .system: SSL_CTX_set_default_verify_paths(context.context)
        case .authorities(let file): try context.trust(authorities: file)
        case .pinned(let pin):
            guard pin.count == 32 else {
                throw TLSError("a pin is the SHA-256 of a public key, 32 bytes; this one has \(pin.count)")
            }
            SSL_CTX_set_cert_verify_callback(
                context.context,
                { chain, _ in
                    guard let chain, let session = TLSSession.verifying(chain),
                        let certificate = X509_STORE_CTX_get0_cert(chain)
                    else { return 0 }
                    return session.checkPin(KeyPair.publicKeySHA256(certificate)) ? 1 : 0
                }, nil)
        }
    }

    /// Creates the client's end of a new connection.
    ///
    /// - Parameter host: the host being connected to; the certificate must be for it, unless ``serverName`` is set.
    public func makeSession(host: String) throws(TLSError) -> TLSSession {
        let name = serverName ?? host
        let session = try TLSSession(context, isServer: false)
        if case .pinned(let pin) = trust { session.pin = pin }
        session.takesAnyKey = takesAnyKey
        session.mustChooseHTTP2 = isHTTP2
        try session.expect(name, isChecked: session.pin == nil)
        return session
    }
}
