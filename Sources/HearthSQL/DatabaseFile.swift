internal import CHearthSQL

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Whole database files: created, synced and moved so that a crash leaves either the former or the new one.
public enum DatabaseFile {
    /// Whether there is a file of this name.
    public static func exists(_ path: String) -> Bool { FileIdentity(path: path) != nil }

    /// Whether two paths refer to the same file.
    public static func isSame(_ path: String, _ other: String) -> Bool {
        guard let identity = FileIdentity(path: path) else { return false }
        return identity == FileIdentity(path: other)
    }

    /// The path of a file without symbolic links. The file need not exist, its folder must.
    public static func resolved(_ path: String) throws(SQLError) -> String { try FileLock.resolve(path) }

    /// The owner that the last process recorded with ``Database/setNote(_:owner:)``; nil if there was none. The
    /// database may be open.
    public static func owner(of path: String) -> String? {
        guard let resolved = try? FileLock.resolve(path) else { return nil }
        return FileLock.owner(of: resolved)
    }

    /// The bytes that this user can still write to the disk of a file; nil if unknown.
    public static func room(at path: String) -> Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let blocks = geteuid() == 0 ? status.f_bfree : status.f_bavail
        return Int(clamping: UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// The size of a file in bytes; nil if it cannot be read.
    public static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Throws unless a file begins with SQLite's header (sqlite.org/fileformat.html, section 1.3.1): `.corrupt` if it
    /// is the rest of a database, else `.notADatabase`.
    ///
    /// - Parameter wasDatabase: whether a database was in use at this path; nil if the file is only read.
    static func checkFormat(_ path: String, of name: String, wasDatabase: Bool? = nil) throws(SQLError) {
        // Non-blocking, because it may be a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileLock.error(name, errno) }
        defer { close(descriptor) }
        let expected = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: expected.count)
        let count = read(descriptor, &bytes, bytes.count)
        // The path is a folder, or the disk fails.
        if count < 0, wasDatabase != nil { throw FileLock.error(name, errno) }
        let begin = bytes.prefix(max(count, 0))
        guard begin.elementsEqual(expected), size(path) ?? 0 >= smallestPage else {
            // Truncated, or overwritten with zeros: no other format begins with sixteen zeros.
            let isRest = !begin.isEmpty && (expected.starts(with: begin) || begin.allSatisfy { $0 == 0 })
            let code = isRest || wasDatabase == true ? SQLError.Code.corrupt : .notADatabase
            throw SQLError(code: code, message: "'\(name)': \(code.explanation)")
        }
    }

    /// Whether a file has no more than the first page of a database without tables. After a power failure some of its
    /// sectors may be zeros or missing. Such a file contains no data.
    static func isOnlyBegun(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: firstPage + 1)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, count <= firstPage else { return false }
        let isHeader = bytes.starts(with: "SQLite format 3\0".utf8)
        // The schema version and the application ID (sqlite.org/fileformat.html, sections 1.3.16 and 1.3.17).
        guard bytes[60..<64].allSatisfy({ $0 == 0 }), bytes[68..<72].allSatisfy({ $0 == 0 }) else { return false }
        // The header is followed by a leaf without cells, and the page ends with its checksum.
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

    /// The size of the first page of a new file, and the bytes at its end for checksums.
    private static let firstPage = 4_096
    private static let reserved = Int(hearth_sql_reserved)

    /// The smallest page size of SQLite, in bytes (sqlite.org/fileformat.html, section 1.3.2).
    private static let smallestPage = 512

    /// Creates an empty file, readable by its owner only.
    static func create(_ path: String) throws(SQLError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileLock.error(path, errno) }
        close(descriptor)
    }

    /// Syncs a file to the disk.
    public static func sync(_ path: String) throws(SQLError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileLock.error(path, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileLock.error(path, errno) }
    }

    /// Renames a file within its folder, durably. An existing file is replaced.
    public static func move(_ path: String, to new: String) throws(SQLError) {
        guard rename(path, new) == 0 else { throw FileLock.error(new, errno) }
        syncFolder(of: new)
    }

    /// Removes a file, if it is there.
    public static func remove(_ path: String) { unlink(path) }

    /// Gives a file a second name; on a file system without hard links, renames it.
    static func keep(_ path: String, as name: String) throws(SQLError) {
        if link(path, name) == 0 { return syncFolder(of: name) }
        guard errno != EEXIST else { throw FileLock.error(name, errno) }
        try move(path, to: name)
    }

    /// Some file systems cannot sync folders; there the name is durable with the file, or a moment later.
    static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        try? sync(folder)
    }
}

/// The path of a database that is not open, locked so that it cannot be opened meanwhile.
public final class DatabasePlace {
    /// The path, without symbolic links.
    public let path: String
    private let lock: FileLock

    /// Locks the path; the file need not exist.
    ///
    /// - Throws: `.openElsewhere` if the database is open.
    public init(_ path: String) throws(SQLError) {
        self.path = try FileLock.resolve(path)
        lock = try FileLock(guarding: self.path)
    }

    /// Moves a file into place, all or nothing. An existing file and its log are kept under another name.
    ///
    /// - Parameters:
    ///   - file: the new file, in the same folder.
    ///   - former: the new name for the existing file, which must be free.
    /// - Returns: whether there was a file.
    public func put(_ file: String, keeping former: String) throws(SQLError) -> Bool {
        let had = DatabaseFile.exists(path)
        if had {
            settle()
            try DatabaseFile.keep(path, as: former)
        }
        // A log that could not be copied into the former file would be applied to the new one.
        for suffix in ["-wal", "-shm", "-journal"] where DatabaseFile.exists(path + suffix) {
            try DatabaseFile.move(path + suffix, to: former + suffix)
        }
        try DatabaseFile.sync(file)
        try DatabaseFile.move(file, to: path)
        return had
    }

    /// Renames the file with its log, and forgets that it existed: the next opening creates a new file.
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

    /// Copies the log of a crashed hub into its file, unless it is damaged.
    private func settle() {
        guard DatabaseFile.exists(path + "-wal") else { return }
        guard let connection = try? Connection(path: path, file: "'\(path)'", mode: .existing) else { return }
        let database = Database(connection: connection, lock: nil)
        _ = try? database.rows("PRAGMA wal_checkpoint(TRUNCATE)") { _ in }
        database.close()
    }
}
