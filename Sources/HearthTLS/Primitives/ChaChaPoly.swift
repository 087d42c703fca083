internal import COpenSSL

/// The authenticated encryption ChaCha20-Poly1305 (RFC 8439).
package enum ChaChaPoly {
    /// The number of bytes that ``seal(_:key:nonce:authenticating:)`` adds.
    package static let tagLength = 16

    /// Encrypts a text and appends its tag.
    ///
    /// - Returns: nil if `key` has not 32 bytes or `nonce` has not 12, or if the text is longer than 1 GiB.
    package static func seal(
        _ text: some Sequence<UInt8>, key: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
    ) -> [UInt8]? {
        let text = Array(text)
        guard let context = Context(key, nonce, data, seals: true, length: text.count) else { return nil }
        guard var sealed = context.update(text) else { return nil }
        var tag = [UInt8](repeating: 0, count: tagLength)
        guard EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1 else { return nil }
        sealed += tag
        return sealed
    }

    /// Decrypts what ``seal(_:key:nonce:authenticating:)`` returned.
    ///
    /// - Returns: nil if the tag does not match, or if key or nonce have wrong lengths.
    package static func open(
        _ sealed: some Sequence<UInt8>, key: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
    ) -> [UInt8]? {
        var text = Array(sealed)
        guard text.count >= tagLength else { return nil }
        var tag = Array(text.suffix(tagLength))
        text.removeLast(tagLength)
        guard let context = Context(key, nonce, data, seals: false, length: text.count),
            EVP_CIPHER_CTX_ctrl(context.pointer, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1
        else { return nil }
        return context.update(text)
    }

    /// A cipher of OpenSSL for one text.
    private final class Context {
        let pointer: OpaquePointer
        private let seals: Bool

        init?(_ key: [UInt8], _ nonce: [UInt8], _ data: [UInt8], seals: Bool, length: Int) {
            guard key.count == 32, nonce.count == 12, max(length, data.count) <= 1 << 30 else { return nil }
            guard let pointer = EVP_CIPHER_CTX_new() else { return nil }
            self.pointer = pointer
            self.seals = seals
            var count: Int32 = 0
            guard EVP_CipherInit_ex(pointer, EVP_chacha20_poly1305(), nil, key, nonce, seals ? 1 : 0) == 1,
                data.isEmpty || EVP_CipherUpdate(pointer, nil, &count, data, Int32(clamping: data.count)) == 1
            else { return nil }
        }

        deinit {
            EVP_CIPHER_CTX_free(pointer)
            // Leaves no error in OpenSSL's queue, where a later call on this thread would find it.
            ERR_clear_error()
        }

        /// The whole output for the whole input; nil also if the tag does not match.
        func update(_ input: [UInt8]) -> [UInt8]? {
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
}
