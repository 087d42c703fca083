internal import COpenSSL

/// What a client believes of a server, and how it proves itself.
public final class ClientTLS: Sendable {
    /// Which servers are believed.
    public enum Trust: Hashable, Sendable {
        /// Those with a certificate for their name from an authority that this system trusts.
        case system
        /// Those with a certificate for their name from an authority in this PEM file, or with one of the file itself.
        case authorities(String)
        /// The one that holds the key with this SHA-256 (of its SubjectPublicKeyInfo, 32 bytes), whatever names, dates
        /// and authorities are in its certificate.
        case pinned(publicKeySHA256: [UInt8])
    }

    public let trust: Trust
    /// What is shown to servers that ask for a certificate.
    public let identity: TLSIdentity?
    /// The name that the server's certificate must have, where it is not the host of the address.
    public let serverName: String?
    private let context: TLSContext

    /// - Throws: when the authorities' file or the identity cannot be used, or a pin is not 32 bytes.
    public init(trust: Trust = .system, identity: TLSIdentity? = nil, serverName: String? = nil) throws(TLSError) {
        self.trust = trust
        self.identity = identity
        self.serverName = serverName
        context = try TLSContext(isServer: false, identity: identity)
        try context.offerHTTP2()
        SSL_CTX_set_verify(context.context, SSL_VERIFY_PEER, nil)
        switch trust {
        case .system: SSL_CTX_set_default_verify_paths(context.context)
        case .authorities(let file): try context.trust(authorities: file)
        case .pinned(let pin):
            guard pin.count == 32 else {
                throw TLSError("A pin is the SHA-256 of a public key, 32 bytes; this one has \(pin.count).")
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

    /// The client's end of a new connection.
    /// - Parameter host: the host of the address, which the certificate must be for unless there is a ``serverName``.
    public func makeSession(host: String) throws(TLSError) -> TLSSession {
        let name = serverName ?? host
        let session = try TLSSession(context, isServer: false)
        if case .pinned(let pin) = trust { session.pin = pin }
        try session.expect(name, isChecked: session.pin == nil)
        return session
    }
}
