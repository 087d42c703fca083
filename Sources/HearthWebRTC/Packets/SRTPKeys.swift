internal import HearthTLS

/// The keys of one direction, derived from what DTLS agreed on (RFC 3711, section 4.3), for AES-CM with 128 bits and
/// HMAC-SHA1 with 80.
package struct SRTPKeys: Hashable, Sendable {
    /// The keys of RTP, or those of RTCP.
    package struct Part: Hashable, Sendable {
        /// 16 bytes.
        package let cipher: [UInt8]
        /// 20 bytes.
        package let authentication: [UInt8]
        /// 14 bytes.
        package let salt: [UInt8]
    }

    package let rtp: Part
    package let rtcp: Part

    /// - Parameters:
    ///   - key: the master key, 16 bytes.
    ///   - salt: the master salt, 14 bytes.
    /// - Returns: nil for other lengths.
    package init?(key: [UInt8], salt: [UInt8]) {
        guard salt.count == 14, let rtp = Self.derive(key, salt, from: 0), let rtcp = Self.derive(key, salt, from: 3)
        else { return nil }
        (self.rtp, self.rtcp) = (rtp, rtcp)
    }

    /// - Parameter label: that of the cipher's key; the next ones are those of the authentication and the salt.
    private static func derive(_ key: [UInt8], _ salt: [UInt8], from label: UInt8) -> Part? {
        func bytes(_ count: Int, _ label: UInt8) -> [UInt8]? {
            // The key derivation rate is 0, so the label is all of the identifier (section 4.3.1).
            var counter = salt + [0, 0]
            counter[7] ^= label
            return AES128Counter.apply(repeatElement(0, count: count), key: key, counter: counter)
        }
        guard let cipher = bytes(16, label), let authentication = bytes(20, label + 1), let salt = bytes(14, label + 2)
        else { return nil }
        return Part(cipher: cipher, authentication: authentication, salt: salt)
    }
}

extension SRTPKeys.Part {
    /// The length of a packet's tag, in bytes.
    static let tagBytes = 10

    /// Encrypts or decrypts (RFC 3711, section 4.1.1).
    ///
    /// - Parameter index: the packet's, 48 bits.
    func apply(_ bytes: some Sequence<UInt8>, source: UInt32, index: UInt64) -> [UInt8]? {
        var counter = salt + [0, 0]
        for (offset, byte) in source.networkBytes.enumerated() { counter[4 + offset] ^= byte }
        for (offset, byte) in index.networkBytes.suffix(6).enumerated() { counter[8 + offset] ^= byte }
        return AES128Counter.apply(bytes, key: cipher, counter: counter)
    }

    func tag(of bytes: [UInt8]) -> [UInt8] {
        Array(HMACSHA1.code(of: bytes, key: authentication).prefix(Self.tagBytes))
    }
}
