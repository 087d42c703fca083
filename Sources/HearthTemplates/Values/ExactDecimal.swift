/// A float as its exact decimal number, for rounding as Python does it: `round(2.675, 2)` is 2.67, because the float is
/// a little less.
struct ExactDecimal {
    /// Decimal digits without leading zeros; empty for zero.
    private let digits: [UInt8]
    /// How many of the digits, and of zeros before them, are after the point.
    private let places: Int
    private let isNegative: Bool

    /// - Parameter value: a finite number.
    init(_ value: Double) {
        isNegative = value.sign == .minus
        guard value != 0 else {
            (digits, places) = ([], 0)
            return
        }
        // The value is mantissa × 2^exponent with a whole mantissa.
        let shift = value.significandWidth
        var mantissa = UInt64(exactly: value.significand * Double(sign: .plus, exponent: shift, significand: 1)) ?? 0
        var exponent = Int(value.exponent) - shift
        while exponent < 0, mantissa & 1 == 0 { (mantissa, exponent) = (mantissa >> 1, exponent + 1) }
        var limbs: [UInt64] = []
        while mantissa > 0 {
            limbs.append(mantissa % Self.base)
            mantissa /= Self.base
        }
        // m × 2^-k is m × 5^k ÷ 10^k.
        Self.multiply(&limbs, by: exponent < 0 ? 5 : 2, times: Int(exponent.magnitude))
        places = exponent < 0 ? Int(exponent.magnitude) : 0
        var text = limbs.last.map { Array(String($0).utf8) } ?? []
        for limb in limbs.dropLast().reversed() {
            let part = Array(String(limb).utf8)
            text += Array(repeating: UInt8(ascii: "0"), count: max(0, 9 - part.count)) + part
        }
        digits = text
    }

    private static let base: UInt64 = 1_000_000_000

    private static func multiply(_ limbs: inout [UInt64], by factor: UInt64, times: Int) {
        var times = times
        while times > 0 {
            // 5^12 and 2^12 are below 2^28, so that a product with a limb fits.
            var power: UInt64 = 1
            for _ in 0..<min(times, 12) { power *= factor }
            times -= min(times, 12)
            var carry: UInt64 = 0
            for index in limbs.indices {
                let product = limbs[index] * power + carry
                (carry, limbs[index]) = product.quotientAndRemainder(dividingBy: base)
            }
            if carry > 0 { limbs.append(carry) }
        }
    }

    /// The float nearest to the number rounded to a count of places after the point, half to even. Infinite if it does
    /// not fit.
    ///
    /// - Parameter wanted: negative for tens, hundreds and so on; from -400 to 400.
    func rounded(places wanted: Int) -> Double {
        let kept = digits.count - (places - wanted)
        let sign = isNegative ? "-" : ""
        guard kept >= 0, !digits.isEmpty else { return isNegative ? -0.0 : 0 }
        guard kept < digits.count else { return Self.float(sign, digits, -places) }
        var head = Array(digits.prefix(kept))
        let tail = digits.dropFirst(kept)
        let half = tail.first.map { Int($0) - Int(UInt8(ascii: "5")) } ?? -1
        let isTie = half == 0 && tail.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
        if half > 0 || (half == 0 && !isTie) || (isTie && (head.last ?? 0) & 1 == 1) { Self.increment(&head) }
        return Self.float(sign, head, -wanted)
    }

    private static func increment(_ digits: inout [UInt8]) {
        for index in digits.indices.reversed() {
            guard digits[index] == UInt8(ascii: "9") else {
                digits[index] += 1
                return
            }
            digits[index] = UInt8(ascii: "0")
        }
        digits.insert(UInt8(ascii: "1"), at: 0)
    }

    private static func float(_ sign: String, _ digits: [UInt8], _ exponent: Int) -> Double {
        let whole = digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self)
        return Double("\(sign)\(whole)e\(exponent)") ?? 0
    }
}
