internal import CHearthSQL

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Whole database files: made, synced and put in place so that a crash leaves the former one or the new one.
public enum DatabaseFile {
    /// Whether there is a file of this name.
    public static func exists(_ path: String) -> Bool { FileIdentity(path: path) != nil }

    /// Whether two names are of one file.
    public static func isSame(_ path: String, _ other: String) -> Bool {
        guard let identity = FileIdentity(path: path) else { return false }
        return identity == FileIdentity(path: other)
    }

    /// What the last process that had the database open said of it with ``Database/setNote(_:owner:)``; nil if there
    /// was none. It may be open.
    public static func owner(of path: String) -> String? {
        guard let resolved = try? FileLock.resolve(path) else { return nil }
        return FileLock.owner(of: resolved)
    }

    /// How many bytes this user can still write to the disk of a file; nil if that can't be told.
    public static func room(at path: String) -> Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
        return Int(clamping: UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// Bytes of a file; nil if it can't be read.
    public static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Throws unless a file begins as SQLite's do (sqlite.org/fileformat.html §1.3.1): `.corrupt` if it is what is left
    /// of one, else `.notADatabase`.
    ///
    /// - Parameter wasDatabase: whether a database is known to have been there; nil where the file is only read.
    static func checkFormat(_ path: String, of name: String, wasDatabase: Bool? = nil) throws(SQLError) {
        // Without waiting: it may be a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileLock.error(name, errno) }
        defer { close(descriptor) }
        let expected = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: expected.count)
        let count = read(descriptor, &bytes, bytes.count)
        // It is a folder, or the disk fails.
        if count < 0, wasDatabase != nil { throw FileLock.error(name, errno) }
        let begin = bytes.prefix(max(count, 0))
        guard begin.elementsEqual(expected), size(path) ?? 0 >= smallestPage else {
            // Cut short, or overwritten with zeros: no program's file begins with sixteen of them.
            let isRest = !begin.isEmpty && (expected.starts(with: begin) || begin.allSatisfy { $0 == 0 })
            let code = isRest || wasDatabase == true ? SQLError.Code.corrupt : .notADatabase
            throw SQLError(code: code, message: "'\(name)': \(code.explanation)")
        }
    }

    /// Whether a file has no more than the first page of a database without tables. After a power failure some of its sectors
    /// may be zeros or missing. Such a file contains no data.
    static func isOnlyBegun(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: firstPage + 1)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, count <= firstPage else { return false }
        let isHeader = bytes.starts(with: "SQLite format 3\0".utf8)
        // The version of its tables, and whose they are (sqlite.org/fileformat.html §1.3.16, §1.3.17).
        guard bytes[60..<64].allSatisfy({ $0 == 0 }), bytes[68..<72].allSatisfy({ $0 == 0 }) else { return false }
        // A leaf of no cells follows the header, and sums are at the end of the page.
        let isEmpty = bytes[101..<105].allSatisfy { $0 == 0 }
        let content = isHeader ? 108..<(firstPage - reserved) : 0..<(firstPage - reserved)
        return isEmpty && bytes[content].allSatisfy { $0 == 0 }
    }

    /// Truncates a file that ``isOnlyBegun(_:)`` and removes its journal, which SQLite would otherwise play back.
    static func empty(_ path: String) throws(SQLError) {
        guard truncate(path, 0) == 0 else { throw FileLock.error(path, errno) }
        remove(path + "-journal")
        try sync(path)
        syncFolder(of: path)
    }

    /// Bytes of the page that SQLite makes for a new file, and those at its end for sums.
    private static let firstPage = 4_096
    private static let reserved = Int(hearth_sql_reserved)

    /// The smallest page size of SQLite, in bytes (sqlite.org/fileformat.html §1.3.2).
    private static let smallestPage = 512

    /// Makes an empty file, readable by its owner only.
    static func create(_ path: String) throws(SQLError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileLock.error(path, errno) }
        close(descriptor)
    }

    /// Returns when all that was written to a file is on the disk.
    public static func sync(_ path: String) throws(SQLError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileLock.error(path, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileLock.error(path, errno) }
    }

    /// Gives a file another name in the same folder, durably. A file of that name is replaced.
    public static func move(_ path: String, to new: String) throws(SQLError) {
        guard rename(path, new) == 0 else { throw FileLock.error(new, errno) }
        syncFolder(of: new)
    }

    /// Removes a file, if it is there.
    public static func remove(_ path: String) { unlink(path) }

    /// Gives a file a second name; where the file system knows none, another name.
    static func keep(_ path: String, as name: String) throws(SQLError) {
        if link(path, name) == 0 { return syncFolder(of: name) }
        guard errno != EEXIST else { throw FileLock.error(name, errno) }
        try move(path, to: name)
    }

    /// Some file systems can't; the name is durable there with the file, or a moment later.
    static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        try? sync(folder)
    }
}

/// The place of a database that is not open, held against whoever wants to open it.
public final class DatabasePlace {
    /// The path, without symbolic links.
    public let path: String
    private let lock: FileLock

    /// Takes the place; there need not be a file.
    ///
    /// - Throws: `.openElsewhere` if the database is open.
    public init(_ path: String) throws(SQLError) {
        self.path = try FileLock.resolve(path)
        lock = try FileLock(guarding: self.path)
    }

    /// Puts a whole file in the place, all or nothing. What was there, with its log, is kept under another name.
    ///
    /// - Parameters:
    ///   - file: the new one, in the same folder; it gets the name of the place.
    ///   - former: the name for what was there, which must be free.
    /// - Returns: whether there was anything.
    public func put(_ file: String, keeping former: String) throws(SQLError) -> Bool {
        let had = DatabaseFile.exists(path)
        if had {
            settle()
            try DatabaseFile.keep(path, as: former)
        }
        // What couldn't be brought into the former file would be read into the new one.
        for suffix in ["-wal", "-shm", "-journal"] where DatabaseFile.exists(path + suffix) {
            try DatabaseFile.move(path + suffix, to: former + suffix)
        }
        try DatabaseFile.sync(file)
        try DatabaseFile.move(file, to: path)
        return had
    }

    /// Gives what is in the place another name, with its log, and forgets that there was anything: the next opening
    /// begins a new file.
    ///
    /// - Parameter former: the new name, which must be free.
    /// - Returns: whether there was a file.
    public func setAside(keeping former: String) throws(SQLError) -> Bool {
        let had = DatabaseFile.exists(path)
        for suffix in ["", "-wal", "-shm", "-journal"] where DatabaseFile.exists(path + suffix) {
            try DatabaseFile.keep(path + suffix, as: former + suffix)
            DatabaseFile.remove(path + suffix)
        }
        lock.forget()
        return had
    }

    /// Brings the log of a hub that was killed into its file, unless it is damaged.
    private func settle() {
        guard DatabaseFile.exists(path + "-wal") else { return }
        guard let connection = try? Connection(path: path, file: "'\(path)'", mode: .existing) else { return }
        let database = Database(connection: connection, lock: nil)
        _ = try? database.rows("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        database.close()
    }
}
