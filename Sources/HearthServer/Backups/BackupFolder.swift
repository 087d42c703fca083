internal import HearthBase
internal import HearthStore
internal import HearthSystem
internal import HearthTerminal

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The folder of a home's automatic backups: `home-20260131-210409-1a2b3c4d.backup` of `home.db`, with the time in UTC
/// and the beginning of the hub's ID. Several homes may share the folder: the ID inside each file decides which home it
/// belongs to, not its name.
struct BackupFolder: Sendable {
    /// The number of backups to keep.
    static let kept = 7
    /// The age in seconds of the newest backup at which the next is due.
    static let interval: Int64 = 86_400

    struct Entry: Equatable {
        let path: String
        /// Seconds since 1970.
        let madeAt: Int64
        /// The hub's ID, or only its beginning if it is known from the file's name alone; empty if unknown.
        let home: String
    }

    let path: String
    /// The hub's ID; nil if it is not known, for example when the store and everything beside it is gone.
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
            throw CommandError(.badFile, "the folder can't be made: \(reason(of: error))")
        }
    }

    /// The path of a backup made at a time.
    func name(at seconds: Int64) -> String {
        let mark = home.map(Self.mark) ?? ""
        return "\(path)/\(stem)-\(UTC.digits(seconds))\(mark.isEmpty ? "" : "-" + mark).backup"
    }

    /// The automatic backups of this home, newest first; of all homes if this home's ID is not known.
    var entries: [Entry] { everything.filter(isOwn) }

    /// The automatic backups of other homes or of unknown ones, newest first.
    var others: [Entry] { everything.filter { !isOwn($0) } }

    /// A description of the others, such as "those of 2 other homes"; nil without others.
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

    /// Partial files of this home's backups, left by a crash.
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

    /// The part of a hub's ID that stands in file names.
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
            // File names of earlier versions have no ID.
            if let seconds = time(base) { return (path + "/" + name, seconds, "") }
            guard let dash = base.lastIndex(of: "-"), let seconds = time(base[..<dash]) else { return nil }
            return (path + "/" + name, seconds, String(base[base.index(after: dash)...]))
        }
        return found.ordered(by: \.time).reversed()
    }

    /// Whether no backup was made in the last day. One from the future, from a clock that was wrong, doesn't count.
    func isDue(at now: Int64) -> Bool {
        !entries.contains { $0.madeAt <= now && $0.madeAt > now - Self.interval }
    }

    /// Removes this home's backups except for the newest, and never the one that was just made.
    func prune(keeping made: String) {
        guard home != nil else { return }
        for entry in entries.filter({ $0.path != made }).dropFirst(Self.kept - 1) {
            try? FileManager.default.removeItem(atPath: entry.path)
        }
    }

    /// All backups of this home that the hub has made, including those before a migration, newest first.
    var all: [Entry] {
        let place = StorePlace(store)
        let prefix = PathText.name(of: store) + ".schema-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
        let migrations = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".backup") }.map { name in
            let path = place.folder + "/" + name
            let time = FileFacts(path, followsLink: false)?.modifiedAt ?? .zero
            return Entry(path: path, madeAt: time.components.seconds, home: HomeStore.hubID(of: path) ?? "")
        }
        return (entries + migrations.filter { $0.home.isEmpty || isOwn($0) }).ordered(by: \.madeAt).reversed()
    }

    /// Checks the whole of a backup, for which an encrypted one is decrypted beside the store.
    ///
    /// - Throws: ``StoreError``; ``CommandError`` for an encrypted one that the home's own recovery key does not open.
    func inspect(_ entry: Entry) async throws -> StoreBackup {
        let readable = try await ReadableBackup(entry.path, beside: StorePlace(store)) { () throws(CommandError) in
            throw CommandError(
                .refused,
                "it is encrypted, and the key on this machine does not open it; the emergency sheet has its key")
        }
        defer { readable.close() }
        return try await readable.inspect()
    }

    /// The newest intact backup of each home; only of this home if its ID is known.
    func newestGood() async -> [(path: String, backup: StoreBackup)] {
        var found: [(path: String, backup: StoreBackup)] = []
        for entry in all {
            guard !found.contains(where: { $0.backup.hubID == entry.home }) else { continue }
            guard let backup = try? await inspect(entry) else { continue }
            // The name of an encrypted one has only the beginning of the ID.
            guard !found.contains(where: { $0.backup.hubID == backup.hubID }) else { continue }
            found.append((entry.path, backup))
            if home != nil { break }
        }
        return found
    }
}

/// Times in UTC as they stand in file names: "20260131-210409".
package enum UTC {
    /// The length of the result of ``digits(_:)``.
    static let digitsCount = 15

    package static func digits(_ seconds: Int64) -> String {
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

    /// Parses a result of ``digits(_:)`` into seconds since 1970; nil for other text.
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
        // `timegm` accepts dates that no calendar has, such as the 31st of April.
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
