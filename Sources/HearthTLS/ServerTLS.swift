internal import COpenSSL
internal import Synchronization

/// How a server proves itself, and what it asks of its clients. One serves any number of listeners and loops.
public final class ServerTLS: Sendable {
    /// What is asked of clients.
    public enum ClientCertificates: Hashable, Sendable {
        /// Nothing.
        case none
        /// A client may show a certificate. Any is taken, also a self-signed one, unless it has expired: what is
        /// proven is that the client holds its key, and whose key that is must be judged by its SHA-256.
        case asked
        /// A client must show a certificate that an authority in this PEM file gave.
        case required(authorities: String)
    }

    public let clientCertificates: ClientCertificates
    private let state: Mutex<State>

    private struct State {
        var identity: TLSIdentity
        var context: TLSContext
    }

    /// - Throws: when the identity or the authorities' file cannot be used.
    public init(_ identity: TLSIdentity, clientCertificates: ClientCertificates = .none) throws(TLSError) {
        self.clientCertificates = clientCertificates
        let context = try Self.context(identity, clientCertificates)
        state = Mutex(State(identity: identity, context: context))
    }

    /// What new connections see.
    public var identity: TLSIdentity { state.withLock { $0.identity } }

    /// Takes another identity for new connections, and reads the authorities' file again. Connections that are open
    /// stay as they are.
    /// - Throws: when it cannot be used; then everything stays as it was.
    public func reload(_ identity: TLSIdentity) throws(TLSError) {
        let context = try Self.context(identity, clientCertificates)
        state.withLock { $0 = State(identity: identity, context: context) }
    }

    /// The server's end of a new connection.
    public func makeSession() throws(TLSError) -> TLSSession {
        let context = state.withLock { $0.context }
        return try TLSSession(context, isServer: true)
    }

    private static func context(_ identity: TLSIdentity, _ clients: ClientCertificates) throws(TLSError) -> TLSContext {
        let context = try TLSContext(isServer: true, identity: identity)
        context.requireHTTP2()
        switch clients {
        case .none: SSL_CTX_set_verify(context.context, SSL_VERIFY_NONE, nil)
        case .asked:
            SSL_CTX_set_verify(context.context, SSL_VERIFY_PEER, nil)
            // No chain is built from what a stranger sends: nobody would believe it.
            SSL_CTX_set_cert_verify_callback(
                context.context,
                { chain, _ in
                    guard let chain, let certificate = X509_STORE_CTX_get0_cert(chain) else { return 0 }
                    var reason = X509_V_OK
                    if X509_cmp_current_time(X509_get0_notAfter(certificate)) <= 0 {
                        reason = X509_V_ERR_CERT_HAS_EXPIRED
                    } else if EVP_PKEY_get_security_bits(X509_get0_pubkey(certificate)) < 112 {
                        // Less than RSA with 2048 bits, as OpenSSL's security level 2 wants.
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
