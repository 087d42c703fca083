internal import HearthBase
internal import HearthCalendar
internal import Synchronization

/// The clocks of time zones. Each computes its local minute once a minute, as a hub asks for it for each watch of each
/// guest whose grant has hours, under the lock of the structure.
///
/// Its lock guards the minutes that were computed last. It is not held while a minute is computed.
final class LocalClocks: Sendable {
    /// The clocks of the IANA database.
    static let shared = LocalClocks { ZoneDatabase.system.rules(of: $0) }

    private static let mostShown = 64

    private let rules: @Sendable (String) -> ZoneRules
    /// The minutes that were computed last, by time zone, with the minute since 1970 to which they belong.
    private let shown = Mutex<[String: (minute: Int64, shown: LocalMinute)]>([:])

    /// - Parameter rules: looks a time zone up by its name. The result of a look-up is not kept, as rules may change.
    init(rules: @escaping @Sendable (String) -> ZoneRules) { self.rules = rules }

    /// The local minute.
    ///
    /// - Parameters:
    ///   - time: since 1970.
    ///   - zone: name of the time zone in the IANA database; empty, or an unknown name, for this machine's.
    func minute(at time: Duration, in zone: String) -> LocalMinute {
        let minute = Self.minute(of: time)
        let known = shown.withLock { $0[zone] }
        if let known, known.minute == minute { return known.shown }
        let (date, second) = LocalDate.split(rules(zone).local(time.wholeSeconds))
        let shown = LocalMinute(weekday: UInt32(date.weekday.rawValue), minute: UInt32(second / 60))
        self.shown.withLock { all in
            if all.count >= Self.mostShown { all.removeAll() }
            all[zone] = (minute, shown)
        }
        return shown
    }

    /// The local time "21:04" and date "2026-01-31".
    func words(_ time: Duration, in zone: String) -> (time: String, date: String) {
        let (date, second) = LocalDate.split(rules(zone).local(time.wholeSeconds))
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (parts, minute) = (date.parts, Int(second) / 60)
        return (
            "\(digits(minute / 60)):\(digits(minute % 60))",
            "\(parts.year)-\(digits(parts.month))-\(digits(parts.dayOfMonth))"
        )
    }

    /// The next instants at which the clock shows one of `minutes`: those after a time, in order, up to nine days
    /// later. A minute that daylight saving time leaves out is at the end of the gap.
    ///
    /// - Parameters:
    ///   - minutes: minutes since midnight, each with its weekdays; empty for every day.
    ///   - time: since 1970.
    ///   - zone: as of ``minute(at:in:)``.
    func instants(
        of minutes: [(minute: UInt32, weekdays: Set<UInt32>)], after time: Duration, in zone: String
    ) -> [Duration] {
        let rules = rules(zone)
        let today = LocalDate.split(rules.local(time.wholeSeconds)).date
        var instants: [Duration] = []
        for offset in Int64(-1)...9 {
            let date = LocalDate(day: today.day + offset)
            let weekday = UInt32(date.weekday.rawValue)
            for part in minutes where part.weekdays.isEmpty || part.weekdays.contains(weekday) {
                let local = date.day * 86_400 + Int64(part.minute) * 60
                instants.append(.seconds(rules.instants(of: local).first))
            }
        }
        return instants.filter { $0 > time }.sorted()
    }

    private static func minute(of time: Duration) -> Int64 {
        let seconds = time.wholeSeconds
        return seconds >= 0 ? seconds / 60 : (seconds - 59) / 60
    }
}
