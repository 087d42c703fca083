#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A peer that closes its end must not end the process.
func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
}

/// What stands at the path of a Unix socket.
enum UnixSocketState { case absent, stale, live, somethingElse }

/// Finds out by connecting: a file without a listener behind it is what a killed process leaves.
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
        buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
    }
    let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    return status != 0 && errno == ECONNREFUSED ? .stale : .live
}

/// The longest path a Unix socket may have; libuv would cut a longer one off.
let longestUnixPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

func removeFile(_ path: String) { unlink(path) }

/// Whoever can open the socket is its owner: so nobody else may.
func restrictToOwner(_ path: String) { chmod(path, 0o600) }

/// `SOCK_STREAM` as address look-ups take it.
#if canImport(Darwin)
let streamSocketType = SOCK_STREAM
#else
let streamSocketType = Int32(SOCK_STREAM.rawValue)
#endif
