internal import HearthTerminal

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// When something was last done for a store: a file beside it with the time in UTC.
struct TimeMark: Sendable {
    let path: String

    /// When the whole store was last checked: `home.db.checked`.
    static func ofCheck(_ place: StorePlace) -> TimeMark { TimeMark(path: place.checkMark) }

    /// When a backup was last copied off site: `home.db.offsite`.
    static func ofOffSiteCopy(_ place: StorePlace) -> TimeMark { TimeMark(path: place.offSiteMark) }

    /// Seconds since 1970; nil if it never was.
    var time: Int64? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        return UTC.seconds(text.prefix(UTC.digitsCount))
    }

    /// Whether the last time is more than a day ago. A time in the future, from a clock that was wrong, doesn't count.
    func isDue(at now: Int64) -> Bool {
        guard let time else { return true }
        return time > now || time <= now - BackupFolder.interval
    }

    func set(_ time: Int64) { try? Data((UTC.digits(time) + "\n").utf8).write(to: URL(fileURLWithPath: path)) }
}
