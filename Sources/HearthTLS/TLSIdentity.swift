internal import COpenSSL

/// A certificate chain and its private key: what an end of a connection proves itself with.
public struct TLSIdentity: Sendable {
    let pair: KeyPair

    init(_ pair: KeyPair) { self.pair = pair }

    /// Reads PEM text.
    /// - Parameters:
    ///   - certificate: the own certificate, then those that lead to the authority.
    ///   - key: the private key, PKCS#8 or traditional, without a password.
    ///   - names: what the two are called in errors.
    public init(
        certificatePEM certificate: String, keyPEM key: String,
        names: (certificate: String, key: String) = ("The certificate", "The key")
    ) throws(TLSError) {
        let chain = PEM.certificates(certificate)
        guard let own = chain.first else {
            throw TLSError(
                "\(names.certificate) holds no certificate; a PEM file begins with -----BEGIN CERTIFICATE-----.")
        }
        guard let key = PEM.key(key) else {
            for certificate in chain { X509_free(certificate) }
            let reason = OpenSSLFailure.take().reason
            throw TLSError(
                "\(names.key) holds no private key that can be read; it must be PEM, without a password.",
                reason: reason)
        }
        pair = KeyPair(key: key, chain: chain)
        guard X509_check_private_key(own, key) == 1 else {
            ERR_clear_error()
            throw TLSError("\(names.key) does not belong to the certificate in \(names.certificate); give the pair.")
        }
    }

    /// A new key (P-256), and a certificate for it that it signed itself.
    /// - Parameters:
    ///   - names: the DNS names and IP addresses it is for; `localhost` when there are none.
    ///   - validFor: ten years unless given. Its beginning is set a day back, for clocks that are behind.
    public static func make(names: [String], validFor: Duration = .seconds(3650 * 86_400)) throws(TLSError)
        -> TLSIdentity
    {
        guard let key = hearth_generate_p256() else { throw .library("A key cannot be made") }
        return TLSIdentity(try CertificateMaker.pair(key, names: names, validFor: validFor))
    }

    /// A new certificate for the same key: who pins the key notices nothing.
    public func renewed(names: [String], validFor: Duration = .seconds(3650 * 86_400)) throws(TLSError) -> TLSIdentity {
        EVP_PKEY_up_ref(pair.key)
        return TLSIdentity(try CertificateMaker.pair(pair.key, names: names, validFor: validFor))
    }

    /// SHA-256 of the public key (SubjectPublicKeyInfo, DER), 32 bytes: what clients pin.
    public var publicKeySHA256: [UInt8] { pair.certificate.map(KeyPair.publicKeySHA256) ?? [] }

    /// The own certificate, DER.
    public var certificateDER: [UInt8] { pair.certificate.map(KeyPair.der) ?? [] }

    /// The chain, the own certificate first.
    public var certificatePEM: String {
        PEM.written { bio in
            for certificate in pair.chain { PEM_write_bio_X509(bio, certificate) }
        }
    }

    /// The private key, PKCS#8. A secret.
    public var keyPEM: String {
        PEM.written { PEM_write_bio_PKCS8PrivateKey($0, pair.key, nil, nil, 0, nil, nil) }
    }

    /// When the own certificate ends, in seconds since 1970.
    public var expiry: Int64 { pair.certificate.map(KeyPair.expiry) ?? 0 }

    /// Whether its own key signed it: there is no authority behind it.
    public var isSelfSigned: Bool {
        pair.certificate.map { X509_self_signed($0, 0) == 1 } ?? false
    }
}
