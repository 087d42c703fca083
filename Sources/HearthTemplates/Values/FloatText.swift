/// The shortest digits that read back as the same float, and their forms in Python and in JSON.
struct FloatText {
    let isNegative: Bool
    /// Without zeros at the ends; empty for zero.
    let digits: [UInt8]
    /// The place of the decimal point before or after the digits: the value is 0.DIGITS × 10^point.
    let point: Int

    /// - Parameter value: a finite number.
    init(_ value: Double) {
        isNegative = value.sign == .minus
        var (digits, exponent) = ([UInt8](), 0)
        var whole: Int?
        var rest = Substring("\(value.magnitude)").utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "."): whole = digits.count
            case UInt8(ascii: "e"):
                exponent = Int(Substring(rest)) ?? 0
                rest = Substring().utf8
            default: digits.append(byte)
            }
        }
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        point = digits.count == zeros ? 0 : (whole ?? digits.count) + exponent - zeros
        digits.removeFirst(zeros)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        self.digits = digits
    }

    /// As Python's `repr`: an exponent from 1e+16 and below 0.0001.
    var python: String { isInside(-3, 16) ? plain : scientific(sign: "+", digits: 2) }

    /// As orjson writes it, which Home Assistant uses: an exponent from 1e16 and below 0.00001.
    var json: String { isInside(-4, 16) ? plain : scientific(sign: "", digits: 1) }

    private func isInside(_ least: Int, _ most: Int) -> Bool { digits.isEmpty || (least <= point && point <= most) }

    private var plain: String {
        let zero = UInt8(ascii: "0")
        var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        text += point > 0 ? digits.prefix(point) : [zero]
        if point > digits.count { text += Array(repeating: zero, count: point &- digits.count) }
        text.append(UInt8(ascii: "."))
        if point < 0 { text += Array(repeating: zero, count: Int(point.magnitude)) }
        text += digits.count > max(point, 0) ? digits.dropFirst(max(point, 0)) : [zero]
        return String(decoding: text, as: UTF8.self)
    }

    private func scientific(sign: String, digits least: Int) -> String {
        let exponent = point &- 1
        let number = String(exponent.magnitude)
        let fraction = digits.count > 1 ? "." + String(decoding: digits.dropFirst(), as: UTF8.self) : ""
        return (isNegative ? "-" : "") + String(decoding: digits.prefix(1), as: UTF8.self) + fraction + "e"
            + (exponent < 0 ? "-" : sign) + (number.utf8.count < least ? "0" : "") + number
    }
}
