/// A minute of the week in local time.
package struct LocalMinute: Hashable, Sendable {
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
    ///   - zone: name of the time zone in the IANA database; empty, or an unknown name, for this machine's.
    package init(_ time: Duration, in zone: String) {
        self = LocalClocks.shared.minute(at: time, in: zone)
    }

    /// The time "21:04" and the date "2026-01-31".
    ///
    /// - Parameters: as of ``init(_:in:)``.
    package static func words(_ time: Duration, in zone: String) -> (time: String, date: String) {
        LocalClocks.shared.words(time, in: zone)
    }

    /// As people say it: "Monday, 08:05".
    package var name: String {
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let day = weekday >= 1 && weekday <= 7 ? days[Int(weekday) - 1] : ""
        let (hours, minutes) = (minute / 60, minute % 60)
        return "\(day), \(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    var dayBefore: UInt32 { weekday <= 1 ? 7 : weekday - 1 }
}
