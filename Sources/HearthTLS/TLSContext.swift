internal import COpenSSL

/// An `SSL_CTX` for one end: TLS 1.3, or 1.2 with AEAD ciphers and ephemeral key exchange (RFC 9325; RFC 9113, section
/// 9.2). No renegotiation, compression or resumption: every connection proves its keys again.
final class TLSContext: @unchecked Sendable {
    // Unchecked, because it is only read after the setup, and OpenSSL locks the state that sessions share.

    let context: OpaquePointer
    /// Whether clients that offer `http/1.1` are not asked for a certificate.
    private var sparesBrowsers = false
    /// The certificate for clients that offer `http/1.1`; nil for the same as all others.
    private var ofBrowsers: KeyPair?
    /// The largest certificate chain of a peer, in bytes.
    private static let maxChainBytes = 32 << 10
    /// The longest chain between a peer's certificate and a trusted one.
    private static let maxChainDepth: Int32 = 8

    init(isServer: Bool, identity: TLSIdentity?) throws(TLSError) {
        guard let context = SSL_CTX_new(isServer ? TLS_server_method() : TLS_client_method()) else {
            throw .library("TLS cannot be set up")
        }
        self.context = context
        SSL_CTX_set_options(context, hearth_ssl_options())
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_CERT_LIST, Self.maxChainBytes, nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        SSL_CTX_set_num_tickets(context, 0)
        SSL_CTX_set_verify_depth(context, Self.maxChainDepth)
        // Idle connections release their buffers, 32 KiB each.
        SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
        guard SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1,
            SSL_CTX_set_ciphersuites(
                context, "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256") == 1
        else { throw .library("this OpenSSL has none of the ciphers that HTTP/2 needs") }
        if let identity { try use(identity) }
    }

    deinit { SSL_CTX_free(context) }

    private func use(_ identity: TLSIdentity) throws(TLSError) {
        guard SSL_CTX_use_certificate(context, identity.pair.certificate) == 1,
            SSL_CTX_use_PrivateKey(context, identity.pair.key) == 1, SSL_CTX_check_private_key(context) == 1
        else { throw .library("the certificate and its key cannot be used") }
        for link in identity.pair.chain.dropFirst() {
            guard SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer(link)) == 1 else {
                throw .library("the certificate's chain cannot be used")
            }
        }
    }

    /// Trusts the authorities in a PEM file.
    func trust(authorities file: String) throws(TLSError) {
        let certificates = PEM.certificates(try PrivateFile.read(file, isSecret: false))
        defer { for certificate in certificates { X509_free(certificate) } }
        guard !certificates.isEmpty else {
            throw TLSError("\(file) holds no certificate; a PEM file begins with -----BEGIN CERTIFICATE-----")
        }
        let store = SSL_CTX_get_cert_store(context)
        for certificate in certificates {
            guard X509_STORE_add_cert(store, certificate) == 1 else {
                throw .library("an authority in \(file) cannot be used")
            }
        }
    }

    /// Sends clients the names of the accepted authorities, so that they can choose a certificate.
    func nameAuthorities(_ file: String) throws(TLSError) {
        for certificate in PEM.certificates(try PrivateFile.read(file, isSecret: false)) {
            SSL_CTX_add_client_CA(context, certificate)
            X509_free(certificate)
        }
    }

    // MARK: ALPN

    /// Selects `h2` if the client offers it, else `http/1.1`, also for clients without ALPN (RFC 7301, section 3.2). A
    /// client that offers only other protocols gets the alert no_application_protocol.
    ///
    /// - Parameters:
    ///   - sparesBrowsers: whether clients that offer `http/1.1` are not asked for a certificate: browsers would show
    ///     their users a list of certificates.
    ///   - ofBrowsers: the certificate for clients that offer `http/1.1`, for the same key; nil for the same as all
    ///     others.
    func takeHTTP(sparesBrowsers: Bool, ofBrowsers: TLSIdentity?) {
        self.sparesBrowsers = sparesBrowsers
        self.ofBrowsers = ofBrowsers?.pair
        if sparesBrowsers || ofBrowsers != nil {
            SSL_CTX_set_client_hello_cb(
                context,
                { ssl, _, own in
                    guard let ssl, let own else { return SSL_CLIENT_HELLO_ERROR }
                    // Sessions retain their context.
                    let context = Unmanaged<TLSContext>.fromOpaque(own).takeUnretainedValue()
                    return context.greets(ssl) ? SSL_CLIENT_HELLO_SUCCESS : SSL_CLIENT_HELLO_ERROR
                }, Unmanaged.passUnretained(self).toOpaque())
        }
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, length, offered, count, _ in
                let offers = UnsafeBufferPointer(start: offered, count: Int(count))[...]
                guard
                    let name = TLSContext.find("h2", in: offers) ?? TLSContext.find("http/1.1", in: offers)
                else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                chosen?.pointee = offered.map { $0 + name.lowerBound }
                length?.pointee = UInt8(truncatingIfNeeded: name.count)
                return SSL_TLSEXT_ERR_OK
            }, nil)
    }

    /// Handles a ClientHello before anything is answered.
    private func greets(_ ssl: OpaquePointer) -> Bool {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        let type = UInt32(TLSEXT_TYPE_application_layer_protocol_negotiation)
        let isOffered = SSL_client_hello_get0_ext(ssl, type, &bytes, &count) == 1
        // The extension is a list with its length in two bytes (RFC 7301, section 3.1).
        let names = UnsafeBufferPointer(start: bytes, count: isOffered ? count : 0).dropFirst(2)
        let isBrowser = Self.find("http/1.1", in: names) != nil
        if sparesBrowsers, isBrowser || !isOffered { SSL_set_verify(ssl, SSL_VERIFY_NONE, nil) }
        guard isBrowser, let certificate = ofBrowsers?.certificate else { return true }
        return SSL_use_certificate(ssl, certificate) == 1
    }

    /// The range of a name in a list of length-prefixed names.
    private static func find(_ name: StaticString, in offers: Slice<UnsafeBufferPointer<UInt8>>) -> Range<Int>? {
        var position = offers.startIndex
        while position < offers.endIndex {
            let start = position + 1
            let end = start + Int(offers[position])
            guard end <= offers.endIndex else { return nil }
            if name.withUTF8Buffer({ offers[start..<end].elementsEqual($0) }) { return start..<end }
            position = end
        }
        return nil
    }

    /// Offers `h2` only.
    func offerHTTP2() throws(TLSError) {
        let offer: [UInt8] = [2] + Array("h2".utf8)
        guard SSL_CTX_set_alpn_protos(context, offer, UInt32(offer.count)) == 0 else {
            throw .library("HTTP/2 cannot be offered")
        }
    }
}
