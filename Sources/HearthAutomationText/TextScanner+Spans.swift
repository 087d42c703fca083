internal import HearthAutomation

extension TextScanner {
    // MARK: Units

    /// Whether a text is a unit: a percent sign, degrees, or letters.
    static func isUnit(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        var scanner = TextScanner(bytes, TextLine(number: 1, beginning: 0, start: 0, end: bytes.count))
        return scanner.takeUnit() != nil && scanner.isAtEnd
    }

    /// Takes the unit after a number, with blanks before it: "%", "°C", "lx".
    mutating func takeUnit() -> String? {
        if take("%") { return "%" }
        if take("°") {
            guard let next = peek(), Self.isWord(next), let word = nextName(), ["c", "f"].contains(word.lowercased())
            else {
                return "°"
            }
            return takeName().map { "°" + $0 }
        }
        guard let word = nextName(), word.first?.isNumber == false, !TextWords.reserved.contains(word.lowercased())
        else {
            return nil
        }
        return takeName()
    }

    // MARK: Durations

    /// The text of a duration, exact to the attosecond: "1 h 30 min".
    static func span(_ duration: Duration) -> String {
        let total = duration.attoseconds
        var rest = total.magnitude
        var parts: [String] = []
        for unit in TextWords.units {
            let (count, left) = rest.quotientAndRemainder(dividingBy: unit.attoseconds.magnitude)
            rest = left
            if count > 0 { parts.append("\(count) \(unit.words[0])") }
        }
        return (total < 0 ? "-" : "") + (parts.isEmpty ? "0 s" : parts.joined(separator: " "))
    }

    /// Takes a duration: numbers, each with its unit.
    ///
    /// - Parameter longest: the longest duration, in attoseconds. Default: the longest that the wire allows.
    mutating func takeSpan(atMost longest: Int128 = longestSpan) throws(AutomationTextError) -> Duration {
        let isNegative = take("-")
        var total: Int128 = 0
        var hasPart = false
        while let number = try takeSpanNumber() {
            let place = at
            guard let word = takeName()?.lowercased(),
                let unit = TextWords.units.first(where: { $0.words.contains(word) })
            else { throw failure("say the unit of the time: d, h, min, s or ms", at: place) }
            let (part, overflows) = number.multipliedReportingOverflow(by: unit.attoseconds)
            let (sum, isTooLong) = total.addingReportingOverflow(part)
            guard !overflows, !isTooLong, sum <= longest else { throw failure(Self.tooLong, at: place) }
            total = sum
            hasPart = true
        }
        guard hasPart else { throw failure("say a time with its unit, such as 5 min or 1 h 30 min") }
        return Duration(attoseconds: isNegative ? -total : total)  // in range: it is not negative
    }

    /// The longest duration of a protobuf message: 315,576,000,000 s and 999,999,999 ns
    /// (google/protobuf/duration.proto).
    private static let longestSpan: Int128 = 315_576_000_000_999_999_999 * 1_000_000_000
    private static let tooLong = "the time is too long; say at most 10,000 years"

    /// Takes the number of a duration. Its unit may follow without a blank, as in "5min".
    private mutating func takeSpanNumber() throws(AutomationTextError) -> Int128? {
        let before = at
        guard let digits = takeDigits() else { return nil }
        guard peek() != 0x2E else {
            throw failure("say a time in whole numbers, such as 1 h 30 min or 500 ms", at: before)
        }
        guard let number = Int128(digits) else { throw failure(Self.tooLong, at: before) }
        return number
    }
}
