#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Keeps other processes, and a second opening in this one, away from a file: `flock` on `FILE.lock`.
///
/// The kernel releases the lock when the process ends, however it ends. The lock file holds the owner's process id,
/// for people, and is never deleted: two processes could then hold locks on two files of that name. A lock on the
/// database itself would not do: closing any descriptor of it would drop SQLite's own locks (fcntl).
final class FileLock {
    private let descriptor: CInt

    init(guarding path: String) throws(SQLError) {
        let lockPath = path + ".lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.error(lockPath, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno
            defer { close(descriptor) }
            guard failure == EWOULDBLOCK else { throw Self.error(lockPath, failure) }
            throw Self.heldError(path, owner: Self.readOwner(descriptor))
        }
        self.descriptor = descriptor
        let owner = Array("\(getpid())\n".utf8)
        // Only a help for people: the lock holds without it, also on a full disk.
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, owner, owner.count, 0) }
    }

    deinit {
        // Closing alone would not do: a process that is just being started holds a copy of the descriptor a moment.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// `path` without symbolic links, so that two names of a file share one lock. The file need not exist.
    static func resolve(_ path: String) throws(SQLError) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        guard errno == ENOENT else { throw error(path, errno) }
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[...$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty, let resolved = realpath(directory, nil) else { throw error(path, errno) }
        defer { free(resolved) }
        let parent = String(cString: resolved)
        return parent == "/" ? "/" + name : parent + "/" + name
    }

    /// Makes the file, where there is none, readable by its owner only; SQLite gives its log the same permissions.
    /// Throws when there is one too short for a database.
    static func makePrivate(_ path: String) throws(SQLError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        guard errno == EEXIST else { throw error(path, errno) }
        // SQLite takes a file of one byte for an empty one and writes over it. No database is below one page.
        var status = stat()
        guard stat(path, &status) == 0 else { throw error(path, errno) }
        guard status.st_size == 0 || status.st_size >= smallestPage else {
            throw SQLError(code: .notADatabase, message: "'\(path)': \(SQLError.Code.notADatabase.explanation)")
        }
    }

    /// The smallest page that SQLite writes, in bytes (sqlite.org/fileformat.html §1.3.2).
    private static let smallestPage = 512

    private static func readOwner(_ descriptor: CInt) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Int(String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0x0A }, as: UTF8.self))
    }

    private static func heldError(_ path: String, owner: Int?) -> SQLError {
        let message =
            switch owner {
            case Int(getpid()): "is already open in this process; close it there first"
            case let owner?: "is open in another process, pid \(owner); stop that one first"
            case nil: "is open in another process; stop that one first"
            }
        return SQLError(code: .openElsewhere, message: "'\(path)' \(message)")
    }

    private static func error(_ path: String, _ errno: CInt) -> SQLError {
        let code: SQLError.Code =
            switch errno {
            case EROFS: .readOnly
            case ENOSPC, EDQUOT: .full
            case EIO: .ioError
            default: .cantOpen
            }
        return SQLError(
            code: code, message: "'\(path)': \(code.explanation)",
            cause: "errno \(errno): \(String(cString: strerror(errno)))")
    }
}
