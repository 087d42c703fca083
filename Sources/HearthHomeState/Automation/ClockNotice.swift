package import HearthAutomation
internal import HearthBase
internal import HearthCalendar
internal import HearthTraitCore

/// The notice that automations wait until the hub's clock is right.
package enum ClockNotice {
    /// - Parameters:
    ///   - wait: what the automations wait for.
    ///   - time: the present time since 1970.
    ///   - place: of the structure, for the local time.
    package static func of(_ wait: ClockWait, at time: Duration, in place: StructurePlace) -> Notice {
        let end = wait.goesOn.map { "; otherwise they resume in \(minutes($0)) min" } ?? ""
        return Notice(
            title: "Automations wait for the clock",
            text:
                "the hub's clock shows \(text(time, at: place)), but has shown \(text(wait.latest, at: place)) before; "
                + "automations that start by the clock wait until it is right: set the clock of the hub's machine\(end)",
            urgency: Notice.Urgency.warning.rawValue, kind: .clock)
    }

    /// The minutes of a duration, rounded up.
    static func minutes(_ duration: Duration) -> Int64 { max(1, (duration.wholeSeconds + 59) / 60) }

    /// A time as people write it, in the structure's time zone: "2026-01-31 21:04".
    static func text(_ time: Duration, at place: StructurePlace) -> String {
        let (date, second) = LocalDate.split(SchedulePlace(place).zone.local(time.wholeSeconds))
        let (year, month, day) = date.parts
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(Int64(month)))-\(two(Int64(day))) \(two(second / 3_600)):\(two(second / 60 % 60))"
    }
}
