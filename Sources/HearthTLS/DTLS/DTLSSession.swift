internal import COpenSSL

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The server's end of a DTLS connection that only agrees on keys of SRTP (RFC 5764), without I/O: datagrams in,
/// datagrams out. Not thread-safe. Give it datagrams of one address only, which must have proven itself before, since
/// no cookie is asked for.
package final class DTLSSession {
    /// The keys and salts of both directions (RFC 5764, section 4.2).
    package struct Keys: Hashable, Sendable {
        /// 16 bytes.
        package let clientKey: [UInt8]
        /// 16 bytes.
        package let serverKey: [UInt8]
        /// 14 bytes.
        package let clientSalt: [UInt8]
        /// 14 bytes.
        package let serverSalt: [UInt8]

        package init(clientKey: [UInt8], serverKey: [UInt8], clientSalt: [UInt8], serverSalt: [UInt8]) {
            (self.clientKey, self.serverKey) = (clientKey, serverKey)
            (self.clientSalt, self.serverSalt) = (clientSalt, serverSalt)
        }
    }

    /// The largest datagram that is sent, in bytes: below what any path takes (RFC 8261, section 5).
    private static let mostBytes = 1_200
    /// The most bytes of a handshake.
    private static let mostHandshakeBytes = 64 << 10

    private let ssl: OpaquePointer
    /// Retained, because OpenSSL calls it during the handshake.
    private let context: DTLSContext
    private let expected: [UInt8]
    private var handshakeBytes = 0
    /// The keys; nil before the handshake is complete.
    package private(set) var keys: Keys?
    /// Whether the connection was closed by either end, or has failed.
    package private(set) var isEnded = false

    private let bio = SessionBIO(isDatagrams: true)

    /// - Parameter fingerprint: SHA-256 of the certificate (DER) that the client must have.
    package init(_ context: DTLSContext, clientFingerprint fingerprint: [UInt8]) throws(TLSError) {
        guard let ssl = SSL_new(context.context) else { throw .library("a DTLS session cannot be made") }
        self.ssl = ssl
        self.context = context
        expected = fingerprint
        guard bio.attach(to: ssl) else { throw .library("a DTLS session cannot be made") }
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        SSL_ctrl(ssl, DTLS_CTRL_SET_LINK_MTU, Self.mostBytes, nil)
        SSL_set_accept_state(ssl)
    }

    deinit { SSL_free(ssl) }

    /// The session whose peer's chain is being verified.
    static func verifying(_ chain: OpaquePointer) -> DTLSSession? {
        guard let ssl = X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx()),
            let own = SSL_get_ex_data(OpaquePointer(ssl), 0)
        else { return nil }
        return Unmanaged<DTLSSession>.fromOpaque(own).takeUnretainedValue()
    }

    func takes(_ fingerprint: [UInt8]) -> Bool { constantTimeEquals(fingerprint, expected) }

    // MARK: Datagrams

    /// Processes a datagram from the client. Send ``takeOutput()`` afterwards, even if this throws: it may hold an
    /// alert.
    ///
    /// - Throws: if the handshake has failed.
    package func receive(_ datagram: [UInt8]) throws(TLSError) {
        // OpenSSL would take an empty one for the end.
        guard !isEnded, !datagram.isEmpty else { return }
        try datagram.span.bytes.withUnsafeBytes { (bytes) throws(TLSError) in
            bio.input = bytes
            defer { bio.input = UnsafeRawBufferPointer(start: nil, count: 0) }
            guard keys == nil else { return try read() }
            handshakeBytes += datagram.count
            guard handshakeBytes <= Self.mostHandshakeBytes else {
                isEnded = true
                throw TLSError("the client's handshake is longer than \(Self.mostHandshakeBytes) bytes")
            }
            try handshake()
        }
    }

    /// Takes the datagrams to send to the client, in their order.
    package func takeOutput() -> [[UInt8]] { bio.takeDatagrams() }

    /// The time until ``timePassed()`` is to be called; nil if nothing waits for an answer.
    package var timeout: Duration? {
        guard !isEnded else { return nil }
        var time = timeval()
        guard SSL_ctrl(ssl, DTLS_CTRL_GET_TIMEOUT, 0, &time) == 1 else { return nil }
        return .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
    }

    /// Sends again what was not answered in time. Send ``takeOutput()`` afterwards.
    ///
    /// - Throws: if the client has not answered for too long.
    package func timePassed() throws(TLSError) {
        guard !isEnded else { return }
        ERR_clear_error()
        guard SSL_ctrl(ssl, DTLS_CTRL_HANDLE_TIMEOUT, 0, nil) < 0 else { return }
        isEnded = true
        ERR_clear_error()
        throw TLSError("the client does not answer in the DTLS handshake")
    }

    /// Sends close_notify. Nothing can be received afterwards.
    package func end() {
        guard !isEnded else { return }
        isEnded = true
        ERR_clear_error()
        if keys != nil { SSL_shutdown(ssl) }
        ERR_clear_error()
    }

    // MARK: The handshake

    private func handshake() throws(TLSError) {
        ERR_clear_error()
        let status = SSL_do_handshake(ssl)
        guard status == 1 else { return try check(status) }
        guard SSL_get_selected_srtp_profile(ssl) != nil else {
            isEnded = true
            throw TLSError("the client does not offer the protection profile of SRTP that WebRTC demands")
        }
        keys = try exportedKeys()
    }

    /// The keying material of RFC 5764, section 4.2: the client's key, the server's, and their salts.
    private func exportedKeys() throws(TLSError) -> Keys {
        var bytes = [UInt8](repeating: 0, count: 60)
        let label = "EXTRACTOR-dtls_srtp"
        guard SSL_export_keying_material(ssl, &bytes, bytes.count, label, label.utf8.count, nil, 0, 0) == 1 else {
            isEnded = true
            throw .library("the keys of SRTP cannot be derived")
        }
        return Keys(
            clientKey: Array(bytes[..<16]), serverKey: Array(bytes[16..<32]), clientSalt: Array(bytes[32..<46]),
            serverSalt: Array(bytes[46...]))
    }

    /// Reads alerts, and repetitions of the client's last messages. Application data is dropped: there is none.
    private func read() throws(TLSError) {
        var buffer = [UInt8](repeating: 0, count: 2_048)
        var count = 0
        while !isEnded {
            ERR_clear_error()
            let status = SSL_read_ex(ssl, &buffer, buffer.count, &count)
            guard status == 1 else { return try check(status) }
        }
    }

    /// Returns if OpenSSL only needs more datagrams or the peer has closed; throws if the connection is broken.
    private func check(_ status: Int32) throws(TLSError) {
        switch SSL_get_error(ssl, status) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return
        case SSL_ERROR_ZERO_RETURN: isEnded = true
        default:
            isEnded = true
            throw .library("the DTLS handshake with the client has failed")
        }
    }
}
