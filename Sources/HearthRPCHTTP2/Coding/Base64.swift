/// Base64 as `-bin` metadata has it: written without padding, unless it is said otherwise, read with or without (RFC 4648
/// §4).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }  // in range: 64 of them
        return values
    }()

    static func encode(_ bytes: [UInt8], isPadded: Bool = false) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 3 * 4 + 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let first = bytes[index]
            let second = left > 1 ? bytes[index + 1] : 0
            let third = left > 2 ? bytes[index + 2] : 0
            text.append(alphabet[Int(first >> 2)])
            text.append(alphabet[Int((first & 3) << 4 | second >> 4)])
            if left > 1 { text.append(alphabet[Int((second & 15) << 2 | third >> 6)]) }
            if left > 2 { text.append(alphabet[Int(third & 63)]) }
            index += 3
        }
        while isPadded, !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
        return text
    }

    /// The bytes, or nil for text that is not base64.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var text = text
        var padding = 0
        while text.last == UInt8(ascii: "="), padding < 2 {
            text.removeLast()
            padding += 1
        }
        let rest = text.count % 4
        guard rest != 1, padding == 0 || rest + padding == 4 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for character in text {
            let value = values[Int(character)]
            guard value != 0xFF else { return nil }
            bits = bits << 6 | UInt32(value)  // in range: six bits of a byte
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }
}
