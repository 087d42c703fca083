internal import CUV

extension EventLoop {
    /// Connects to one endpoint. See ``connect(to:_:)-([Endpoint],_)``.
    @discardableResult
    public func connect(to endpoint: Endpoint, _ done: @escaping (Result<Socket, LoopError>) -> Void) -> Connecting {
        connect(to: [endpoint], done)
    }

    /// Connects to a server that may have several addresses. Names are resolved without blocking the loop. Addresses
    /// are tried by Happy Eyeballs (RFC 8305): the next one after 250 ms, or as soon as the last one has failed,
    /// alternating between IPv6 and IPv4. On the loop's thread only.
    ///
    /// - Parameters:
    ///   - endpoints: the server's addresses, in order of preference.
    ///   - done: called at most once, on the loop's thread, with a socket that is not started yet. Not called
    ///     after ``Connecting/cancel()``.
    @discardableResult
    public func connect(
        to endpoints: [Endpoint], _ done: @escaping (Result<Socket, LoopError>) -> Void
    ) -> Connecting {
        let connecting = Connecting(self, endpoints, done)
        connecting.begin()
        return connecting
    }
}

/// A connection attempt in progress. On its loop's thread only.
public final class Connecting {
    private struct Address: Equatable {
        enum Kind: Equatable { case tcp([UInt8]), pipe(String), abstract(String) }
        let kind: Kind
        let family: Int
        let endpoint: Endpoint
    }

    private let loop: EventLoop
    private let endpoints: [Endpoint]
    private var done: ((Result<Socket, LoopError>) -> Void)?
    /// Addresses by endpoint, in the given order; nil while a lookup is running.
    private var found: [[Address]?] = []
    private var addresses: [Address] = []
    private var race = HappyEyeballs(count: 0)
    private var sockets: [Int: Socket] = [:]
    private var timer: LoopTimer?
    private var failures: [LoopError] = []

    fileprivate init(
        _ loop: EventLoop, _ endpoints: [Endpoint], _ done: @escaping (Result<Socket, LoopError>) -> Void
    ) {
        self.loop = loop
        self.endpoints = endpoints
        self.done = done
    }

    /// Cancels the attempt. `done` is not called.
    public func cancel() {
        done = nil
        end()
    }

    private func end() {
        timer?.cancel()
        timer = nil
        let open = sockets
        sockets = [:]
        for socket in open.values { socket.close() }
    }

    private func finish(_ result: Result<Socket, LoopError>) {
        let done = self.done
        self.done = nil
        end()
        done?(result)
    }

    // MARK: Names

    fileprivate func begin() {
        found = endpoints.map { endpoint in
            switch endpoint {
            case .unix(let path): [Address(kind: .pipe(path), family: Int(AF_UNIX), endpoint: endpoint)]
            case .unixAbstract(let name): [Address(kind: .abstract(name), family: Int(AF_UNIX), endpoint: endpoint)]
            case .tcp: nil
            }
        }
        for (index, endpoint) in endpoints.enumerated() {
            if case .tcp(let host, let port) = endpoint { lookUp(index, host, port, endpoint) }
        }
        raceIfFound()
    }

    private func lookUp(_ index: Int, _ host: String, _ port: UInt16, _ endpoint: Endpoint) {
        do throws(LoopError) {
            try loop.lookUp(host, service: String(port), named: endpoint.description) { [self] result in
                take(index, result, endpoint)
                raceIfFound()
            }
        } catch {
            take(index, .failure(error), endpoint)
        }
    }

    private func take(_ index: Int, _ result: Result<[FoundAddress], LoopError>, _ endpoint: Endpoint) {
        switch result {
        case .success(let addresses):
            found[index] = addresses.map { Address(kind: .tcp($0.bytes), family: $0.family, endpoint: endpoint) }
        case .failure(let error):
            failures.append(error)
            found[index] = []
        }
    }

    private func raceIfFound() {
        guard done != nil, !found.contains(where: { $0 == nil }) else { return }
        addresses = HappyEyeballs.interleaved(found.compactMap { $0 }.flatMap { $0 }, family: \.family)
        race = HappyEyeballs(count: addresses.count)
        perform(race.start())
    }

    // MARK: Attempts

    private func perform(_ actions: [HappyEyeballs.Action]) {
        for action in actions {
            switch action {
            case .attempt(let index): attempt(index)
            case .wait(let delay):
                timer?.cancel()
                // This attempt may have failed, and the next ones too, before its `wait` action is performed.
                guard done != nil else { return }
                timer = loop.schedule(after: delay) { [weak self] in
                    guard let self else { return }
                    perform(race.delayPassed())
                }
            case .abandon(let index): sockets.removeValue(forKey: index)?.close()
            case .connected(let index):
                if let socket = sockets.removeValue(forKey: index) { finish(.success(socket)) }
            case .failed: finish(.failure(failure))
            }
        }
    }

    /// All attempts' errors, without duplicates.
    private var failure: LoopError {
        guard let last = failures.last else {
            return LoopError(message: "\(endpoints.first?.description ?? "an empty list") has no address")
        }
        var messages: [String] = []
        for failure in failures where !messages.contains(failure.message) { messages.append(failure.message) }
        return LoopError(code: last.code, message: messages.joined(separator: "; "))
    }

    private func attempt(_ index: Int) {
        let address = addresses[index]
        do throws(LoopError) {
            let socket: Socket
            if case .tcp = address.kind {
                socket = try Socket(loop: loop, isPipe: false)
            } else {
                socket = try Socket(loop: loop, isPipe: true)
            }
            socket.peer = address.endpoint.description
            sockets[index] = socket
            try begin(socket, address, index)
        } catch {
            sockets.removeValue(forKey: index)?.close()
            // Deferred, because this may be called while actions are being performed.
            let bound = LoopBound(self, loop: loop)
            loop.post { bound.ifCurrent?.ended(index, error) }
        }
    }

    private func begin(_ socket: Socket, _ address: Address, _ index: Int) throws(LoopError) {
        let attempt = Attempt { [self] status in
            ended(index, status == 0 ? nil : LoopError(status, "cannot connect to \(address.endpoint)"))
        }
        switch address.kind {
        case .tcp(let bytes):
            let request = Attempt.request(attempt)
            let status = bytes.withUnsafeBytes { bytes in
                uv_tcp_connect(
                    request, UnsafeMutableRawPointer(socket.stream).assumingMemoryBound(to: uv_tcp_t.self),
                    bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), Attempt.connected)
            }
            guard status < 0 else { return }
            Attempt.drop(request)
            throw LoopError(status, "cannot connect to \(address.endpoint)")
        case .pipe(let path):
            guard path.utf8.count <= longestUnixPath else {
                throw LoopError(
                    message:
                        "the path of \(address.endpoint) is longer than the \(longestUnixPath) bytes that a socket may have"
                )
            }
            uv_pipe_connect(
                Attempt.request(attempt),
                UnsafeMutableRawPointer(socket.stream).assumingMemoryBound(to: uv_pipe_t.self), path,
                Attempt.connected)
        case .abstract(let name):
            // libuv takes the name as a C string, which can't start with a zero byte.
            let descriptor = try connectToAbstractSocket(name, address.endpoint)
            let status = uv_pipe_open(
                UnsafeMutableRawPointer(socket.stream).assumingMemoryBound(to: uv_pipe_t.self), descriptor)
            if status < 0 { closeDescriptor(descriptor) }
            try LoopError.check(status, "cannot connect to \(address.endpoint)")
            let bound = LoopBound(self, loop: loop)
            loop.post { bound.ifCurrent?.ended(index, nil) }
        }
    }

    private func ended(_ index: Int, _ error: LoopError?) {
        guard done != nil else { return }
        guard let error else {
            sockets[index]?.setNoDelay()
            return perform(race.connected(index))
        }
        failures.append(error)
        sockets.removeValue(forKey: index)?.close()
        // The loop is stopping; don't start anything new.
        if error.code == "ECANCELED" { return finish(.failure(error)) }
        perform(race.failed(index))
    }
}

/// One `connect` request to libuv.
private final class Attempt {
    let done: (Int32) -> Void

    init(_ done: @escaping (Int32) -> Void) { self.done = done }

    static func request(_ attempt: Attempt) -> UnsafeMutablePointer<uv_connect_t> {
        let request = UnsafeMutablePointer<uv_connect_t>.allocate(capacity: 1)
        request.pointee.data = Unmanaged.passRetained(attempt).toOpaque()
        return request
    }

    /// Frees a request that was never submitted.
    static func drop(_ request: UnsafeMutablePointer<uv_connect_t>) {
        Unmanaged<Attempt>.fromOpaque(request.pointee.data).release()
        request.deallocate()
    }

    static let connected: @convention(c) (UnsafeMutablePointer<uv_connect_t>?, Int32) -> Void = { request, status in
        guard let request, let data = request.pointee.data else { return }
        let attempt = Unmanaged<Attempt>.fromOpaque(data).takeRetainedValue()
        request.deallocate()
        attempt.done(status)
    }
}

/// Whether a text is an IPv4 address.
func isIPv4(_ text: String) -> Bool {
    var address = in_addr()
    return uv_inet_pton(Int32(AF_INET), text, &address) == 0
}

/// Whether a text is an IPv6 address, optionally with a zone (`fe80::1%eth0`).
func isIPv6(_ text: String) -> Bool {
    var address = sockaddr_in6()
    return uv_ip6_addr(text, 0, &address) == 0
}
