internal import COpenSSL

/// What the server's ends of all DTLS connections of a process share: the certificate, and DTLS 1.2 with AEAD ciphers
/// and the keys of SRTP (RFC 5764; RFC 8827, section 6.5).
package final class DTLSContext: @unchecked Sendable {
    // Unchecked, because it is only read after the setup, and OpenSSL locks the state that sessions share.

    let context: OpaquePointer
    /// SHA-256 of the certificate (DER), by which clients know it.
    package let fingerprint: [UInt8]

    /// The largest certificate chain of a client, in bytes.
    private static let mostChainBytes = 16 << 10
    /// The profile of RFC 5764, section 4.1.2, that every client of WebRTC has (RFC 8827, section 6.5).
    private static let profile = "SRTP_AES128_CM_SHA1_80"

    /// - Parameter identity: a certificate with a key on P-256, and without a chain.
    package init(_ identity: TLSIdentity) throws(TLSError) {
        guard let context = SSL_CTX_new(DTLS_server_method()) else { throw .library("DTLS cannot be set up") }
        self.context = context
        fingerprint = SHA256.hash(identity.certificateDER)
        SSL_CTX_set_options(context, hearth_ssl_options() | hearth_dtls_options())
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(DTLS1_2_VERSION), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_CERT_LIST, Self.mostChainBytes, nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        guard SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1,
            SSL_CTX_set_tlsext_use_srtp(context, Self.profile) == 0,
            SSL_CTX_use_certificate(context, identity.pair.certificate) == 1,
            SSL_CTX_use_PrivateKey(context, identity.pair.key) == 1
        else { throw .library("DTLS with SRTP cannot be set up") }
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        // Certificates are self-signed; only the fingerprint counts, which came with the signalling.
        SSL_CTX_set_cert_verify_callback(
            context,
            { chain, _ in
                guard let chain, let certificate = X509_STORE_CTX_get0_cert(chain),
                    let session = DTLSSession.verifying(chain)
                else { return 0 }
                let isRight = session.takes(SHA256.hash(KeyPair.der(certificate)))
                X509_STORE_CTX_set_error(chain, isRight ? X509_V_OK : X509_V_ERR_CERT_REJECTED)
                return isRight ? 1 : 0
            }, nil)
    }

    deinit { SSL_CTX_free(context) }
}
