/// Base64 (RFC 4648, sections 4 and 5).
package enum Base64 {
    /// The digits for the values 62 and 63.
    package enum Alphabet {
        /// `+` and `/`.
        case standard
        /// `-` and `_`, which are safe in URLs and file names.
        case url
    }

    /// Encodes bytes, by default with padding.
    package static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard, isPadded: Bool = true) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 3 * 4 + 4)
        append(bytes, 0..<bytes.count, alphabet, isPadded: isPadded, to: &text)
        return text
    }

    /// Appends the text of a range of bytes.
    package static func append(
        _ source: [UInt8], _ range: Range<Int>, _ alphabet: Alphabet = .standard, isPadded: Bool, to text: inout [UInt8]
    ) {
        let letters = alphabet == .standard ? letters : urlLetters
        var position = range.lowerBound
        while position < range.upperBound {
            let count = min(3, range.upperBound - position)
            var bits = UInt32(source[position]) << 16
            if count > 1 { bits |= UInt32(source[position + 1]) << 8 }
            if count > 2 { bits |= UInt32(source[position + 2]) }
            // In range: six bits index 64 letters.
            text.append(letters[Int(bits >> 18 & 63)])
            text.append(letters[Int(bits >> 12 & 63)])
            if count > 1 { text.append(letters[Int(bits >> 6 & 63)]) } else if isPadded { text.append(padding) }
            if count > 2 { text.append(letters[Int(bits & 63)]) } else if isPadded { text.append(padding) }
            position += count
        }
    }

    /// Decodes a text with all its padding or none.
    ///
    /// - Parameter alphabet: nil accepts both, also mixed.
    /// - Returns: nil if the text is not base64.
    package static func decode(_ text: ArraySlice<UInt8>, _ alphabet: Alphabet? = .standard) -> [UInt8]? {
        var text = text
        let whole = text.count
        while text.last == padding, whole - text.count < 2 { text.removeLast() }
        guard text.count == whole || whole.isMultiple(of: 4), text.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for letter in text {
            // In range: a value for each byte.
            let value = values[Int(letter)]
            guard value < 64, value < 62 || alphabet == nil || (alphabet == .url) == isOfURL(letter) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        return bytes
    }

    private static let padding = UInt8(ascii: "=")
    private static let common = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let letters = common + Array("+/".utf8)
    private static let urlLetters = common + Array("-_".utf8)

    private static func isOfURL(_ letter: UInt8) -> Bool {
        letter == UInt8(ascii: "-") || letter == UInt8(ascii: "_")
    }

    /// The value of each byte; 0xFF if it is not a digit.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for letters in [letters, urlLetters] {
            for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
        }
        return values
    }()
}
