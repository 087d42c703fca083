internal import CHearthSystem

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// An open file, pipe or terminal. It is closed with the last reference to it. Its functions block their thread.
package final class OpenFile: Sendable {
    /// The standard input of this process.
    package static let standardInput = OpenFile(STDIN_FILENO, isOwned: false)
    /// The standard output of this process, unbuffered.
    package static let standardOutput = OpenFile(STDOUT_FILENO, isOwned: false)
    /// The standard error of this process.
    package static let standardError = OpenFile(STDERR_FILENO, isOwned: false)

    /// The number of its descriptor, which is valid while this object is referenced.
    package let descriptor: Int32
    private let isOwned: Bool

    private init(_ descriptor: Int32, isOwned: Bool) {
        self.descriptor = descriptor
        self.isOwned = isOwned
    }

    deinit { if isOwned { close(descriptor) } }

    // MARK: Opening

    /// Opens a file to read it.
    package static func reading(_ path: String) throws(SystemError) -> OpenFile {
        try opened(path, O_RDONLY)
    }

    /// Opens a file that is there, to write over its beginning.
    package static func overwriting(_ path: String) throws(SystemError) -> OpenFile {
        try opened(path, O_WRONLY)
    }

    /// Opens a file to write it: a new one, or the one that is there, which becomes empty.
    package static func replacing(_ path: String) throws(SystemError) -> OpenFile {
        try opened(path, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    }

    /// Creates a file that only this process's user may read, and opens it to write it.
    ///
    /// - Throws: EEXIST if there is a file of this name.
    package static func creating(_ path: String) throws(SystemError) -> OpenFile {
        try opened(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    }

    /// Creates a file without a name, whose content is read from its beginning. It is gone when it is closed everywhere.
    ///
    /// - Parameter folder: where it takes room meanwhile.
    package static func unnamed(_ content: [UInt8], in folder: String) throws(SystemError) -> OpenFile {
        let path = "\(folder)/hearth-\(UInt64.random(in: 0...UInt64.max))"
        let file = try opened(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        unlink(path)
        try file.write(content)
        try file.seek(to: 0)
        return file
    }

    /// Creates a file without a name in memory, whose content is read from its beginning and can't be changed. Linux only.
    package static func inMemory(_ content: [UInt8]) throws(SystemError) -> OpenFile {
        var descriptor: Int32 = -1
        let code = hearth_system_in_memory("hearth", content, content.count, &descriptor)
        guard code == 0 else { throw SystemError(code) }
        return OpenFile(descriptor, isOwned: true)
    }

    /// A file that can be read once a child process has ended, and has no content (pidfd_open(2)). Linux only.
    static func end(of pid: Int32) throws(SystemError) -> OpenFile {
        var descriptor: Int32 = -1
        let code = hearth_system_end_file(pid, &descriptor)
        guard code == 0 else { throw SystemError(code) }
        return OpenFile(descriptor, isOwned: true)
    }

    /// Opens the device that is empty to read, and takes all that is written.
    package static func null() throws(SystemError) -> OpenFile { try opened("/dev/null", O_RDWR) }

    /// Creates a pipe.
    package static func pipe() throws(SystemError) -> (reader: OpenFile, writer: OpenFile) {
        var ends: [Int32] = [-1, -1]
        let code = hearth_system_pipe(&ends)
        guard code == 0 else { throw SystemError(code) }
        return (OpenFile(ends[0], isOwned: true), OpenFile(ends[1], isOwned: true))
    }

    private static func opened(
        _ path: String, _ flags: Int32, _ mode: mode_t = 0
    ) throws(SystemError) -> OpenFile {
        while true {
            let descriptor = open(path, flags | O_CLOEXEC, mode)
            if descriptor >= 0 { return OpenFile(descriptor, isOwned: true) }
            guard errno == EINTR else { throw .ofLastCall }
        }
    }

    // MARK: Reading and writing

    /// Whether it is a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Reads the next bytes, fewer than `most` only at the end.
    package func read(_ most: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < most {
            let piece = try readAvailable(most - bytes.count)
            if piece.isEmpty { break }
            bytes = bytes.isEmpty ? piece : bytes + piece
        }
        return bytes
    }

    /// Reads up to the end.
    package func readToEnd() throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try readAvailable(64 << 10)
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }

    /// The most bytes for which room is made at once.
    private static let piece = 1 << 20

    /// Reads what is there, at most `most` bytes and a mebibyte. Waits if there is nothing yet; empty at the end.
    package func readAvailable(_ most: Int) throws(SystemError) -> [UInt8] {
        var code: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: min(max(0, most), Self.piece)) { buffer, count in
            var result = 0
            repeat {
                result = systemRead(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            if result < 0 { code = errno }
            count = max(0, result)
        }
        if let code { throw SystemError(code) }
        return bytes
    }

    /// Waits until files can be read, or are at their end.
    ///
    /// - Returns: the indices of those files; empty once the time is over.
    static func ready(_ files: [OpenFile], within time: Duration) throws(SystemError) -> [Int] {
        var entries = files.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        let (seconds, attoseconds) = time.components
        let milliseconds = Int32(clamping: max(0, seconds) * 1_000 + max(0, attoseconds) / 1_000_000_000_000_000)
        let count = withExtendedLifetime(files) { poll(&entries, nfds_t(entries.count), milliseconds) }
        guard count >= 0 || errno == EINTR else { throw .ofLastCall }
        return count > 0 ? entries.indices.filter { entries[$0].revents != 0 } : []
    }

    /// Writes all of the bytes. A pipe without a reader is an error only in a process that ignores SIGPIPE, as those with an
    /// event loop do; the signal ends others.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let result = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw .ofLastCall }
            written += result
        }
    }

    /// Writes a text as UTF-8.
    package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

    // MARK: Places

    /// Goes to a place, counted in bytes from the beginning.
    package func seek(to offset: Int) throws(SystemError) {
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw .ofLastCall }
    }

    /// Its size in bytes.
    package func size() throws(SystemError) -> Int {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw .ofLastCall }
        return Int(information.st_size)
    }

    /// Removes its content.
    package func empty() throws(SystemError) {
        guard ftruncate(descriptor, 0) == 0 else { throw .ofLastCall }
    }

    /// Waits until the disk has all that was written.
    package func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 else { throw .ofLastCall }
    }
}

/// `read` and `write`, under other names because `OpenFile` has its own.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
