internal import HearthTraitCore
internal import HearthWords

/// Times to come as people type them: in how long, or when.
enum FutureTime {
    /// A time in seconds since 1970. A day without a time of day is meant to its end.
    ///
    /// - Throws: ``CommandError`` for what is neither "3h" nor "2026-12-24" nor "tomorrow 18:00", say, and for the past.
    static func time(_ word: String, now: Double) throws(CommandError) -> Double {
        guard let time = Amount.seconds(word).map({ now + $0 }) ?? date(word, now) else {
            throw CommandError(
                .usage,
                "\(quoted(word)) is no time; type when, as in 2026-12-24, \"2026-12-24 18:00\" or \"tomorrow 18:00\", or in "
                    + "how long, as in 12h, 3d or 2w")
        }
        guard time > now, time < 253_402_300_800 else {
            throw CommandError(
                .usage, "\(quoted(word)) is \(time > now ? "too far away" : "over"); type a time to come")
        }
        return time
    }

    private static func date(_ word: String, _ now: Double) -> Double? {
        // "tomorrow" has a T of its own.
        let isDate = word.first?.isNumber == true
        var parts = word.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "T" && isDate }.map(String.init)
        guard let day = parts.first, parts.count <= 2 else { return nil }
        if let days = ["today": 0.0, "tomorrow": 1.0][day.lowercased()] {
            // From noon on, so that a change of the clocks does not matter.
            guard let noon = PastTime.date("\(LocalTime.dateAndTime(now).prefix(10)) 12:00") else { return nil }
            parts[0] = String(LocalTime.dateAndTime(noon + days * 86_400).prefix(10))
        }
        return PastTime.date("\(parts[0]) \(parts.count > 1 ? parts[1] : "24:00")")
    }
}
