internal import HearthBase

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Writes files atomically and durably, and reads keys that only their owner may read.
package enum PrivateFile {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func read(_ path: String, isSecret: Bool) throws(TLSError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TLSError("\(path) cannot be read: \(reason())") }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            throw TLSError("\(path) is not a file")
        }
        if isSecret, info.st_mode & 0o007 != 0 {
            throw TLSError("the key \(path) can be used by every user of this machine; run chmod 600 \(path)")
        }
        guard info.st_size <= 1 << 20 else { throw TLSError("\(path) is too large to be a PEM file") }
        var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                systemRead(descriptor, buffer.baseAddress.map { $0 + length }, buffer.count - length)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw TLSError("\(path) cannot be read: \(reason())") }
            if count == 0 { break }
            length += count
        }
        return String(decoding: bytes.prefix(length), as: UTF8.self)
    }

    /// The text of a file with a secret; nil if there is no such file.
    package static func readUnlessMissing(_ path: String) throws(TLSError) -> String? {
        exists(path) ? try read(path, isSecret: true) : nil
    }

    /// Creates a file.
    ///
    /// - Throws: also if the file exists.
    static func create(_ path: String, _ text: String, mode: UInt16) throws(TLSError) {
        guard try createUnlessThere(path, text, mode: mode) else {
            throw TLSError("\(path) exists already and is not overwritten; remove it or choose another path")
        }
    }

    /// Creates a file unless another process has.
    ///
    /// - Returns: whether it was created here.
    @discardableResult
    package static func createUnlessThere(_ path: String, _ text: String, mode: UInt16) throws(TLSError) -> Bool {
        let temporary = try writeTemporary(beside: path, text, mode: mode)
        defer { unlink(temporary) }
        // Unlike a rename, a link never replaces an existing file.
        if link(temporary, path) == 0 {
            try syncFolder(of: path)
            return true
        }
        guard errno == EEXIST else { throw TLSError("\(path) cannot be written: \(reason())") }
        return false
    }

    /// Creates or replaces a file.
    package static func replace(_ path: String, _ text: String, mode: UInt16 = 0o600) throws(TLSError) {
        let temporary = try writeTemporary(beside: path, text, mode: mode)
        guard rename(temporary, path) == 0 else {
            let reason = reason()
            unlink(temporary)
            throw TLSError("\(path) cannot be written: \(reason)")
        }
        try syncFolder(of: path)
    }

    /// A new name survives a power cut only once its folder is synced.
    private static func syncFolder(of path: String) throws(TLSError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TLSError("\(folder) cannot be opened: \(reason())") }
        defer { close(descriptor) }
        // Some network file systems cannot sync folders.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw TLSError("\(folder) cannot be written: \(reason())")
        }
    }

    private static func writeTemporary(beside path: String, _ text: String, mode: UInt16) throws(TLSError) -> String {
        let temporary = "\(path).\(hex(SecureRandom.bytes(8)))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
        guard descriptor >= 0 else { throw TLSError("\(path) cannot be written: \(reason())") }
        let bytes = Array(text.utf8)
        var isWritten = false
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            written += count
        }
        isWritten = written == bytes.count && fsync(descriptor) == 0
        let reason = reason()
        close(descriptor)
        guard isWritten else {
            unlink(temporary)
            throw TLSError("\(path) cannot be written: \(reason)")
        }
        return temporary
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}

/// `read`, under another name because `PrivateFile` has a `read` of its own.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
