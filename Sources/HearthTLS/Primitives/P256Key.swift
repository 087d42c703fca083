internal import COpenSSL

/// A private key on the curve P-256, for key agreement (ECDH) and signatures (ECDSA with SHA-256).
package struct P256Key: Sendable {
    /// The private key, 32 bytes.
    package let secret: [UInt8]
    /// The public key as an uncompressed point, 65 bytes (SEC 1, section 2.3.3).
    package let point: [UInt8]

    /// The order of the curve's base point, which is above each private key (SEC 2, section 2.4.2).
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The bytes of an ECPrivateKey (RFC 5915) before the key, and those after it: the curve prime256v1.
    private static let head: [UInt8] = [0x30, 0x31, 0x02, 0x01, 0x01, 0x04, 0x20]
    private static let tail: [UInt8] = [
        0xA0, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
    ]

    /// Creates a key from 32 random bytes.
    ///
    /// - Returns: nil for another number of bytes, and for zero or a number above the curve's order.
    package init?(secret: [UInt8]) {
        defer { ERR_clear_error() }
        guard let key = Self.key(secret) else { return nil }
        defer { EVP_PKEY_free(key) }
        var der: UnsafeMutablePointer<UInt8>?
        let count = i2d_PUBKEY(key, &der)
        guard count > 0, let der else { return nil }
        defer { CRYPTO_free(der, "", 0) }
        let bytes = Array(UnsafeBufferPointer(start: der, count: Int(count)))
        guard let known = P256PublicKey(bytes) else { return nil }
        self.secret = secret
        point = known.point
    }

    /// Creates a key.
    ///
    /// - Parameter random: returns the given number of cryptographically secure random bytes.
    /// - Returns: nil if they are no key four times, which happens by chance once in 2^128 calls.
    package static func make(_ random: (_ count: Int) -> [UInt8]) -> P256Key? {
        for _ in 0..<4 {
            if let key = P256Key(secret: random(32)) { return key }
        }
        return nil
    }

    /// The secret that this key shares with the owner of a public key, 32 bytes.
    ///
    /// - Parameter point: an uncompressed point.
    /// - Returns: nil if it is not on the curve.
    package func agreement(with point: [UInt8]) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let other = P256PublicKey(point: point)?.openSSLKey() else { return nil }
        defer { EVP_PKEY_free(other) }
        guard let own = Self.key(secret) else { return nil }
        defer { EVP_PKEY_free(own) }
        guard let context = EVP_PKEY_CTX_new(own, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var count = 32
        var shared = [UInt8](repeating: 0, count: 32)
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
            EVP_PKEY_derive(context, &shared, &count) == 1, count == 32
        else { return nil }
        return shared
    }

    /// The signature of a message: r and s, 32 bytes each, as JWS has it (RFC 7518, section 3.4).
    package func signature(of message: [UInt8]) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard let key = Self.key(secret) else { return nil }
        defer { EVP_PKEY_free(key) }
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var count = 128
        var der = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, &der, &count, message, message.count) == 1
        else { return nil }
        return Self.plain(Array(der.prefix(count)))
    }

    /// A signature of OpenSSL's form as r and s.
    private static func plain(_ der: [UInt8]) -> [UInt8]? {
        let parts = der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return d2i_ECDSA_SIG(nil, &position, bytes.count)
        }
        guard let parts else { return nil }
        defer { ECDSA_SIG_free(parts) }
        var (r, s) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
        guard BN_bn2binpad(ECDSA_SIG_get0_r(parts), &r, 32) == 32, BN_bn2binpad(ECDSA_SIG_get0_s(parts), &s, 32) == 32
        else { return nil }
        return r + s
    }

    private static func key(_ secret: [UInt8]) -> OpaquePointer? {
        guard secret.count == 32, secret.contains(where: { $0 != 0 }), secret.lexicographicallyPrecedes(order) else {
            return nil
        }
        let der = head + secret + tail
        return der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return d2i_PrivateKey(EVP_PKEY_EC, nil, &position, bytes.count)
        }
    }
}
