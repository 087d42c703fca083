internal import CUV

/// Accepts connections on a TCP port or a Unix socket. On its loop's thread only.
public final class Listener: HandleOwner {
    /// Where it listens, with the port that was chosen for port 0.
    public private(set) var endpoint: Endpoint
    private let loop: EventLoop
    private let stream: UnsafeMutablePointer<uv_stream_t>
    private var isClosed = false
    private let accept: (Socket) -> (any SocketHandler)?

    /// Begins to listen. A stale Unix socket file is replaced; a live one, or a port in use, is an error.
    /// - Parameter accept: gives a new connection's handler; nil closes it.
    public init(
        loop: EventLoop, endpoint: Endpoint, accept: @escaping (Socket) -> (any SocketHandler)?
    ) throws(LoopError) {
        self.loop = loop
        self.endpoint = endpoint
        self.accept = accept
        let isPipe = if case .unix = endpoint { true } else { false }
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: uv_handle_size(isPipe ? UV_NAMED_PIPE : UV_TCP), alignment: 16)
        stream = memory.assumingMemoryBound(to: uv_stream_t.self)
        let status =
            isPipe
            ? uv_pipe_init(loop.uv, memory.assumingMemoryBound(to: uv_pipe_t.self), 0)
            : uv_tcp_init(loop.uv, memory.assumingMemoryBound(to: uv_tcp_t.self))
        super.init()
        guard status == 0 else {
            memory.deallocate()
            isClosed = true
            throw LoopError(status, "A socket to listen on \(endpoint) cannot be made")
        }
        // libuv holds the listener until its close callback.
        stream.pointee.data = Unmanaged.passRetained(self as HandleOwner).toOpaque()
        do throws(LoopError) {
            try bind(memory)
            let status = uv_listen(stream, 1024) { stream, status in
                guard status == 0, let data = stream?.pointee.data else { return }
                (Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue() as? Listener)?.acceptOne()
            }
            if status == Int32(UV_EADDRINUSE.rawValue) {
                throw LoopError(
                    code: "EADDRINUSE", message: "\(endpoint) is in use by another process; choose another address.")
            }
            try LoopError.check(status, "Cannot listen on \(endpoint)")
        } catch {
            close()
            throw error
        }
    }

    private func bind(_ memory: UnsafeMutableRawPointer) throws(LoopError) {
        switch endpoint {
        case .unix(let path):
            guard path.utf8.count <= longestUnixPath else {
                throw LoopError(
                    message: "The path of \(endpoint) is longer than the \(longestUnixPath) bytes a socket may have.")
            }
            switch unixSocketState(path) {
            case .absent: break
            case .stale: removeFile(path)
            case .live:
                throw LoopError(
                    code: "EADDRINUSE",
                    message: "\(endpoint) is in use by another process; stop it or choose another path.")
            case .somethingElse:
                throw LoopError(code: "EEXIST", message: "\(path) exists and is not a socket; choose another path.")
            }
            let status = uv_pipe_bind(memory.assumingMemoryBound(to: uv_pipe_t.self), path)
            if status == UV_EACCES.rawValue {
                // libuv says this too where a folder of the path does not exist.
                throw LoopError(
                    code: "EACCES",
                    message: "Cannot bind \(endpoint): its folder does not exist or is not yours; choose another path.")
            }
            try LoopError.check(status, "Cannot bind \(endpoint)")
            restrictToOwner(path)
        case .unixAbstract:
            throw LoopError(message: "\(endpoint) can only be connected to; listen on unix:/path/to/socket.")
        case .tcp(let host, let port):
            let tcp = memory.assumingMemoryBound(to: uv_tcp_t.self)
            let address = host == "localhost" ? "127.0.0.1" : host
            var (v4, v6) = (sockaddr_in(), sockaddr_in6())
            let status: Int32
            if uv_ip4_addr(address, Int32(port), &v4) == 0 {
                status = withUnsafePointer(to: &v4) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { uv_tcp_bind(tcp, $0, 0) }
                }
            } else if uv_ip6_addr(address, Int32(port), &v6) == 0 {
                status = withUnsafePointer(to: &v6) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { uv_tcp_bind(tcp, $0, 0) }
                }
            } else {
                throw LoopError(message: "To listen, give an address instead of the name \"\(host)\".")
            }
            try LoopError.check(status, "Cannot bind \(endpoint)")
            if let bound = socketAddress(tcp, of: uv_tcp_getsockname) {
                endpoint = .tcp(host: bound.host, port: bound.port)
            }
        }
    }

    private func acceptOne() {
        let isPipe = if case .unix = endpoint { true } else { false }
        guard let socket = try? Socket(loop: loop, isPipe: isPipe) else { return }
        guard uv_accept(stream, socket.stream) == 0 else { return socket.close() }
        socket.setNoDelay()
        socket.readPeerName()
        if isPipe { socket.peer = endpoint.description }
        guard let handler = accept(socket) else { return socket.close() }
        socket.start(handler)
    }

    /// Stops accepting, and removes a Unix socket's file. Connections stay.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        uv_close(stream.asHandle) { handle in
            guard let handle, let data = handle.pointee.data else { return }
            Unmanaged<HandleOwner>.fromOpaque(data).release()
            UnsafeMutableRawPointer(handle).deallocate()
        }
    }

    override func loopIsStopping() { close() }
}
