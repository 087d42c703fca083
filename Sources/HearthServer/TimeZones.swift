internal import Foundation
internal import HearthPhrases

/// The time zones that this machine knows, by their names in the IANA database.
enum TimeZones {
    /// The machine's own time zone; empty if its setting is not an IANA name.
    static var ofThisMachine: String {
        let name = TimeZone.current.identifier
        return isKnown(name) ? name : ""
    }

    /// The machine's own time zone in the form of POSIX's TZ variable; empty if not known.
    static var posixText: String {
        let name = ofThisMachine
        return posixText(ofFile: name.isEmpty ? "/etc/localtime" : database + "/" + name)
    }

    /// The last line of a file of the tz database, which is the present rule of the zone (RFC 9636, section 3.3).
    static func posixText(ofFile path: String) -> String {
        guard let content = FileManager.default.contents(atPath: path), content.starts(with: Array("TZif".utf8)),
            content.last == UInt8(ascii: "\n")
        else { return "" }
        let line = content.dropLast().reversed().prefix { $0 != UInt8(ascii: "\n") }.reversed()
        guard line.count <= 128, line.allSatisfy({ (0x21...0x7E).contains($0) }) else { return "" }
        return String(decoding: line, as: UTF8.self)
    }

    /// Whether a name is in the machine's tz database, including links. On a machine without a database, whether
    /// Foundation knows it.
    static func isKnown(_ name: String) -> Bool { isKnown(name, database: database) }

    /// - Parameter database: the folder of the tz database.
    static func isKnown(_ name: String, database: String) -> Bool {
        guard hasForm(name), let zone = TimeZone(identifier: name) else { return false }
        if FileManager.default.fileExists(atPath: database + "/Etc/UTC") { return isFile(database + "/" + name) }
        // Abbreviations such as PST and offsets such as GMT+3 are not IANA names.
        return known.contains(name) || name == "UTC" || name.contains("/") && zone.identifier == name
    }

    private static let database = "/usr/share/zoneinfo"
    private static let known = Set(TimeZone.knownTimeZoneIdentifiers)

    /// Whether a name consists of letters, digits, `_`, `+` and `-`, in parts with slashes between them, so that it is
    /// a path in the database.
    private static func hasForm(_ name: String) -> Bool {
        name.utf8.count <= 64
            && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { isWord($0) }
            }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Whether a file begins with the magic number of the tz database's format (RFC 9636).
    private static func isFile(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 4)).map { $0.elementsEqual("TZif".utf8) } ?? false
    }

    /// Returns a function from seconds since 1970 to the offset from UTC in a time zone; an empty name means the
    /// machine's.
    static func secondsEastOfUTC(in name: String) -> @Sendable (Duration) -> Int {
        guard !name.isEmpty, let zone = TimeZone(identifier: name) else { return LocalTime.secondsEastOfUTC }
        return { time in zone.secondsFromGMT(for: Date(timeIntervalSince1970: time / .seconds(1))) }
    }
}
