#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
internal import CUV

/// A listening socket that belongs to no loop. libuv's own would accept on one loop only, and close connections when
/// descriptors run out.
struct ListeningSocket {
    let descriptor: Int32
    /// The endpoint, with the actual port if port 0 was requested.
    let endpoint: Endpoint

    /// The most connections waiting to be accepted.
    private static let backlog: Int32 = 1024

    /// - Parameter mode: the access mode of a Unix socket's file.
    init(_ endpoint: Endpoint, mode: UInt16) throws(LoopError) {
        switch endpoint {
        case .unix(let path):
            descriptor = try Self.listen(unix: path, mode, endpoint)
            self.endpoint = endpoint
        case .unixAbstract:
            throw LoopError(message: "\(endpoint) can only be connected to; listen on unix:/path/to/socket")
        case .tcp(let host, let port):
            (descriptor, self.endpoint) = try Self.listen(host == "localhost" ? "127.0.0.1" : host, port, endpoint)
        }
    }

    private static func make(_ family: Int32, _ endpoint: Endpoint) throws(LoopError) -> Int32 {
        let descriptor = socket(family, streamSocketType, 0)
        guard descriptor >= 0 else {
            throw LoopError(-errno, "a socket to listen on \(endpoint) cannot be made")
        }
        keepToThisProcess(descriptor)
        return descriptor
    }

    private static func listen(unix path: String, _ mode: UInt16, _ endpoint: Endpoint) throws(LoopError) -> Int32 {
        guard path.utf8.count <= longestUnixPath else {
            throw LoopError(
                message: "the path of \(endpoint) is longer than the \(longestUnixPath) bytes a socket may have")
        }
        switch unixSocketState(path) {
        case .absent: break
        case .stale: removeFile(path)
        case .live:
            throw LoopError(
                code: "EADDRINUSE",
                message: "\(endpoint) is in use by another process; stop it or choose another path")
        case .somethingElse:
            throw LoopError(code: "EEXIST", message: "\(path) exists and is not a socket; choose another path")
        }
        let descriptor = try make(AF_UNIX, endpoint)
        do throws(LoopError) {
            guard bindUnix(descriptor, path) == 0 else {
                let code = errno
                if code == EACCES || code == ENOENT {
                    throw LoopError(
                        code: "EACCES",
                        message: "cannot bind \(endpoint): its folder does not exist or is not yours; "
                            + "choose another path")
                }
                throw LoopError(-code, "cannot bind \(endpoint)")
            }
            // Before anyone can connect.
            guard setAccess(path, mode) else { throw LoopError(-errno, "cannot set the access mode of \(endpoint)") }
            try start(descriptor, endpoint)
        } catch {
            closeDescriptor(descriptor)
            throw error
        }
        return descriptor
    }

    private static func listen(
        _ host: String, _ port: UInt16, _ endpoint: Endpoint
    ) throws(LoopError) -> (Int32, Endpoint) {
        var (v4, v6) = (sockaddr_in(), sockaddr_in6())
        let isV4 = uv_ip4_addr(host, Int32(port), &v4) == 0
        guard isV4 || uv_ip6_addr(host, Int32(port), &v6) == 0 else {
            throw LoopError(message: "\"\(host)\" is a host name; give an IP address to listen on")
        }
        let descriptor = try make(isV4 ? AF_INET : AF_INET6, endpoint)
        do throws(LoopError) {
            set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            if !isV4 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
            let status = isV4 ? bindTo(descriptor, &v4) : bindTo(descriptor, &v6)
            guard status == 0 else {
                let code = errno
                throw code == EADDRINUSE ? inUse(endpoint) : LoopError(-code, "cannot bind \(endpoint)")
            }
            try start(descriptor, endpoint)
        } catch {
            closeDescriptor(descriptor)
            throw error
        }
        let bound = nameOfSocket(descriptor, getsockname)
        return (descriptor, bound.map { .tcp(host: $0.host, port: $0.port) } ?? endpoint)
    }

    private static func start(_ descriptor: Int32, _ endpoint: Endpoint) throws(LoopError) {
        guard systemListen(descriptor, backlog) == 0 else {
            let code = errno
            throw code == EADDRINUSE ? inUse(endpoint) : LoopError(-code, "cannot listen on \(endpoint)")
        }
    }

    private static func inUse(_ endpoint: Endpoint) -> LoopError {
        LoopError(code: "EADDRINUSE", message: "\(endpoint) is in use by another process; choose another address")
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func bindTo<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    private static func bindUnix(_ descriptor: Int32, _ path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))  // in range: a buffer of the system
        }
        return bindTo(descriptor, &address)
    }
}

/// `listen`, under another name because the functions above shadow it.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

/// Makes a descriptor non-blocking, and closed in child processes.
func keepToThisProcess(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
}

/// The result of one attempt to accept.
enum AcceptResult {
    case accepted(Int32)
    /// No connection is waiting.
    case nobody
    /// The client has already disconnected; another one may be waiting.
    case gone
    /// The process or the system is out of descriptors or memory.
    case shortage(LoopError)
}

func acceptConnection(_ descriptor: Int32, _ endpoint: Endpoint) -> AcceptResult {
    let accepted = accept(descriptor, nil, nil)
    if accepted >= 0 {
        keepToThisProcess(accepted)
        return .accepted(accepted)
    }
    let code = errno
    switch code {
    case EAGAIN, EWOULDBLOCK: return .nobody
    case _ where isShortage(code):
        return .shortage(LoopError(-code, "\(endpoint) cannot accept a connection"))
    default: return .gone
    }
}

/// Whether an error is caused by a lack of descriptors or memory, and may soon be over.
func isShortage(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

extension LoopError {
    /// The error for a lack of descriptors.
    static func shortage(of endpoint: Endpoint) -> LoopError {
        LoopError(-EMFILE, "\(endpoint) cannot accept a connection")
    }

    var isShortage: Bool { ["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"].contains(code) }
}

/// The peer's address of a connection, or a socket's own.
func nameOfSocket(
    _ descriptor: Int32, _ read: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
) -> (host: String, port: UInt16, isLoopback: Bool)? {
    withUnsafeTemporaryAllocation(of: sockaddr_storage.self, capacity: 1) { storage in
        guard let base = UnsafeMutableRawPointer(storage.baseAddress) else { return nil }
        let address = base.assumingMemoryBound(to: sockaddr.self)
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        guard read(descriptor, address, &size) == 0 else { return nil }
        return hostAndPort(base)
    }
}

func peerName(_ descriptor: Int32) -> (host: String, port: UInt16, isLoopback: Bool)? {
    nameOfSocket(descriptor, getpeername)
}
