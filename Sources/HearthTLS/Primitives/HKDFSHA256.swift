/// The key derivation HKDF with SHA-256 (RFC 5869).
package enum HKDFSHA256 {
    /// Derives `count` bytes, at most 8,160.
    ///
    /// - Parameters:
    ///   - material: the secret to derive from.
    ///   - salt: a random value, or a key that was derived before.
    ///   - info: the purpose of the bytes.
    package static func derive(_ count: Int, from material: [UInt8], salt: [UInt8], info: [UInt8] = []) -> [UInt8] {
        // RFC 5869, section 2.2: a salt that is not provided is a string of zeros.
        let salt = salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt
        let key = HMACSHA256.code(of: material, key: salt)
        var (derived, block): ([UInt8], [UInt8]) = ([], [])
        for index in 1...UInt8.max {
            guard derived.count < count else { break }
            block = HMACSHA256.code(of: block + info + [index], key: key)
            derived += block
        }
        return Array(derived.prefix(max(0, count)))
    }
}
