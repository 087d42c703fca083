#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// Locks a file against other processes, and against being opened twice in this one, with `flock` on `FILE.lock`.
///
/// The kernel releases the lock when the process ends in any way. The lock file contains the process ID, for people, a
/// ``note`` for the next process, the identity of the guarded file, its owner, and a reserved number. It is never
/// deleted, since two processes could then lock two different files of that name; ``check()`` detects a deletion by
/// others. Locking the database itself doesn't work: closing any of its descriptors would release SQLite's own locks
/// (fcntl).
final class FileLock {
    private let path: String
    private var descriptor: CInt
    /// The guarded file; nil before it exists.
    private var guarded: FileIdentity?
    /// The identity of the file that the last process guarded; empty if unknown.
    private let formerFile: String
    /// The last process's ``note``; empty if there was none.
    let formerNote: String
    /// A line of text for the next process that locks the file. Initially the last process's.
    var note: String {
        didSet { write() }
    }
    private var isForgotten = false
    /// A line of text that identifies the database's owner.
    private var owner: String
    /// The number that a process reserved last; 0 if none did.
    private(set) var reserved: Int64
    /// Whether a process has guarded the path before.
    let wasTaken: Bool
    /// Whether the guarded file is another than the last process's: the lock file was copied with it.
    var isAnotherFile: Bool { !formerFile.isEmpty && guarded.map { $0.text != formerFile } ?? false }

    init(guarding path: String) throws(SQLError) {
        self.path = path
        descriptor = try Self.take(path)
        let lines = Self.lines(descriptor)
        formerNote = lines.dropFirst().first ?? ""
        formerFile = lines.dropFirst(2).first ?? ""
        owner = lines.dropFirst(3).first ?? ""
        reserved = lines.dropFirst(4).first.flatMap { Int64($0) } ?? 0
        wasTaken = lines.first.map { !$0.isEmpty } ?? false
        note = formerNote
        write()
        guard !wasTaken else { return }
        // Durable before an empty database exists: only the lock tells a new database from a lost one.
        fsync(descriptor)
        DatabaseFile.syncFolder(of: path)
    }

    private static func take(_ path: String) throws(SQLError) -> CInt {
        let lockPath = path + ".lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw error(lockPath, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = errno
            defer { close(descriptor) }
            guard failure == EWOULDBLOCK else { throw error(lockPath, failure) }
            throw heldError(path, owner: readOwner(descriptor))
        }
        return descriptor
    }

    /// Failing to write is harmless: the lock works without, for example on a full disk.
    ///
    /// - Returns: whether it is written.
    @discardableResult
    private func write() -> Bool {
        let file = guarded?.text ?? (isForgotten ? "" : formerFile)
        let text = Array("\(getpid())\n\(note)\n\(file)\n\(owner)\n\(reserved)\n".utf8)
        // Truncated only afterwards: a full disk may have no space to restore the former text.
        guard pwrite(descriptor, text, text.count, 0) == text.count else { return false }
        return ftruncate(descriptor, off_t(text.count)) == 0
    }

    /// Stores a number durably, in a block that the file has already. A file system that overwrites in place, such as
    /// ext4, therefore has room for it on a full disk.
    ///
    /// - Returns: whether it is stored.
    func reserve(_ number: Int64) -> Bool {
        reserved = number
        return write() && fsync(descriptor) == 0
    }

    /// Sets the ``note`` and the owner.
    func setNote(_ note: String, owner: String) {
        self.owner = owner
        self.note = note
    }

    /// Clears what former processes left, except that they existed.
    func forget() {
        (guarded, isForgotten, reserved) = (nil, true, 0)
        setNote("", owner: "")
    }

    /// Removes this process's trace, because it did not use the path.
    func withdraw() { if !wasTaken { _ = ftruncate(descriptor, 0) } }

    /// The owner according to the lock file, whether or not the lock is held.
    static func owner(of path: String) -> String? {
        let descriptor = open(path + ".lock", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let owner = lines(descriptor).dropFirst(3).first ?? ""
        return owner.isEmpty ? nil : owner
    }

    deinit { Self.release(descriptor) }

    private static func release(_ descriptor: CInt) {
        // Closing is not enough: a process that is being started may briefly hold a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Records the guarded file, once it exists.
    func noteFile() {
        guarded = FileIdentity(path: path)
        write()
    }

    /// Checks that writes go to the file of this name, and that no other process can open it. A deleted lock file is
    /// created again.
    ///
    /// - Throws: `.replaced` when the file is no longer there, `.openElsewhere` when another process has locked it as
    ///   well.
    func check() throws(SQLError) {
        guard FileIdentity(path: path) == guarded else {
            throw SQLError(code: .replaced, message: "'\(path)' \(SQLError.Code.replaced.explanation)")
        }
        guard FileIdentity(path: path + ".lock") != FileIdentity(descriptor: descriptor) else { return }
        let new = try Self.take(path)
        Self.release(descriptor)
        descriptor = new
        write()
    }

    /// Resolves symbolic links, so that all names of a file share one lock. The file need not exist.
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

    /// Creates the file if it is missing, readable by its owner only; SQLite uses the same permissions for its log.
    static func makePrivate(_ path: String) throws(SQLError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw error(path, errno)
        }
    }

    private static func readOwner(_ descriptor: CInt) -> Int? { lines(descriptor).first.flatMap { Int($0) } }

    private static func lines(_ descriptor: CInt) -> [String] {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return bytes.prefix(max(count, 0)).split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
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

    static func error(_ path: String, _ errno: CInt) -> SQLError {
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
