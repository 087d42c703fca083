internal import CUV

extension EventLoop {
    /// Connects; names are looked up without holding the loop up, and their addresses are tried one after the other.
    /// On the loop's thread only.
    /// - Parameter done: called once, on the loop's thread, with a socket that is not started yet.
    public func connect(to endpoint: Endpoint, _ done: @escaping (Result<Socket, LoopError>) -> Void) {
        switch endpoint {
        case .unix(let path): connectPipe(path, endpoint, done)
        case .tcp(let host, let port): lookUp(host, port, endpoint, done)
        }
    }

    private func connectPipe(
        _ path: String, _ endpoint: Endpoint, _ done: @escaping (Result<Socket, LoopError>) -> Void
    ) {
        guard path.utf8.count <= longestUnixPath else {
            return done(.failure(LoopError(message: "The path of \(endpoint) is too long for a socket.")))
        }
        do throws(LoopError) {
            let socket = try Socket(loop: self, isPipe: true)
            socket.peer = endpoint.description
            let request = Attempt.request(Attempt(socket, endpoint) { result in done(result) })
            uv_pipe_connect(
                request, UnsafeMutableRawPointer(socket.stream).assumingMemoryBound(to: uv_pipe_t.self), path,
                Attempt.connected)
        } catch {
            done(.failure(error))
        }
    }

    private func lookUp(
        _ host: String, _ port: UInt16, _ endpoint: Endpoint, _ done: @escaping (Result<Socket, LoopError>) -> Void
    ) {
        let lookUp = LookUp { [unowned self] status, addresses in
            guard status == 0, !addresses.isEmpty else {
                return done(.failure(LoopError(status, "The name of \(endpoint) cannot be looked up")))
            }
            tryNext(addresses[...], endpoint, done)
        }
        let request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocate(capacity: 1)
        request.pointee.data = Unmanaged.passRetained(lookUp).toOpaque()
        var hints = addrinfo()
        hints.ai_socktype = streamSocketType
        hints.ai_family = AF_UNSPEC
        let status = uv_getaddrinfo(uv, request, { request, status, info in
            guard let request, let data = request.pointee.data else { return }
            let lookUp = Unmanaged<LookUp>.fromOpaque(data).takeRetainedValue()
            request.deallocate()
            var addresses: [[UInt8]] = []
            var next = info
            while let entry = next {
                let bytes = UnsafeRawBufferPointer(start: entry.pointee.ai_addr, count: Int(entry.pointee.ai_addrlen))
                addresses.append(Array(bytes))
                next = entry.pointee.ai_next
            }
            uv_freeaddrinfo(info)
            lookUp.done(status, addresses)
        }, host, String(port), &hints)
        guard status < 0 else { return }
        Unmanaged<LookUp>.fromOpaque(request.pointee.data).release()
        request.deallocate()
        done(.failure(LoopError(status, "The name of \(endpoint) cannot be looked up")))
    }

    private func tryNext(
        _ addresses: ArraySlice<[UInt8]>, _ endpoint: Endpoint, _ done: @escaping (Result<Socket, LoopError>) -> Void
    ) {
        guard let address = addresses.first else {
            return done(.failure(LoopError(message: "\(endpoint) has no address.")))
        }
        do throws(LoopError) {
            let socket = try Socket(loop: self, isPipe: false)
            socket.peer = endpoint.description
            let attempt = Attempt(socket, endpoint) { [unowned self] result in
                switch result {
                case .success: done(result)
                case .failure where addresses.count > 1: tryNext(addresses.dropFirst(), endpoint, done)
                case .failure: done(result)
                }
            }
            let request = Attempt.request(attempt)
            let status = address.withUnsafeBytes { bytes in
                uv_tcp_connect(
                    request, UnsafeMutableRawPointer(socket.stream).assumingMemoryBound(to: uv_tcp_t.self),
                    bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), Attempt.connected)
            }
            if status < 0 { Attempt.connected(request, status) }
        } catch {
            done(.failure(error))
        }
    }
}

private final class LookUp {
    let done: (Int32, [[UInt8]]) -> Void
    init(done: @escaping (Int32, [[UInt8]]) -> Void) { self.done = done }
}

/// One attempt to connect.
private final class Attempt {
    let socket: Socket
    let endpoint: Endpoint
    let done: (Result<Socket, LoopError>) -> Void

    init(_ socket: Socket, _ endpoint: Endpoint, _ done: @escaping (Result<Socket, LoopError>) -> Void) {
        self.socket = socket
        self.endpoint = endpoint
        self.done = done
    }

    static func request(_ attempt: Attempt) -> UnsafeMutablePointer<uv_connect_t> {
        let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
        request.pointee.data = Unmanaged.passRetained(attempt).toOpaque()
        return request
    }

    static let connected: @convention(c) (UnsafeMutablePointer<uv_connect_t>?, Int32) -> Void = { request, status in
        guard let request, let data = request.pointee.data else { return }
        let attempt = Unmanaged<Attempt>.fromOpaque(data).takeRetainedValue()
        request.deallocate()
        guard status == 0 else {
            attempt.socket.close()
            return attempt.done(.failure(LoopError(status, "Cannot connect to \(attempt.endpoint)")))
        }
        attempt.socket.setNoDelay()
        attempt.done(.success(attempt.socket))
    }
}
