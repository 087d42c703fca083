#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What the system knows of a file or a folder.
package struct FileFacts: Hashable, Sendable {
    /// In bytes.
    package let size: Int
    /// When its content changed last, since 1970.
    package let modifiedAt: Duration
    /// Who may do what with it, in the bits of chmod(1).
    package let permissions: UInt16
    package let isFolder: Bool
    /// Whether it is a file with bytes of its own, not a pipe, a device, a folder or a link.
    package let isRegular: Bool

    /// - Parameters:
    ///   - path: of the file.
    ///   - followsLink: whether the facts are those of the file that a symbolic link leads to, not of the link itself.
    /// - Returns: nil if there is no such file, or if this user may not know.
    package init?(_ path: String, followsLink: Bool) {
        var status = stat()
        guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        size = Int(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modifiedAt = .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
        permissions = UInt16(status.st_mode & 0o7777)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isRegular = status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a path is that of a folder, or of a link to one.
    package static func isFolder(_ path: String) -> Bool { FileFacts(path, followsLink: true)?.isFolder ?? false }

    /// The bytes that this user may still write to the disk of a file or folder; nil if unknown.
    package static func freeBytes(onDiskOf path: String) -> Int? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        let (bytes, isTooLarge) = UInt64(disk.f_frsize).multipliedReportingOverflow(by: UInt64(disk.f_bavail))
        return isTooLarge ? .max : Int(clamping: bytes)
    }
}
