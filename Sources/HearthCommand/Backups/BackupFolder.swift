internal import Foundation
internal import HearthBase
internal import HearthStore

/// The folder of a store's automatic backups: `home-20260131-210409.backup` of `home.db`, with the time in UTC.
struct BackupFolder: Sendable {
    /// How many are kept.
    static let kept = 7
    /// How old the newest may be until the next is due, in seconds.
    static let interval: Int64 = 86_400

    struct Entry: Equatable {
        let path: String
        /// Seconds since 1970.
        let madeAt: Int64
    }

    let path: String
    private let store: String
    private let stem: String

    /// - Parameter folder: nil for `backups` next to the store.
    init(of place: StorePlace, folder: String? = nil) {
        path = folder ?? place.folder + "/backups"
        store = place.path
        stem = place.stem
    }

    func make() throws(CommandError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(.badFile, "the folder can't be made: \(error.localizedDescription)")
        }
    }

    /// The name of a backup that is made now.
    func name(at seconds: Int64) -> String { "\(path)/\(stem)-\(UTC.digits(seconds)).backup" }

    /// The automatic backups, newest first.
    var entries: [Entry] { files { $0 == ".backup" } }

    /// What backups that a kill has cut off have left.
    var unfinished: [String] { files { $0.hasPrefix(".backup.") && $0.hasSuffix(".partial") }.map(\.path) }

    /// The files of the store whose names end so behind the time, newest first.
    private func files(_ isMeant: (Substring) -> Bool) -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let found = names.compactMap { name -> Entry? in
            let rest = name.dropFirst(stem.count + 1)
            guard name.hasPrefix(stem + "-"), isMeant(rest.dropFirst(UTC.digitsCount)) else { return nil }
            let time = UTC.seconds(rest.prefix(UTC.digitsCount))
            return time.map { Entry(path: path + "/" + name, madeAt: $0) }
        }
        return found.ordered(by: \.madeAt).reversed()
    }

    /// Whether there is none of the last day. One from the future, by a clock that was wrong, doesn't count.
    func isDue(at now: Int64) -> Bool {
        !entries.contains { $0.madeAt <= now && $0.madeAt > now - Self.interval }
    }

    /// Removes all but the newest, and never the one that was just made.
    func prune(keeping made: String) {
        for entry in entries.filter({ $0.path != made }).dropFirst(Self.kept - 1) {
            try? FileManager.default.removeItem(atPath: entry.path)
        }
    }

    /// All backups of the store that the hub has made, those before a migration among them, newest first.
    var all: [Entry] {
        let place = StorePlace(store)
        let prefix = (store as NSString).lastPathComponent + ".schema-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
        let migrations = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".backup") }.map { name in
            let path = place.folder + "/" + name
            let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            return Entry(path: path, madeAt: Int64((date ?? Date(timeIntervalSince1970: 0)).timeIntervalSince1970))
        }
        return (entries + migrations).ordered(by: \.madeAt).reversed()
    }

    /// The newest backup from which a store can be made.
    func newestGood() async -> (path: String, backup: StoreBackup)? {
        for entry in all {
            if let backup = try? await HomeStore.inspectBackup(entry.path) { return (entry.path, backup) }
        }
        return nil
    }
}

/// Times in UTC as names of files have them: "20260131-210409".
enum UTC {
    /// How long what ``digits(_:)`` writes is.
    static let digitsCount = 15

    static func digits(_ seconds: Int64) -> String {
        guard let parts = parts(seconds) else { return "00000000-000000" }
        return number([parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday], "") + "-"
            + number([parts.tm_hour, parts.tm_min, parts.tm_sec], "")
    }

    /// "2026-01-31 21:04:09 UTC", for people.
    static func text(_ time: Duration) -> String {
        guard let parts = parts(time.components.seconds) else { return "an unknown time" }
        return number([parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday], "-") + " "
            + number([parts.tm_hour, parts.tm_min, parts.tm_sec], ":") + " UTC"
    }

    /// The seconds since 1970 of what ``digits(_:)`` has written; nil for other text.
    static func seconds(_ text: Substring) -> Int64? {
        let digits = text.utf8.map { Int32($0) - 48 }
        guard digits.count == digitsCount, digits[8] == Int32(UInt8(ascii: "-")) - 48 else { return nil }
        let numbers = digits[..<8] + digits[9...]
        guard numbers.allSatisfy({ (0...9).contains($0) }) else { return nil }
        func value(_ range: Range<Int>) -> Int32 { digits[range].reduce(0) { $0 * 10 + $1 } }
        var parts = tm()
        parts.tm_year = value(0..<4) - 1900
        parts.tm_mon = value(4..<6) - 1
        parts.tm_mday = value(6..<8)
        parts.tm_hour = value(9..<11)
        parts.tm_min = value(11..<13)
        parts.tm_sec = value(13..<15)
        let seconds = Int64(timegm(&parts))
        // Also what no calendar has, as the 31st of April, would be a time.
        return self.digits(seconds) == text ? seconds : nil
    }

    private static func parts(_ seconds: Int64) -> tm? {
        guard (0..<253_402_300_800).contains(seconds) else { return nil }
        var time = time_t(seconds)
        var parts = tm()
        return gmtime_r(&time, &parts) == nil ? nil : parts
    }

    private static func number(_ values: [Int32], _ separator: String) -> String {
        values.map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: separator)
    }
}
