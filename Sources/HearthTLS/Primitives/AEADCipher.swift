internal import COpenSSL

/// A cipher of OpenSSL with a tag of 16 bytes, for one text.
final class AEADCipher {
    static let tagLength = 16

    /// The algorithms, each with a key of 32 bytes and a nonce of 12.
    enum Algorithm {
        case aes256GCM
        case chaCha20Poly1305
    }

    private let pointer: OpaquePointer

    /// - Parameters:
    ///   - data: authenticated and not encrypted.
    ///   - length: the length of the text, at most 1 GiB.
    /// - Returns: nil if key or nonce have wrong lengths, or text or data are too long.
    private init?(_ algorithm: Algorithm, _ key: [UInt8], _ nonce: [UInt8], _ data: [UInt8], seals: Bool, length: Int) {
        guard key.count == 32, nonce.count == 12, max(length, data.count) <= 1 << 30 else { return nil }
        guard let pointer = EVP_CIPHER_CTX_new() else { return nil }
        self.pointer = pointer
        let cipher =
            switch algorithm {
            case .aes256GCM: EVP_aes_256_gcm()
            case .chaCha20Poly1305: EVP_chacha20_poly1305()
            }
        var count: Int32 = 0
        guard EVP_CipherInit_ex(pointer, cipher, nil, key, nonce, seals ? 1 : 0) == 1,
            data.isEmpty || EVP_CipherUpdate(pointer, nil, &count, data, Int32(clamping: data.count)) == 1
        else { return nil }
    }

    deinit {
        EVP_CIPHER_CTX_free(pointer)
        // Leaves no error in OpenSSL's queue, where a later call on this thread would find it.
        ERR_clear_error()
    }

    /// Encrypts a text and appends its tag.
    static func seal(
        _ text: [UInt8], by algorithm: Algorithm, key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
    ) -> [UInt8]? {
        guard let cipher = AEADCipher(algorithm, key, nonce, data, seals: true, length: text.count),
            let sealed = cipher.update(text)
        else { return nil }
        var tag = [UInt8](repeating: 0, count: tagLength)
        guard EVP_CIPHER_CTX_ctrl(cipher.pointer, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1 else { return nil }
        return sealed + tag
    }

    /// Decrypts a text with its tag.
    ///
    /// - Returns: nil also if the tag does not match.
    static func open(
        _ sealed: [UInt8], by algorithm: Algorithm, key: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
    ) -> [UInt8]? {
        guard sealed.count >= tagLength else { return nil }
        var text = sealed
        var tag = Array(text.suffix(tagLength))
        text.removeLast(tagLength)
        guard let cipher = AEADCipher(algorithm, key, nonce, data, seals: false, length: text.count),
            EVP_CIPHER_CTX_ctrl(cipher.pointer, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1
        else { return nil }
        return cipher.update(text)
    }

    /// The whole output for the whole input; nil also if the tag does not match.
    private func update(_ input: [UInt8]) -> [UInt8]? {
        var output = [UInt8](repeating: 0, count: input.count)
        var count: Int32 = 0
        if !input.isEmpty {
            guard EVP_CipherUpdate(pointer, &output, &count, input, Int32(clamping: input.count)) == 1,
                Int(count) == input.count
            else { return nil }
        }
        // A stream cipher has nothing left to write here.
        var rest = [UInt8](repeating: 0, count: 32)
        guard EVP_CipherFinal_ex(pointer, &rest, &count) == 1, count == 0 else { return nil }
        return output
    }
}
