internal import Foundation
internal import HearthBase
internal import HearthStore

/// The folder of a home's automatic backups: `home-20260131-210409-1a2b3c4d.backup` of `home.db`, with the time in UTC
/// and the beginning of the hub's ID. Several homes may share it: what is one's own is decided by the ID in each file,
/// whatever its name.
struct BackupFolder: Sendable {
    /// How many are kept.
    static let kept = 7
    /// How old the newest may be until the next is due, in seconds.
    static let interval: Int64 = 86_400

    struct Entry: Equatable {
        let path: String
        /// Seconds since 1970.
        let madeAt: Int64
        /// The hub's ID, or its beginning where only the name of the file has it; empty where nothing says it.
        let home: String
    }

    let path: String
    /// The hub's ID; nil where it is not known, as of a store that is gone with all that lay beside it.
    let home: String?
    private let store: String
    private let stem: String

    /// - Parameters:
    ///   - folder: nil for `backups` next to the store.
    ///   - home: the hub's ID, if it is known.
    init(of place: StorePlace, folder: String? = nil, home: String?) {
        path = folder ?? place.defaultBackups
        self.home = home
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
    func name(at seconds: Int64) -> String {
        let mark = home.map(Self.mark) ?? ""
        return "\(path)/\(stem)-\(UTC.digits(seconds))\(mark.isEmpty ? "" : "-" + mark).backup"
    }

    /// The automatic backups of this home, newest first; of all homes where it is not known which this is.
    var entries: [Entry] { everything.filter(isOwn) }

    /// The automatic backups of other homes, and those that do not say whose they are, newest first.
    var others: [Entry] { everything.filter { !isOwn($0) } }

    /// How many homes the others are of, in words; nil where there are none.
    var othersInWords: String? {
        let others = others
        let homes = Set(others.map { Self.mark($0.home) }.filter { !$0.isEmpty }).count
        let unknown = others.count { $0.home.isEmpty }
        let parts = [
            homes == 0 ? nil : homes == 1 ? "those of another home" : "those of \(homes) other homes",
            unknown == 0 ? nil : unknown == 1 ? "one that can't be read" : "\(unknown) that can't be read",
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " and ")
    }

    /// What backups of this home that a kill has cut off have left.
    var unfinished: [String] {
        guard let mark = home.map(Self.mark), !mark.isEmpty else { return [] }
        let found = files { name in
            name.hasSuffix(".partial") ? name.firstRange(of: ".backup.").map { name[..<$0.lowerBound] } : nil
        }
        return found.filter { $0.mark == mark }.map(\.path)
    }

    private var everything: [Entry] {
        files { $0.hasSuffix(".backup") ? $0.dropLast(7) : nil }.map { file in
            Entry(path: file.path, madeAt: file.time, home: HomeStore.hubID(of: file.path) ?? file.mark)
        }
    }

    private func isOwn(_ entry: Entry) -> Bool {
        guard let home else { return true }
        return entry.home == home || entry.home == Self.mark(home)
    }

    /// What of an ID stands in names of files.
    private static func mark(_ home: String) -> String {
        String(decoding: home.utf8.filter { isLetterOrDigit($0) }.prefix(8), as: UTF8.self)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// The files with a time in their names, newest first.
    ///
    /// - Parameter base: the part of a name that ends with the time and the mark; nil for other files.
    private func files(_ base: (Substring) -> Substring?) -> [(path: String, time: Int64, mark: String)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let found = names.compactMap { name -> (path: String, time: Int64, mark: String)? in
            guard let base = base(name[...]) else { return nil }
            func time(_ text: Substring) -> Int64? {
                text.dropLast(UTC.digitsCount).hasSuffix("-") ? UTC.seconds(text.suffix(UTC.digitsCount)) : nil
            }
            // Those of earlier versions have no mark.
            if let seconds = time(base) { return (path + "/" + name, seconds, "") }
            guard let dash = base.lastIndex(of: "-"), let seconds = time(base[..<dash]) else { return nil }
            return (path + "/" + name, seconds, String(base[base.index(after: dash)...]))
        }
        return found.ordered(by: \.time).reversed()
    }

    /// Whether there is none of the last day. One from the future, by a clock that was wrong, doesn't count.
    func isDue(at now: Int64) -> Bool {
        !entries.contains { $0.madeAt <= now && $0.madeAt > now - Self.interval }
    }

    /// Removes all of this home but the newest, and never the one that was just made.
    func prune(keeping made: String) {
        guard home != nil else { return }
        for entry in entries.filter({ $0.path != made }).dropFirst(Self.kept - 1) {
            try? FileManager.default.removeItem(atPath: entry.path)
        }
    }

    /// All backups of this home that the hub has made, those before a migration among them, newest first.
    var all: [Entry] {
        let place = StorePlace(store)
        let prefix = (store as NSString).lastPathComponent + ".schema-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
        let migrations = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".backup") }.map { name in
            let path = place.folder + "/" + name
            let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            return Entry(
                path: path, madeAt: Int64((date ?? Date(timeIntervalSince1970: 0)).timeIntervalSince1970),
                home: HomeStore.hubID(of: path) ?? "")
        }
        return (entries + migrations.filter { $0.home.isEmpty || isOwn($0) }).ordered(by: \.madeAt).reversed()
    }

    /// The newest backup of each home from which a store can be made: of this home only, if it is known which that is.
    func newestGood() async -> [(path: String, backup: StoreBackup)] {
        var found: [(path: String, backup: StoreBackup)] = []
        for entry in all {
            guard !found.contains(where: { $0.backup.hubID == entry.home }) else { continue }
            guard let backup = try? await HomeStore.inspectBackup(entry.path) else { continue }
            found.append((entry.path, backup))
            if home != nil { break }
        }
        return found
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
