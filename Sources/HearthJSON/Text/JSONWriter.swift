internal import HearthBase

/// Appends JSON text to bytes (RFC 8259).
struct JSONWriter {
    var bytes: [UInt8]

    static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    private static let hexadecimal = Array("0123456789abcdef".utf8)

    /// A text as a JSON string.
    static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONWriter(bytes: [])
        writer.text(text)
        return writer.bytes
    }

    mutating func text(_ text: String) {
        let utf8 = Array(text.utf8)
        // A Swift string is always UTF-8.
        _ = self.text(utf8, 0..<utf8.count)
    }

    /// Writes a range of bytes as a JSON string. Returns the offset of the first byte that is not UTF-8; nil if all
    /// are.
    mutating func text(_ source: [UInt8], _ range: Range<Int>) -> Int? {
        bytes.append(Self.quote)
        var (written, position) = (range.lowerBound, range.lowerBound)
        let end = range.upperBound
        while position < end {
            let byte = source[position]
            if byte >= 0x20, byte != Self.quote, byte != Self.backslash {
                if byte < 0x80 {
                    position &+= 1
                } else {
                    guard let length = source.utf8Length(at: position, upTo: end) else { return position }
                    position &+= length
                }
                continue
            }
            bytes.append(contentsOf: source[written..<position])
            escape(byte)
            position &+= 1
            written = position
        }
        bytes.append(contentsOf: source[written..<end])
        bytes.append(Self.quote)
        return nil
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(Self.backslash)
        switch byte {
        case Self.quote, Self.backslash: bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes += [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")]
            bytes.append(Self.hexadecimal[Int(byte >> 4)])
            bytes.append(Self.hexadecimal[Int(byte & 15)])
        }
    }

    mutating func raw(_ text: StaticString) {
        for byte in "\(text)".utf8 { bytes.append(byte) }
    }

    mutating func number(_ value: UInt64) {
        if value < 10 { return bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
        let start = bytes.count
        var rest = value
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
            rest = quotient
        }
        var (low, high) = (start, bytes.count - 1)
        while low < high {
            bytes.swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
    }

    mutating func number(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        number(value.magnitude)
    }

    /// Writes a number with at least this many digits.
    mutating func padded(_ value: Int, _ digits: Int) {
        var (limit, missing) = (10, digits - 1)
        while limit <= value {
            limit *= 10  // in range: values are parts of dates
            missing -= 1
        }
        for _ in 0..<max(missing, 0) { bytes.append(UInt8(ascii: "0")) }
        number(Int64(value))
    }

    /// Writes the shortest text that reads as the same value; NaN and infinities as strings.
    mutating func fraction(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
        if value.isNaN { return raw("\"NaN\"") }
        if value.isInfinite { return value < 0 ? raw("\"-Infinity\"") : raw("\"Infinity\"") }
        // As an integer where all integers are exact. Negative zero keeps its sign with a decimal point.
        if let whole = Int64(exactly: value), whole.magnitude >> UInt64(type(of: value).significandBitCount + 1) == 0,
            whole != 0 || value.sign == .plus
        {
            return number(whole)
        }
        for byte in value.description.utf8 { bytes.append(byte) }
    }

    /// Writes bytes in base64 (RFC 4648, section 4) in quotes, by default with padding.
    mutating func base64(_ source: [UInt8], _ range: Range<Int>, isPadded: Bool = true) {
        bytes.append(Self.quote)
        Base64.append(source, range, isPadded: isPadded, to: &bytes)
        bytes.append(Self.quote)
    }
}
