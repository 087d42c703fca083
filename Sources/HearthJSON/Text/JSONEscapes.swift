/// The escapes of strings (RFC 8259, section 7).
enum JSONEscapes {
    /// The content of a string whose escapes are validated.
    static func resolved(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch letter {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "u"):
                var code = unit(rest.prefix(4)) ?? 0
                rest = rest.dropFirst(4)
                if code & 0xFC00 == 0xD800, let low = unit(rest.dropFirst(2).prefix(4)) {
                    code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
                    rest = rest.dropFirst(6)
                }
                let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
                result.append(contentsOf: String(Character(scalar)).utf8)
            default: result.append(letter)
            }
        }
        return result
    }

    /// The value of four hexadecimal digits; nil for anything else.
    static func unit(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard digits.count == 4 else { return nil }
        var value: UInt32 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return value
    }
}
