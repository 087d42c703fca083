internal import COpenSSL

/// The key derivation scrypt (RFC 7914).
package enum Scrypt {
    /// The most memory that one derivation takes, in bytes.
    private static let mostMemory: UInt64 = 64 << 20

    /// Derives `count` bytes.
    ///
    /// - Parameters:
    ///   - cost: N, a power of two greater than 1.
    ///   - blocks: r. The derivation takes 128 · N · r bytes of memory.
    ///   - parallelism: p.
    /// - Returns: nil for parameters that RFC 7914 excludes, and for those that need more than 64 MiB.
    package static func derive(
        _ count: Int, from secret: [UInt8], salt: [UInt8], cost: UInt64, blocks: UInt64, parallelism: UInt64
    ) -> [UInt8]? {
        defer { ERR_clear_error() }
        guard count > 0 else { return nil }
        var derived = [UInt8](repeating: 0, count: count)
        let text = secret.map { CChar(bitPattern: $0) }
        let isMade = EVP_PBE_scrypt(
            text, text.count, salt, salt.count, cost, blocks, parallelism, mostMemory, &derived, count)
        return isMade == 1 ? derived : nil
    }
}
