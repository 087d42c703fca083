/// Exact values of number texts.
enum JSONNumber {
    enum Integer: Equatable {
        case value(isNegative: Bool, magnitude: UInt64)
        /// An integer of more than 64 bits.
        case tooLarge
        case fraction
    }

    /// The value of a number as an integer: `1.0` and `1e3` are integers, `1.5` is not. The text must have JSON's
    /// syntax.
    static func integer(_ text: ArraySlice<UInt8>) -> Integer {
        if let plain = plain(text) { return plain }
        var digits: [UInt8] = []
        /// Digits before the point.
        var whole: Int?
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        loop: while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "."): whole = digits.count
            case UInt8(ascii: "e"), UInt8(ascii: "E"): break loop
            default: digits.append(byte &- UInt8(ascii: "0"))
            }
            rest.removeFirst()
        }
        var point = whole ?? digits.count
        if !rest.isEmpty { point += exponent(rest.dropFirst()) }
        guard let last = digits.lastIndex(where: { $0 != 0 }) else {
            return .value(isNegative: isNegative, magnitude: 0)
        }
        guard last < point else { return .fraction }
        let first = digits.firstIndex { $0 != 0 } ?? 0
        // The largest 64-bit number has 20 digits.
        guard point - first <= 20 else { return .tooLarge }
        var magnitude: UInt64 = 0
        for index in first..<point {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, overflowToo) = product.addingReportingOverflow(UInt64(index < digits.count ? digits[index] : 0))
            guard !overflow, !overflowToo else { return .tooLarge }
            magnitude = sum
        }
        return .value(isNegative: isNegative, magnitude: magnitude)
    }

    /// The value of a text with only a sign and few digits, as nearly all have.
    private static func plain(_ text: ArraySlice<UInt8>) -> Integer? {
        let isNegative = text.first == UInt8(ascii: "-")
        guard text.count <= 19 else { return nil }
        var magnitude: UInt64 = 0
        for index in (isNegative ? text.startIndex + 1 : text.startIndex)..<text.endIndex {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            magnitude = magnitude * 10 + UInt64(digit)  // in range: 19 digits at most
        }
        return .value(isNegative: isNegative, magnitude: magnitude)
    }

    /// An exponent, limited to a million: larger ones exceed any number of digits.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        var value = 0
        for byte in text where byte &- UInt8(ascii: "0") < 10 {
            value = min(value * 10 + Int(byte &- UInt8(ascii: "0")), 1_000_000)
        }
        return text.first == UInt8(ascii: "-") ? -value : value
    }
}
