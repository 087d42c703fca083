internal import HearthBase
internal import HearthTLS

/// The key of a device's API: 32 bytes that hub and device share.
package struct ESPHomeKey: Hashable, Sendable {
    package let bytes: [UInt8]

    /// - Returns: nil for another number of bytes than 32.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Reads a key in base64, as the device's configuration has it after `key:`.
    package init?(_ text: String) {
        let letters = text.utf8.filter { !" \t\r\n".utf8.contains($0) }
        guard letters.count <= 64, let bytes = Base64.decode(letters[...]) else { return nil }
        self.init(bytes: bytes)
    }

    /// A new random key.
    package static func random() -> ESPHomeKey { ESPHomeKey(unchecked: SecureRandom.bytes(32)) }

    /// The key of devices that have none yet: zeros. It encrypts, but proves nothing.
    package static let unset = ESPHomeKey(unchecked: [UInt8](repeating: 0, count: 32))

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// The key in base64.
    package var text: String { String(decoding: Base64.encode(bytes), as: UTF8.self) }
}

extension ESPHomeKey: CustomStringConvertible, CustomReflectable {
    /// Without the key, which must not appear in logs.
    package var description: String { "a key of 32 bytes" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
