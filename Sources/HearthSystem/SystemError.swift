#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A call of the operating system that failed. Who makes the call adds what it was for, and the name of the file.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The number of the error (errno(3)).
    package let code: Int32

    /// - Parameter code: the number of the error (errno(3)).
    package init(_ code: Int32) { self.code = code }

    /// The error of the last call on this thread. Only directly after a call that failed.
    package static var ofLastCall: SystemError { SystemError(errno) }

    /// The system has no thread left.
    static let noThread = SystemError(EAGAIN)

    /// Whether the disk or the user's share of it is full.
    package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }

    /// Whether a pipe or a connection has no reader any more.
    package var isBrokenPipe: Bool { code == EPIPE }

    /// The system's words, such as "No such file or directory".
    package var description: String { String(cString: strerror(code)) }
}
