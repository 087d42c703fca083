internal import COpenSSL

/// AES with 128 bits in counter mode (NIST SP 800-38A, section 6.5), without authentication.
package enum AES128Counter {
    /// Encrypts or decrypts.
    ///
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - counter: the first block's counter, 16 bytes. No counter may be used twice with a key.
    /// - Returns: nil if `key` or `counter` has another length, or for more than 1 GiB.
    package static func apply(_ bytes: some Sequence<UInt8>, key: [UInt8], counter: [UInt8]) -> [UInt8]? {
        let bytes = Array(bytes)
        guard key.count == 16, counter.count == 16, bytes.count <= 1 << 30 else { return nil }
        guard !bytes.isEmpty else { return [] }
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        // Leaves no error in OpenSSL's queue, where a later call on this thread would find it.
        defer { ERR_clear_error() }
        defer { EVP_CIPHER_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: bytes.count)
        var count: Int32 = 0
        guard EVP_EncryptInit_ex(context, EVP_aes_128_ctr(), nil, key, counter) == 1,
            EVP_EncryptUpdate(context, &output, &count, bytes, Int32(clamping: bytes.count)) == 1,
            Int(count) == bytes.count
        else { return nil }
        return output
    }
}
