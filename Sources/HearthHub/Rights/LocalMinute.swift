internal import Foundation

/// A minute of the week, as a clock on the wall of a structure shows it.
struct LocalMinute: Hashable, Sendable {
    /// Monday is 1, Sunday is 7.
    let weekday: UInt32
    /// Since midnight, 0 to 1439.
    let minute: UInt32

    init(weekday: UInt32, minute: UInt32) {
        self.weekday = weekday
        self.minute = minute
    }

    /// - Parameters:
    ///   - time: since 1970.
    ///   - zone: name of the time zone in the IANA database; empty, or none that is known, for this machine's.
    init(_ time: Duration, in zone: String) {
        let seconds = time.components.seconds
        let date = Date(timeIntervalSince1970: Double(seconds))
        let known = zone.isEmpty ? nil : TimeZone(identifier: zone)
        let local = seconds &+ Int64((known ?? .current).secondsFromGMT(for: date))
        let day = Self.quotient(local, 86_400)
        // The first of January 1970 was a Thursday.
        let weekday = (day &+ 3) &- Self.quotient(day &+ 3, 7) &* 7 &+ 1
        self.init(
            weekday: UInt32(clamping: weekday), minute: UInt32(clamping: (local &- day &* 86_400) / 60))
    }

    /// Rounded down.
    private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        number / divisor - (number % divisor < 0 ? 1 : 0)
    }

    /// As people say it: "Monday, 08:05".
    var name: String {
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let day = weekday >= 1 && weekday <= 7 ? days[Int(weekday) - 1] : ""
        let (hours, minutes) = (minute / 60, minute % 60)
        return "\(day), \(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    var dayBefore: UInt32 { weekday <= 1 ? 7 : weekday - 1 }
}
