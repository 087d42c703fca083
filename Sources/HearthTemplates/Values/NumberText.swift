/// Numbers in texts, by the rules of Python's `float` and `int`.
enum NumberText {
    /// The number of a text as `float(text)` reads it; nil if the text is not a number.
    static func float(_ text: String) -> Double? {
        var rest = Array(text.stripped.utf8)[...]
        let isNegative = sign(&rest)
        switch String(decoding: rest, as: UTF8.self).lowercased() {
        case "inf", "infinity": return isNegative ? -.infinity : .infinity
        case "nan": return .nan
        default: break
        }
        var plain: [UInt8] = []
        guard let whole = digits(&rest, radix: 10) else { return nil }
        plain += whole.isEmpty ? [UInt8(ascii: "0")] : whole
        var fraction: [UInt8] = []
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard let read = digits(&rest, radix: 10) else { return nil }
            fraction = read
            plain += [UInt8(ascii: ".")] + (read.isEmpty ? [UInt8(ascii: "0")] : read)
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            let isSmall = sign(&rest)
            guard let exponent = digits(&rest, radix: 10), !exponent.isEmpty else { return nil }
            plain += [UInt8(ascii: "e"), isSmall ? UInt8(ascii: "-") : UInt8(ascii: "+")] + exponent
        }
        guard rest.isEmpty, let value = Double(String(decoding: plain, as: UTF8.self)) else { return nil }
        return isNegative ? -value : value
    }

    enum Integer: Equatable {
        case value(Int)
        /// An integer of more than 64 bits.
        case tooLarge
        case noInteger
    }

    /// The number of a text as `int(text, radix)` reads it.
    ///
    /// - Parameter radix: 2 to 36.
    static func integer(_ text: String, radix: Int = 10) -> Integer {
        var rest = Array(text.stripped.utf8)[...]
        let isNegative = sign(&rest)
        let prefix: Character? = radix == 16 ? "x" : radix == 8 ? "o" : radix == 2 ? "b" : nil
        if let prefix, rest.first == UInt8(ascii: "0"),
            rest.dropFirst().first.map({ $0 | 0x20 }) == prefix.asciiValue
        {
            rest = rest.dropFirst(2)
            if rest.first == UInt8(ascii: "_") { rest.removeFirst() }
        }
        guard let digits = digits(&rest, radix: radix), !digits.isEmpty, rest.isEmpty else { return .noInteger }
        let plain = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
        return Int(plain, radix: radix).map { .value($0) } ?? .tooLarge
    }

    /// Whether there is a minus; takes a sign away.
    private static func sign(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else { return false }
        rest.removeFirst()
        return first == UInt8(ascii: "-")
    }

    /// Digits without the single underscores that Python permits between them; nil if an underscore is elsewhere.
    private static func digits(_ rest: inout ArraySlice<UInt8>, radix: Int) -> [UInt8]? {
        var digits: [UInt8] = []
        var isAfterUnderscore = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "_") {
                guard !digits.isEmpty, !isAfterUnderscore else { return nil }
                isAfterUnderscore = true
            } else if let value = Character(Unicode.Scalar(byte)).hexOrLetter, value < radix {
                digits.append(byte)
                isAfterUnderscore = false
            } else {
                break
            }
            rest.removeFirst()
        }
        return isAfterUnderscore ? nil : digits
    }
}

extension Character {
    /// The value of a digit in radix 36.
    fileprivate var hexOrLetter: Int? {
        guard let byte = asciiValue else { return nil }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return Int(byte) - 48
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return Int(byte) - 87
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return Int(byte) - 55
        default: return nil
        }
    }
}
