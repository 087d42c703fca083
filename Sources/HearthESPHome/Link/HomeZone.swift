package import HearthCalendar

/// The home's time zone, as devices need it.
package struct HomeZone: Sendable {
    /// The offsets from UTC.
    package var rules: ZoneRules
    /// The zone in the form of POSIX's TZ variable, such as `CET-1CEST,M3.5.0,M10.5.0/3`; empty if not known.
    package var text: String

    /// Creates a zone.
    package init(rules: ZoneRules, text: String = "") {
        self.rules = rules
        self.text = text
    }

    /// The time zone UTC.
    package static let utc = HomeZone(rules: .utc, text: "UTC0")
}
