/// The authenticated encryption ChaCha20-Poly1305 (RFC 8439).
package enum ChaChaPoly {
    /// The number of bytes that ``seal(_:key:nonce:authenticating:)`` adds.
    package static let tagLength = AEADCipher.tagLength

    /// Encrypts a text and appends its tag.
    ///
    /// - Returns: nil if `key` has not 32 bytes or `nonce` has not 12, or if the text is longer than 1 GiB.
    package static func seal(
        _ text: some Sequence<UInt8>, key: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
    ) -> [UInt8]? {
        AEADCipher.seal(Array(text), by: .chaCha20Poly1305, key: key, nonce: nonce, authenticating: data)
    }

    /// Decrypts what ``seal(_:key:nonce:authenticating:)`` returned.
    ///
    /// - Returns: nil if the tag does not match, or if key or nonce have wrong lengths.
    package static func open(
        _ sealed: some Sequence<UInt8>, key: [UInt8], nonce: [UInt8], authenticating data: [UInt8] = []
    ) -> [UInt8]? {
        AEADCipher.open(Array(sealed), by: .chaCha20Poly1305, key: key, nonce: nonce, authenticating: data)
    }
}
