internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore

/// Hours of the week in the form "mo-fr 8:00-18:00".
enum HoursWords {
    private static let days = ["mo", "tu", "we", "th", "fr", "sa", "su"]
    private static let example = "mo-fr 8:00-18:00, sa,su 10:00-12:00 or 22:00-6:00"

    /// - Throws: ``CommandError`` for invalid hours.
    static func hours(_ text: String) throws(CommandError) -> GuestGrant.Hours {
        let words = text.lowercased().split(separator: " ").map(String.init)
        guard let clock = words.last, words.count <= 2, let (from, until) = minutes(clock),
            let weekdays = words.count == 2 ? weekdays(words[0]) : .some(nil)
        else { throw CommandError(.usage, "\(quoted(text)) are not hours; type them as in \(example)") }
        return GuestGrant.Hours(weekdays: weekdays, from: from, until: until)
    }

    /// The days, which are nil for every day; nil if the word names none.
    private static func weekdays(_ word: String) -> [Int]?? {
        if word == "daily" { return .some(nil) }
        var result: Set<Int> = []
        for part in word.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(day)
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
            var day = first
            result.insert(day)
            while day != last {
                day = day % 7 + 1
                result.insert(day)
            }
        }
        return .some(result.count == 7 ? nil : result.sorted())
    }

    private static func day(_ word: some StringProtocol) -> Int? {
        guard word.count >= 2, let index = days.firstIndex(where: { word.hasPrefix($0) }) else { return nil }
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        return names[index].hasPrefix(word) ? index + 1 : nil
    }

    private static func minutes(_ word: String) -> (from: Int, until: Int)? {
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(minute)
        guard ends.count == 2, let from = ends[0], let until = ends[1], from < 1_440, from != until else { return nil }
        // Midnight as an end is 24:00.
        return (from, until == 0 ? 1_440 : until)
    }

    private static func minute(_ word: some StringProtocol) -> Int? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let hour = number(parts[0]), hour <= 24,
            let minute = parts.count == 2 ? number(parts[1]) : 0, minute < 60, hour < 24 || minute == 0
        else { return nil }
        return hour * 60 + minute
    }

    private static func number(_ word: some StringProtocol) -> Int? {
        (1...2).contains(word.count) && word.allSatisfy({ $0.isASCII && $0.isNumber }) ? Int(word) : nil
    }

    /// The hours in the form of the command line.
    static func text(_ hours: GuestGrant.Hours) -> String {
        let clock = "\(time(hours.from))-\(time(hours.until))"
        let weekdays = Set(hours.weekdays ?? []).filter { (1...7).contains($0) }.sorted()
        guard !weekdays.isEmpty, weekdays.count < 7 else { return clock }
        var runs: [ClosedRange<Int>] = []
        for day in weekdays {
            if let last = runs.last, last.upperBound + 1 == day {
                runs[runs.count - 1] = last.lowerBound...day
            } else {
                runs.append(day...day)
            }
        }
        let names = runs.map { run in
            run.count < 3 ? run.map(name).joined(separator: ",") : "\(name(run.lowerBound))-\(name(run.upperBound))"
        }
        return "\(names.joined(separator: ",")) \(clock)"
    }

    private static func name(_ day: Int) -> String { days[day - 1] }

    private static func time(_ minute: Int) -> String {
        "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
    }
}
