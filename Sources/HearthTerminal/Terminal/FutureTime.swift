internal import HearthTraitCore
internal import HearthPhrases

/// Times in the future as people type them: a duration from now, or a date.
package enum FutureTime {
    /// A time in seconds since 1970. A date without a time of day means the end of the day.
    ///
    /// - Throws: ``CommandError`` for a time in the past, and for text in none of the forms "3h", "2026-12-24" and
    ///   "tomorrow 18:00".
    package static func time(_ word: String, now: Double) throws(CommandError) -> Double {
        guard let time = Amount.seconds(word).map({ now + $0 }) ?? date(word, now) else {
            throw CommandError(
                .usage,
                "\(quoted(word)) is not a time; type when, as in 2026-12-24, \"2026-12-24 18:00\" or \"tomorrow 18:00\", or "
                    + "a duration, as in 12h, 3d or 2w")
        }
        guard time > now, time < 253_402_300_800 else {
            throw CommandError(
                .usage, "\(quoted(word)) is \(time > now ? "too far away" : "over"); type a time in the future")
        }
        return time
    }

    private static func date(_ word: String, _ now: Double) -> Double? {
        // The T inside "tomorrow" is not a separator.
        let isDate = word.first?.isNumber == true
        var parts = word.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" && isDate }.map(String.init)
        guard let day = parts.first, parts.count <= 2 else { return nil }
        if let days = ["today": 0.0, "tomorrow": 1.0][day.lowercased()] {
            // Counted from noon, so that a change to or from summer time does not matter.
            guard let noon = PastTime.date("\(LocalTime.dateAndTime(now).prefix(10)) 12:00") else { return nil }
            parts[0] = String(LocalTime.dateAndTime(noon + days * 86_400).prefix(10))
        }
        return PastTime.date("\(parts[0]) \(parts.count > 1 ? parts[1] : "24:00")")
    }
}
