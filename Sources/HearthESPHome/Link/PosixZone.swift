/// Reads a time zone in the form of POSIX's TZ variable (POSIX.1-2024, Base Definitions, 8.3) into the message that
/// firmware from 2026.9 on takes; older firmware reads the text itself.
struct PosixZone {
    private var rest: Substring

    /// Reads a text such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    ///
    /// - Returns: nil if the text has another form. A zone with daylight saving time but without rules has none of it.
    static func parsed(_ text: String) -> TimeZonePart? {
        var reader = PosixZone(rest: text[...])
        return reader.zone()
    }

    private mutating func zone() -> TimeZonePart? {
        guard skipName(), let standard = offset() else { return nil }
        var zone = TimeZonePart(standardOffset: standard, summerOffset: standard)
        guard !rest.isEmpty else { return zone }
        guard skipName() else { return nil }
        // An hour ahead of standard time unless it says otherwise.
        let summer = rest.isEmpty || rest.first == "," ? standard - 3_600 : offset()
        guard let summer else { return nil }
        guard !rest.isEmpty else { return zone }
        guard let start = rule(), let end = rule(), rest.isEmpty else { return nil }
        zone.summerOffset = summer
        zone.summerStart = start
        zone.summerEnd = end
        return zone
    }

    /// Skips a name: at least three letters, or anything between angle brackets.
    private mutating func skipName() -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// A rule with the comma before it.
    private mutating func rule() -> ZoneRulePart? {
        guard take(",") else { return nil }
        var rule = ZoneRulePart(time: 7_200)
        if take("M") {
            guard let month = number(1...12), take("."), let week = number(1...5), take("."), let day = number(0...6)
            else { return nil }
            rule.kind = 1
            (rule.month, rule.week, rule.weekday) = (UInt32(month), UInt32(week), UInt32(day))
        } else if take("J") {
            guard let day = number(1...365) else { return nil }
            (rule.kind, rule.day) = (2, UInt32(day))
        } else {
            guard let day = number(0...365) else { return nil }
            (rule.kind, rule.day) = (3, UInt32(day))
        }
        if take("/") {
            guard let time = offset() else { return nil }
            rule.time = time
        }
        return rule
    }

    /// Hours with optional minutes and seconds, in seconds. Hours go up to 167 in rules (RFC 9636, section 3.3.1).
    private mutating func offset() -> Int32? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(0...167) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] as [Int32] where take(":") {
            guard let part = number(0...59) else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    private mutating func number(_ range: ClosedRange<Int32>) -> Int32? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard let number = Int32(digits), range.contains(number) else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }
}
