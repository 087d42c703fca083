internal import COpenSSL

/// One end of a TLS connection, without I/O: encrypted bytes in, plain text out, and the reverse. Not thread-safe.
public final class TLSSession {
    /// A certificate that the peer presented and whose key it has proven to hold.
    public struct PeerCertificate: Hashable, Sendable {
        /// The certificate, DER.
        public let der: [UInt8]
        /// SHA-256 of the public key (SubjectPublicKeyInfo, DER).
        public let publicKeySHA256: [UInt8]
        /// The common name of the subject; empty without one.
        package let commonName: String
    }

    private let ssl: OpaquePointer
    /// Retained, because OpenSSL calls it during the handshake, even after new connections got another one.
    private let context: TLSContext
    private let isServer: Bool
    /// Whether the handshake is complete, so that plain text may be written.
    public private(set) var isEstablished = false
    /// Whether the connection was closed by either end.
    public private(set) var isEnded = false
    /// Whether the two ends agreed on HTTP/2 (ALPN), once the handshake is complete.
    public var isHTTP2: Bool {
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &count)
        return UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual("h2".utf8)
    }
    private var handshakeBytes = 0
    /// The most bytes of a handshake. Certificate chains are limited to 32 KiB.
    private static let maxHandshakeBytes = 64 << 10
    /// The most plain text in a record (RFC 8446, section 5.1).
    private static let recordBytes = 16 << 10

    private let bio = SessionBIO(isDatagrams: false)

    var pin: [UInt8]?
    /// Whether a key other than the pinned one is taken, too.
    var takesAnyKey = false
    /// Whether a server that does not choose HTTP/2 is refused. Used by clients only.
    var mustChooseHTTP2 = false
    private var name = ""
    /// The key that the peer presented instead of the pinned one.
    private var strangersKey: [UInt8]?

    init(_ context: TLSContext, isServer: Bool) throws(TLSError) {
        guard let ssl = SSL_new(context.context) else { throw .library("a TLS session cannot be made") }
        self.ssl = ssl
        self.context = context
        self.isServer = isServer
        guard bio.attach(to: ssl) else { throw .library("a TLS session cannot be made") }
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(self).toOpaque())
        if isServer { SSL_set_accept_state(ssl) } else { SSL_set_connect_state(ssl) }
    }

    deinit { SSL_free(ssl) }

    // MARK: Verifying the server

    /// Sends the server's name (SNI), and optionally checks its certificate for that name.
    func expect(_ name: String, isChecked: Bool) throws(TLSError) {
        self.name = name
        let isAddress = isAddress(name)
        if !isAddress, !name.isEmpty {
            let status = name.withCString {
                SSL_ctrl(
                    ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name),
                    UnsafeMutableRawPointer(mutating: $0))
            }
            guard status == 1 else { throw .library("\"\(name)\" cannot be a server's name") }
        }
        guard isChecked else { return }
        let status = isAddress ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) : SSL_set1_host(ssl, name)
        guard status == 1 else { throw .library("\"\(name)\" cannot be a server's name") }
    }

    /// The session whose peer's chain is being verified.
    static func verifying(_ chain: OpaquePointer) -> TLSSession? {
        guard let ssl = X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx()),
            let own = SSL_get_ex_data(OpaquePointer(ssl), 0)
        else { return nil }
        return Unmanaged<TLSSession>.fromOpaque(own).takeUnretainedValue()
    }

    func checkPin(_ key: [UInt8]) -> Bool {
        if takesAnyKey { return true }
        if let pin, constantTimeEquals(pin, key) { return true }
        strangersKey = key
        return false
    }

    // MARK: Bytes

    /// Starts a client's handshake. Send ``takeOutput()`` to the server.
    public func start() throws(TLSError) { try handshake() }

    /// Processes bytes from the peer. Send ``takeOutput()`` afterwards, even if this throws: it may hold an alert.
    ///
    /// - Parameters:
    ///   - bytes: the encrypted bytes.
    ///   - established: called when the handshake is complete, before any plain text.
    ///   - plaintext: called with decrypted bytes, which are only valid during the call. Not called after ``end()``.
    /// - Throws: if the connection must be closed.
    public func receive(
        _ bytes: RawSpan, established: () -> Void, plaintext: (RawSpan) -> Void
    ) throws(TLSError) {
        guard !isEnded else { return }
        try bytes.withUnsafeBytes { (bytes) throws(TLSError) in
            bio.input = bytes
            // OpenSSL has consumed all of it, or the session is over.
            defer { bio.input = UnsafeRawBufferPointer(start: nil, count: 0) }
            if !isEstablished {
                try handshake()
                // Bytes after the handshake are application data and don't count.
                handshakeBytes += bytes.count - bio.input.count
                guard handshakeBytes <= Self.maxHandshakeBytes else {
                    isEnded = true
                    throw TLSError("the peer's handshake is longer than \(Self.maxHandshakeBytes) bytes")
                }
                guard isEstablished else { return }
                established()
            }
            try read(plaintext)
        }
    }

    private func handshake() throws(TLSError) {
        ERR_clear_error()
        let status = SSL_do_handshake(ssl)
        guard status == 1 else { return try check(status) }
        if mustChooseHTTP2 { try checkHTTP2() }
        isEstablished = true
    }

    private func read(_ plaintext: (RawSpan) -> Void) throws(TLSError) {
        // Plain text is no longer than its records, except for a record that began in an earlier call.
        let size = min(max(bio.input.count, 256), 2 * Self.recordBytes)
        try withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { (buffer) throws(TLSError) in
            while !isEnded {
                let (count, failure) = fill(buffer)
                if count > 0 { plaintext(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bytes) }
                if let failure { throw failure }
                if count < buffer.count { return }
            }
        }
    }

    /// Decrypts as many records as fit, so that small ones are delivered together.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> (count: Int, failure: TLSError?) {
        var filled = 0
        while filled < buffer.count {
            var count = 0
            ERR_clear_error()
            let status = SSL_read_ex(ssl, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, &count)
            guard status == 1 else {
                do throws(TLSError) { try check(status) } catch { return (filled, error) }
                break
            }
            filled += min(count, buffer.count - filled)
        }
        return (filled, nil)
    }

    /// Encrypts plain text, in as few records as possible. Send ``takeOutput()`` afterwards. Does nothing after
    /// ``end()``.
    public func write(_ bytes: [UInt8]) throws(TLSError) {
        guard isEstablished, !isEnded, !bytes.isEmpty else { return }
        // A record adds 22 bytes in TLS 1.3, 29 in 1.2.
        bio.reserve(bytes.count + (bytes.count / Self.recordBytes + 1) * 32)
        ERR_clear_error()
        var written = 0
        let status = SSL_write_ex(ssl, bytes, bytes.count, &written)
        if status != 1 { try check(status) }
    }

    /// Takes the encrypted bytes to send to the peer.
    public func takeOutput() -> [UInt8] { bio.takeOutput() }

    /// Sends close_notify. Nothing can be written or received afterwards.
    public func end() {
        guard !isEnded else { return }
        isEnded = true
        ERR_clear_error()
        if isEstablished { SSL_shutdown(ssl) }
        ERR_clear_error()
    }

    // MARK: Handshake results

    /// The peer's certificate; nil if it presented none.
    public var peerCertificate: PeerCertificate? {
        guard isEstablished, let certificate = SSL_get1_peer_certificate(ssl) else { return nil }
        defer { X509_free(certificate) }
        return PeerCertificate(
            der: KeyPair.der(certificate), publicKeySHA256: KeyPair.publicKeySHA256(certificate),
            commonName: KeyPair.commonName(certificate))
    }

    /// The negotiated protocol version, `TLSv1.3` or `TLSv1.2`.
    public var version: String { SSL_get_version(ssl).map { String(cString: $0) } ?? "" }

    private func checkHTTP2() throws(TLSError) {
        var (chosen, length): (UnsafePointer<UInt8>?, UInt32) = (nil, 0)
        SSL_get0_alpn_selected(ssl, &chosen, &length)
        guard UnsafeBufferPointer(start: chosen, count: Int(length)).elementsEqual("h2".utf8) else {
            isEnded = true
            throw TLSError("the server does not speak HTTP/2 over TLS: it does not choose h2 by ALPN")
        }
    }

    // MARK: Errors

    /// Returns if OpenSSL only needs more bytes or the peer has closed; throws if the session is broken.
    private func check(_ status: Int32) throws(TLSError) {
        switch SSL_get_error(ssl, status) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return
        case SSL_ERROR_ZERO_RETURN:
            isEnded = true
            guard isEstablished else { throw TLSError("the peer ended the connection during the TLS handshake") }
        default:
            isEnded = true
            let failure = OpenSSLFailure.take()
            if let strangersKey, let pin { throw TLSFailure.wrongPin(expected: pin, found: strangersKey) }
            throw TLSFailure.error(
                failure, isServer: isServer, name: name, verification: SSL_get_verify_result(ssl))
        }
    }
}
