package import HearthTLS

/// The encryption of messages for browsers: RFC 8291, in the encoding `aes128gcm` of RFC 8188 with a single record.
package enum PushEncryption {
    /// The longest message in bytes (RFC 8291, section 4): push services need not take bodies above 4,096 bytes.
    package static let mostBytes = 3_993

    private static let recordSize: UInt32 = 4_096

    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - key: a key that is used for this message only.
    ///   - salt: 16 random bytes.
    /// - Returns: the body of the request; nil for a message that is too long, and for a browser's key that is not on the
    ///   curve.
    package static func seal(
        _ message: [UInt8], for subscription: PushSubscription, key: P256Key, salt: [UInt8]
    ) -> [UInt8]? {
        guard message.count <= mostBytes, salt.count == 16 else { return nil }
        guard let shared = key.agreement(with: subscription.publicKey) else { return nil }
        // RFC 8291, section 3.4.
        let info = Array("WebPush: info".utf8) + [0] + subscription.publicKey + key.point
        let material = HKDFSHA256.derive(32, from: shared, salt: subscription.secret, info: info)
        // RFC 8188, sections 2.1 to 2.3.
        func derived(_ count: Int, _ purpose: String) -> [UInt8] {
            HKDFSHA256.derive(count, from: material, salt: salt, info: Array(purpose.utf8) + [0])
        }
        let (content, nonce) = (derived(16, "Content-Encoding: aes128gcm"), derived(12, "Content-Encoding: nonce"))
        // The delimiter 2 marks the last record, here without padding.
        guard let sealed = AES128GCM.seal(message + [2], key: content, nonce: nonce) else { return nil }
        let size = (0..<4).map { UInt8(truncatingIfNeeded: recordSize >> (24 - 8 * UInt32($0))) }
        return salt + size + [UInt8(clamping: key.point.count)] + key.point + sealed
    }
}
