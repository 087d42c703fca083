internal import HearthBase
internal import HearthCalendar
internal import HearthTraitCore

/// The time zones that this machine knows, by their names in the IANA database.
enum TimeZones {
    private static let database = ZoneDatabase.system

    /// What is wrong with the database; nil if it is there.
    static var problem: String? {
        database.isInstalled
            ? nil
            : "there are no time zones in \(database.folder), so homes have this machine's clock; install the package tzdata"
    }

    /// What is wrong with the time zone of a structure, which then has this machine's clock; nil if the database has it.
    static func problem(ofZone zone: String, named structure: String) -> String? {
        guard !zone.isEmpty, database.isInstalled, !isKnown(zone) else { return nil }
        return "this machine does not know the time zone \(quoted(zone)) of \(quoted(structure)), so that home has "
            + "this machine's clock; install the package tzdata-legacy if the name is a former one, or choose another with "
            + "hearth home --time-zone NAME"
    }

    /// The machine's own time zone; empty if its setting is not an IANA name.
    static var ofThisMachine: String { database.nameOfThisMachine }

    /// The machine's own time zone in the form of POSIX's TZ variable; empty if not known.
    static var posixText: String { database.ruleOfThisMachine() }

    /// Whether a name is in the machine's database, including links.
    static func isKnown(_ name: String) -> Bool { (try? database.zone(name)) != nil }

    /// Returns a function from the time since 1970 to the seconds to add to UTC in a time zone; an empty name means the
    /// machine's.
    static func secondsEastOfUTC(in name: String) -> @Sendable (Duration) -> Int {
        let rules = database.rules(of: name)
        return { Int(rules.secondsEastOfUTC($0.wholeSeconds)) }
    }
}
