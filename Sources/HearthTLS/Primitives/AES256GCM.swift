/// The authenticated encryption AES-256-GCM (NIST SP 800-38D), without further authenticated data.
package enum AES256GCM {
    /// The number of bytes that ``seal(_:key:nonce:)`` adds.
    package static let tagLength = AEADCipher.tagLength

    /// Encrypts a text and appends its tag.
    ///
    /// - Returns: nil if `key` has not 32 bytes or `nonce` has not 12, or if the text is longer than 1 GiB.
    package static func seal(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        AEADCipher.seal(text, by: .aes256GCM, key: key, nonce: nonce, authenticating: [])
    }

    /// Decrypts what ``seal(_:key:nonce:)`` returned.
    ///
    /// - Returns: nil if the tag does not match, or if key or nonce have wrong lengths.
    package static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        AEADCipher.open(sealed, by: .aes256GCM, key: key, nonce: nonce, authenticating: [])
    }
}
