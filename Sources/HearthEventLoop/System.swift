#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Ignores SIGPIPE, so that writing to a closed connection fails instead of ending the process.
func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
}

/// The state of the path of a Unix socket.
enum UnixSocketState { case absent, stale, live, somethingElse }

/// Determined by connecting: a crashed process leaves a file that no process listens on.
func unixSocketState(_ path: String) -> UnixSocketState {
    var info = stat()
    guard lstat(path, &info) == 0 else { return .absent }
    guard info.st_mode & S_IFMT == S_IFSOCK else { return .somethingElse }
    #if canImport(Darwin)
        let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { return .live }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
        buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))  // in range: a buffer of the system
    }
    let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    return status != 0 && errno == ECONNREFUSED ? .stale : .live
}

/// Connects to a Linux abstract Unix socket, whose name starts with a zero byte. Never blocks: such a socket accepts or
/// refuses immediately.
func connectToAbstractSocket(_ name: String, _ endpoint: Endpoint) throws(LoopError) -> Int32 {
    #if os(Linux)
        var address = sockaddr_un()
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard name.utf8.count <= room else {
            throw LoopError(message: "the name of \(endpoint) is longer than the \(room) bytes that a socket may have")
        }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw LoopError(-errno, "a socket for \(endpoint) cannot be made") }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            UnsafeMutableRawBufferPointer(rebasing: buffer[1...]).copyBytes(from: name.utf8)
        }
        let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(length + 1 + name.utf8.count))
            }
        }
        guard status == 0 else {
            let code = errno
            close(descriptor)
            throw LoopError(-code, "cannot connect to \(endpoint)")
        }
        return descriptor
    #else
        throw LoopError(message: "\(endpoint) is for Linux only; use unix:/path/to/socket")
    #endif
}

func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// Sets how many bytes must have arrived before a poll reports a socket as readable (socket(7), `SO_RCVLOWAT`). The end
/// of the connection is reported in any case.
func setReceiveLowWater(_ descriptor: Int32, _ bytes: Int32) {
    var bytes = bytes
    setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &bytes, socklen_t(MemoryLayout<Int32>.size))
}

/// The longest path of a Unix socket. libuv would truncate longer ones.
let longestUnixPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

func removeFile(_ path: String) { unlink(path) }

/// Sets a file's mode. Group permissions apply to this process's group, whatever the folder's group is.
func setAccess(_ path: String, _ mode: UInt16) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    // A service's filter of system calls refuses chown even if it would change nothing.
    if mode & 0o070 != 0, status.st_gid != getegid(), chown(path, uid_t.max, getegid()) != 0 { return false }
    return chmod(path, mode_t(mode)) == 0
}

/// `SOCK_STREAM` in the type that address lookups take.
#if canImport(Darwin)
    let streamSocketType = SOCK_STREAM
#else
    let streamSocketType = Int32(SOCK_STREAM.rawValue)
#endif

/// Lets the system free the thread's resources when it ends; it is never joined.
func detachThread() { pthread_detach(pthread_self()) }
