internal import HearthBase
internal import Foundation
internal import HearthCalendar
internal import Synchronization

/// The local time of a time zone. It is computed once a minute and cached, as a hub asks for it for each watch of each
/// guest whose grant has hours.
struct LocalClock: Sendable {
    private let zone: String

    /// - Parameter zone: name of the time zone in the IANA database; empty, or an unknown name, for this machine's.
    init(_ zone: String) { self.zone = zone }

    /// Slow, as it looks the time zone up.
    private var rules: ZoneRules {
        let known = (zone.isEmpty ? nil : TimeZone(identifier: zone)) ?? .current
        return ZoneRules { Int64(known.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))) }
    }

    /// The local minute.
    ///
    /// - Parameter time: since 1970.
    func minute(at time: Duration) -> LocalMinute {
        let minute = Self.minute(of: time)
        let known = Self.shown.withLock { $0[zone] }
        if let known, known.minute == minute { return known.shown }
        let (date, second) = LocalDate.split(rules.local(time.wholeSeconds))
        let shown = LocalMinute(weekday: UInt32(date.weekday.rawValue), minute: UInt32(second / 60))
        Self.shown.withLock { all in
            if all.count >= Self.mostShown { all.removeAll() }
            all[zone] = (minute, shown)
        }
        return shown
    }

    /// The next instants at which the clock shows one of `minutes`: those after a time, in order, up to nine days
    /// later.
    ///
    /// - Parameter minutes: minutes since midnight, each with its weekdays; empty for every day.
    func instants(of minutes: [(minute: UInt32, weekdays: Set<UInt32>)], after time: Duration) -> [Duration] {
        let rules = rules
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

    /// The cached local minutes, by time zone, with the minute since 1970 to which they belong.
    private static let shown = Mutex<[String: (minute: Int64, shown: LocalMinute)]>([:])
    private static let mostShown = 64

    private static func minute(of time: Duration) -> Int64 {
        let seconds = time.wholeSeconds
        return seconds >= 0 ? seconds / 60 : (seconds - 59) / 60
    }
}
