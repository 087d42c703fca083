internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The time zones of a tz database: a folder with a file for each (RFC 9636), which the system's updates replace while the
/// hub runs.
///
/// Its lock guards the zones that were read last. It is not held while a file is read.
package final class ZoneDatabase: Sendable {
    /// The database of this machine: the folder in the variable TZDIR, as for the C library, or `/usr/share/zoneinfo`.
    package static let system = ZoneDatabase(
        folder: environment("TZDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo")

    private static let mostKept = 64
    private static let mostNameBytes = 64

    /// The path of the folder.
    package let folder: String

    /// A file as it was read. An update replaces files, which changes these numbers.
    private struct Mark: Hashable {
        let device: UInt64
        let number: UInt64
        let seconds: Int64
        let nanoseconds: Int64

        init(_ status: stat) {
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
            (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec))
        }
    }

    private let kept = Mutex<[String: (mark: Mark, zone: ZoneFile)]>([:])

    /// - Parameter folder: the path of the folder.
    package init(folder: String) { self.folder = folder }

    /// Whether the folder has time zones.
    package var isInstalled: Bool { access(folder + "/UTC", R_OK) == 0 || access(folder + "/Etc/UTC", R_OK) == 0 }

    /// Returns a time zone.
    ///
    /// - Parameter name: a name of the IANA database, such as Europe/Berlin. Upper and lower case count.
    /// - Throws: ``ZoneError``.
    package func zone(_ name: String) throws(ZoneError) -> ZoneFile {
        guard Self.isName(name) else { throw unknown(name) }
        return try file(folder + "/" + name) { unknown(name) }
    }

    /// The offsets of a time zone; those of this machine's clock for an empty or unknown name.
    package func rules(of name: String) -> ZoneRules { (try? zone(name))?.rules ?? .ofThisMachine }

    /// The rule of the machine's clock, in the form of POSIX's TZ variable; empty if it has none, and for a clock that the
    /// variable TZ sets to something else than a name.
    package func ruleOfThisMachine() -> String {
        let name = nameOfThisMachine
        if name.isEmpty, Self.environment("TZ") != nil { return "" }
        let missing = ZoneError(.unknownName, "")
        let found = try? name.isEmpty ? file("/etc/localtime", orElse: { missing }) : zone(name)
        return found?.rule ?? ""
    }

    /// The name of the machine's own time zone: that of the variable TZ or, without it, of the file that `/etc/localtime`
    /// is a link to. Empty if that is not a name of this database.
    package var nameOfThisMachine: String {
        let setting = Self.environment("TZ") ?? Self.target(ofLink: "/etc/localtime")
        guard var name = setting.map({ $0[...] }) else { return "" }
        if name.first == ":" { name = name.dropFirst() }
        if let place = name.firstRange(of: "/zoneinfo/") {
            name = name[place.upperBound...]
        }
        return (try? zone(String(name))) == nil ? "" : String(name)
    }

    private func unknown(_ name: String) -> ZoneError {
        guard isInstalled else {
            return ZoneError(.noDatabase, "there are no time zones in \(folder); install the package tzdata")
        }
        return ZoneError(.unknownName, "there is no time zone of this name in \(folder)")
    }

    /// Whether a name is a path within the database: letters, digits, `_`, `+` and `-`, in parts with slashes between them.
    /// All names of zones begin with an upper-case letter, and those of other files and folders do not.
    private static func isName(_ name: String) -> Bool {
        guard name.utf8.count <= mostNameBytes, name.utf8.first.map({ (0x41...0x5A).contains($0) }) ?? false else {
            return false
        }
        return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
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

    // MARK: Files

    private func file(_ path: String, orElse missing: () -> ZoneError) throws(ZoneError) -> ZoneFile {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw missing() }
        let mark = Mark(status)
        if let known = kept.withLock({ $0[path] }), known.mark == mark { return known.zone }
        guard let bytes = Self.content(path) else { throw missing() }
        let zone = try ZoneFile(bytes, path: path)
        kept.withLock { all in
            if all.count >= Self.mostKept { all.removeAll() }
            all[path] = (mark, zone)
        }
        return zone
    }

    /// The file's bytes, but not more than one above the most that a zone's file may have; nil if it can't be read.
    private static func content(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while bytes.count <= ZoneFile.mostBytes {
            let count = read(descriptor, &part, part.count)
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        return bytes
    }

    private static func target(ofLink path: String) -> String? {
        var target = [CChar](repeating: 0, count: 1_024)
        let count = readlink(path, &target, target.count)
        return count > 0 ? String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
