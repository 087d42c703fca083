internal import COpenSSL

/// A private key for the key agreement X25519 (RFC 7748).
package struct X25519Key: Sendable {
    /// The private key, 32 bytes.
    package let secret: [UInt8]
    /// The public key, 32 bytes.
    package let publicKey: [UInt8]

    /// Creates a key from 32 random bytes.
    ///
    /// - Returns: nil for another number of bytes.
    package init?(secret: [UInt8]) {
        defer { ERR_clear_error() }
        guard secret.count == 32, let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, secret, 32) else {
            return nil
        }
        defer { EVP_PKEY_free(key) }
        var count = 32
        var publicKey = [UInt8](repeating: 0, count: 32)
        guard EVP_PKEY_get_raw_public_key(key, &publicKey, &count) == 1, count == 32 else { return nil }
        self.secret = secret
        self.publicKey = publicKey
    }

    /// The secret that this key shares with the owner of a public key, 32 bytes.
    ///
    /// - Returns: nil if `publicKey` has not 32 bytes, or is a point of small order, whose secret is zero for every key.
    package func agreement(with publicKey: [UInt8]) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard publicKey.count == 32, let own = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nil, secret, 32) else {
            return nil
        }
        defer { EVP_PKEY_free(own) }
        guard let other = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, nil, publicKey, 32) else { return nil }
        defer { EVP_PKEY_free(other) }
        guard let context = EVP_PKEY_CTX_new(own, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var count = 32
        var shared = [UInt8](repeating: 0, count: 32)
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other) == 1,
            EVP_PKEY_derive(context, &shared, &count) == 1, count == 32, shared.contains(where: { $0 != 0 })
        else { return nil }
        return shared
    }
}
