extension TextScanner {
    /// "1 h 30 min", exact to the last digit.
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

    /// A time that is next: numbers, each with its unit.
    mutating func takeSpan() throws(AutomationTextError) -> Duration {
        let isNegative = take("-")
        var total: Int128 = 0
        var hasPart = false
        while let number = try takeSpanNumber() {
            let place = at
            guard let word = takeName()?.lowercased(),
                let unit = TextWords.units.first(where: { $0.words.contains(word) })
            else { throw failure("say the unit of the time: d, h, min, s or ms", at: place) }
            let (part, overflows) = number.multipliedReportingOverflow(by: unit.attoseconds)
            let (sum, isTooLong) =
                isNegative
                ? total.subtractingReportingOverflow(part) : total.addingReportingOverflow(part)
            guard !overflows, !isTooLong else { throw failure("no time is as long as that", at: place) }
            total = sum
            hasPart = true
        }
        guard hasPart else { throw failure("say a time with its unit, such as 5 min or 1 h 30 min") }
        return Duration(attoseconds: total)
    }

    /// "5min" is read as well: the unit may stand right behind the number.
    private mutating func takeSpanNumber() throws(AutomationTextError) -> Int128? {
        let before = at
        guard let digits = takeDigits() else { return nil }
        guard peek() != 0x2E else {
            throw failure("say a time in whole numbers, such as 1 h 30 min or 500 ms", at: before)
        }
        guard let number = Int128(digits) else { throw failure("no time is as long as that", at: before) }
        return number
    }
}
