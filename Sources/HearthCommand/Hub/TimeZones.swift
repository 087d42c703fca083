internal import Foundation
internal import HearthWords

/// The time zones that this machine knows, by their names in the IANA database.
enum TimeZones {
    /// The machine's own; empty where its setting has no such name.
    static var ofThisMachine: String {
        let name = TimeZone.current.identifier
        return isKnown(name) ? name : ""
    }

    static func isKnown(_ name: String) -> Bool { name == "UTC" || known.contains(name) }

    private static let known = Set(TimeZone.knownTimeZoneIdentifiers)

    /// What tells the offset in seconds at a time since 1970 in a time zone; the machine's for an empty name.
    static func secondsEastOfUTC(in name: String) -> @Sendable (Duration) -> Int {
        guard !name.isEmpty, let zone = TimeZone(identifier: name) else { return LocalTime.secondsEastOfUTC }
        return { time in zone.secondsFromGMT(for: Date(timeIntervalSince1970: time / .seconds(1))) }
    }
}
