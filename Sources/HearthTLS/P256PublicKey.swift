internal import COpenSSL

/// A public key on the curve P-256, as WebCrypto exports it: its SubjectPublicKeyInfo in DER (RFC 5480), 91 bytes with
/// an uncompressed point.
public struct P256PublicKey: Hashable, Sendable {
    /// The SubjectPublicKeyInfo.
    public let bytes: [UInt8]

    /// The bytes before the point: the algorithm id-ecPublicKey with the curve prime256v1, and the form of the point.
    private static let head: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
    ]

    /// nil for other kinds of keys, and other encodings of this one. Whether the point is on the curve is only checked
    /// with a signature.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.head.count + 64, bytes.starts(with: Self.head) else { return nil }
        self.bytes = bytes
    }

    /// The key of an uncompressed point, 65 bytes (SEC 1, section 2.3.3); nil for other bytes.
    package init?(point: [UInt8]) {
        guard point.count == 65 else { return nil }
        self.init(Self.head.dropLast() + point)
    }

    /// The uncompressed point, 65 bytes.
    package var point: [UInt8] { Array(bytes.suffix(65)) }

    /// SHA-256 of the SubjectPublicKeyInfo, by which a hub identifies a client.
    public var sha256: [UInt8] { SHA256.hash(bytes) }

    /// Whether a message was signed with the key: ECDSA with SHA-256.
    ///
    /// - Parameter signature: r and s, 32 bytes each (IEEE P1363), as WebCrypto returns it.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        // Leaves no error in OpenSSL's queue, where a later call on this thread would find it.
        defer { ERR_clear_error() }
        guard signature.count == 64, let signature = Self.der(signature) else { return false }
        guard let key = openSSLKey() else { return false }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// The key in OpenSSL's form, which the caller frees; nil for a point that is not on the curve.
    func openSSLKey() -> OpaquePointer? {
        bytes.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return d2i_PUBKEY(nil, &position, bytes.count)
        }
    }

    /// A signature in OpenSSL's form.
    private static func der(_ signature: [UInt8]) -> [UInt8]? {
        guard let parts = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(parts) }
        let (r, s) = (BN_bin2bn(Array(signature[..<32]), 32, nil), BN_bin2bn(Array(signature[32...]), 32, nil))
        guard ECDSA_SIG_set0(parts, r, s) == 1 else {
            BN_free(r)
            BN_free(s)
            return nil
        }
        var der: UnsafeMutablePointer<UInt8>?
        let count = i2d_ECDSA_SIG(parts, &der)
        guard count > 0, let der else { return nil }
        defer { CRYPTO_free(der, "", 0) }
        return Array(UnsafeBufferPointer(start: der, count: Int(count)))
    }
}
