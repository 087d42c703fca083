internal import COpenSSL

/// A certificate chain and its private key.
public struct TLSIdentity: Sendable {
    let pair: KeyPair

    init(_ pair: KeyPair) { self.pair = pair }

    /// Reads PEM text.
    ///
    /// - Parameters:
    ///   - certificate: the leaf certificate, followed by its intermediates.
    ///   - key: the private key, PKCS#8 or traditional, unencrypted.
    ///   - names: the names of certificate and key in error messages.
    public init(
        certificatePEM certificate: String, keyPEM key: String,
        names: (certificate: String, key: String) = ("the certificate", "the key")
    ) throws(TLSError) {
        let chain = PEM.certificates(certificate)
        guard let own = chain.first else {
            throw TLSError(
                "\(names.certificate) holds no certificate; a PEM file begins with -----BEGIN CERTIFICATE-----")
        }
        guard let key = PEM.key(key) else {
            for certificate in chain { X509_free(certificate) }
            let reason = OpenSSLFailure.take().reason
            throw TLSError(
                "\(names.key) holds no private key that can be read; it must be PEM, without a password",
                reason: reason)
        }
        pair = KeyPair(key: key, chain: chain)
        guard X509_check_private_key(own, key) == 1 else {
            ERR_clear_error()
            throw TLSError("\(names.key) does not belong to the certificate in \(names.certificate); give the pair")
        }
    }

    /// Creates a P-256 key and a self-signed certificate.
    ///
    /// - Parameters:
    ///   - names: DNS names and IP addresses; `localhost` if empty.
    ///   - validFor: validity from now. Default: ten years. It starts a day earlier, for clocks that are behind.
    public static func make(names: [String], validFor: Duration = .seconds(3650 * 86_400)) throws(TLSError)
        -> TLSIdentity
    {
        guard let key = hearth_generate_p256() else { throw .library("a key cannot be made") }
        return TLSIdentity(try CertificateMaker.pair(key, names: names, validFor: validFor))
    }

    /// Creates a new certificate for the same key. The pin doesn't change.
    public func renewed(names: [String], validFor: Duration = .seconds(3650 * 86_400)) throws(TLSError) -> TLSIdentity {
        EVP_PKEY_up_ref(pair.key)
        return TLSIdentity(try CertificateMaker.pair(pair.key, names: names, validFor: validFor))
    }

    /// SHA-256 of the public key (SubjectPublicKeyInfo, DER), 32 bytes. Clients pin it.
    public var publicKeySHA256: [UInt8] { pair.certificate.map(KeyPair.publicKeySHA256) ?? [] }

    /// The leaf certificate, DER.
    public var certificateDER: [UInt8] { pair.certificate.map(KeyPair.der) ?? [] }

    /// The certificate chain, PEM, leaf first.
    public var certificatePEM: String {
        PEM.written { bio in
            for certificate in pair.chain { PEM_write_bio_X509(bio, certificate) }
        }
    }

    /// The private key, PEM (PKCS#8). Secret.
    public var keyPEM: String {
        PEM.written { PEM_write_bio_PKCS8PrivateKey($0, pair.key, nil, nil, 0, nil, nil) }
    }

    /// When the leaf certificate expires, in seconds since 1970.
    public var expiry: Int64 { pair.certificate.map(KeyPair.expiry) ?? 0 }

    /// The names and addresses for which the leaf certificate is valid (RFC 5280, section 4.2.1.6).
    public var names: [String] { pair.certificate.map(KeyPair.names) ?? [] }

    /// Whether the leaf certificate is signed with its own key.
    public var isSelfSigned: Bool {
        pair.certificate.map { X509_self_signed($0, 0) == 1 } ?? false
    }
}
