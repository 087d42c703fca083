internal import COpenSSL
internal import Synchronization

/// TLS settings of a server: its certificate, and its requirements for clients. May be shared by listeners and loops.
public final class ServerTLS: Sendable {
    /// Whether clients are asked for a certificate.
    public enum ClientCertificates: Hashable, Sendable {
        /// Clients are not asked.
        case none
        /// Clients may present a certificate. Any one is accepted, including self-signed ones, unless it has expired or
        /// its key is too weak. It proves only that the client holds the key; identify the client by the key's SHA-256.
        /// Clients that offer HTTP/1.1, as browsers do, are not asked.
        case asked
        /// Clients must present a certificate issued by an authority in this PEM file.
        case required(authorities: String)
    }

    /// Whether clients are asked for a certificate.
    public let clientCertificates: ClientCertificates
    private let state: Mutex<State>

    private struct State {
        var identity: TLSIdentity
        /// nil for the identity's own certificate.
        var ofBrowsers: TLSIdentity?
        var context: TLSContext
    }

    /// Creates the settings.
    ///
    /// - Throws: if the identity or the authorities' file can't be used.
    public init(_ identity: TLSIdentity, clientCertificates: ClientCertificates = .none) throws(TLSError) {
        self.clientCertificates = clientCertificates
        let context = try Self.context(identity, nil, clientCertificates)
        state = Mutex(State(identity: identity, context: context))
    }

    /// The certificate and key for new connections.
    public var identity: TLSIdentity { state.withLock { $0.identity } }

    /// The certificate and key for new connections of browsers.
    public var identityOfBrowsers: TLSIdentity { state.withLock { $0.ofBrowsers ?? $0.identity } }

    /// Replaces the identity for new connections and reads the authorities' file again. Open connections are not
    /// affected.
    ///
    /// - Throws: if the identity or the file can't be used. Nothing changes then.
    public func reload(_ identity: TLSIdentity) throws(TLSError) { try reload(identity, ofBrowsers: nil) }

    /// Replaces the identity like ``reload(_:)``, and sets another certificate for the same key for clients that offer
    /// HTTP/1.1, as browsers do: one that they trust. Other clients, which may trust nothing but the certificate that
    /// they were given, get the identity's own.
    ///
    /// - Parameter certificate: the certificate for browsers; nil for the identity's own.
    /// - Throws: also if the two have different keys. Nothing changes then.
    public func reload(_ identity: TLSIdentity, ofBrowsers certificate: TLSIdentity?) throws(TLSError) {
        if let certificate, certificate.publicKeySHA256 != identity.publicKeySHA256 {
            throw TLSError("the certificate for browsers is not for the hub's key; issue it for that key")
        }
        let context = try Self.context(identity, certificate, clientCertificates)
        state.withLock { $0 = State(identity: identity, ofBrowsers: certificate, context: context) }
    }

    /// Creates the server's end of a new connection.
    public func makeSession() throws(TLSError) -> TLSSession {
        let context = state.withLock { $0.context }
        return try TLSSession(context, isServer: true)
    }

    private static func context(
        _ identity: TLSIdentity, _ ofBrowsers: TLSIdentity?, _ clients: ClientCertificates
    ) throws(TLSError) -> TLSContext {
        let context = try TLSContext(isServer: true, identity: identity)
        context.takeHTTP(sparesBrowsers: clients == .asked, ofBrowsers: ofBrowsers)
        switch clients {
        case .none: SSL_CTX_set_verify(context.context, SSL_VERIFY_NONE, nil)
        case .asked:
            SSL_CTX_set_verify(context.context, SSL_VERIFY_PEER, nil)
            // The default verification would build a chain from the client's certificates. That is unnecessary: only
            // the key is trusted.
            SSL_CTX_set_cert_verify_callback(
                context.context,
                { chain, _ in
                    guard let chain, let certificate = X509_STORE_CTX_get0_cert(chain) else { return 0 }
                    var reason = X509_V_OK
                    if X509_cmp_current_time(X509_get0_notAfter(certificate)) <= 0 {
                        reason = X509_V_ERR_CERT_HAS_EXPIRED
                    } else if EVP_PKEY_get_security_bits(X509_get0_pubkey(certificate)) < 112 {
                        // Weaker than RSA with 2048 bits, the minimum of OpenSSL's security level 2.
                        reason = X509_V_ERR_EE_KEY_TOO_SMALL
                    }
                    X509_STORE_CTX_set_error(chain, reason)
                    return reason == X509_V_OK ? 1 : 0
                }, nil)
        case .required(let authorities):
            try context.trust(authorities: authorities)
            try context.nameAuthorities(authorities)
            SSL_CTX_set_verify(context.context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        }
        return context
    }
}
