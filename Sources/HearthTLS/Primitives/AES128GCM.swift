internal import COpenSSL

/// The authenticated encryption AES-128-GCM (NIST SP 800-38D), without further authenticated data.
package enum AES128GCM {
    /// The number of bytes that ``seal(_:key:nonce:)`` adds.
    package static let tagLength = 16

    /// Encrypts a text and appends its tag.
    ///
    /// - Returns: nil if `key` has not 16 bytes or `nonce` has not 12, or if the text is longer than 1 MiB.
    package static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard key.count == 16, nonce.count == 12, text.count <= 1 << 20 else { return nil }
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        defer {
            EVP_CIPHER_CTX_free(context)
            ERR_clear_error()
        }
        var sealed = [UInt8](repeating: 0, count: text.count)
        var (count, rest): (Int32, [UInt8]) = (0, [UInt8](repeating: 0, count: 16))
        guard EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            text.isEmpty || EVP_EncryptUpdate(context, &sealed, &count, text, Int32(clamping: text.count)) == 1,
            Int(count) == text.count, EVP_EncryptFinal_ex(context, &rest, &count) == 1, count == 0
        else { return nil }
        var tag = [UInt8](repeating: 0, count: tagLength)
        guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1 else { return nil }
        return sealed + tag
    }
}
