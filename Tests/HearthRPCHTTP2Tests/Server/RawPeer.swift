internal import HearthBase
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCTestSupport
internal import Expectations
internal import Testing

/// A peer that speaks HTTP/2 as the test likes: sends any bytes, and reads the server's answers.
final class RawPeer: SocketHandler {
    let socket: Socket
    let session: HTTP2Session
    var events: [(HTTP2Event, [UInt8])] = []
    let isDone: (RawPeer) -> Bool
    let done: (RawPeer) -> Void
    private let address: String
    /// The address of the peer while a test's code runs for it: requests have to name it.
    @TaskLocal static var authority = "x"
    /// Whether it reads without ever answering.
    var isSilent = false
    /// Whether its result has been taken.
    var isOver = false
    var pongs: Int { events.filter { if case .pong = $0.0 { true } else { false } }.count }

    init(
        _ socket: Socket, _ address: String, _ isDone: @escaping (RawPeer) -> Bool, _ done: @escaping (RawPeer) -> Void
    ) throws {
        self.socket = socket
        self.address = Self.authority(of: address)
        self.isDone = isDone
        self.done = done
        session = try HTTP2Session(role: .client)
    }

    func flush() {
        if isSilent { return }
        var bytes: [UInt8] = []
        try? session.drain(into: &bytes, limit: 1 << 20)
        socket.write(bytes)
    }

    func received(_ bytes: RawSpan) {
        try? session.receive(bytes)
        for event in session.takeEvents() {
            var body: [UInt8] = []
            if case .data(_, let range) = event { body = [UInt8](copying: bytes.extracting(range)) }
            events.append((event, body))
        }
        flush()
        if Self.$authority.withValue(address, operation: { isDone(self) }) { socket.close() }
    }

    func writesAreDone() {}
    func closed(_ error: LoopError?) { done(self) }

    /// The first value of a field in any header block that came.
    func field(_ name: StaticString) -> String? {
        for case (.headers(_, let block, _), _) in events {
            if let value = block.first(name) { return value }
        }
        return nil
    }

    /// The code of a GOAWAY that came; nil without one.
    var goAway: ErrorCode? {
        for case (.goAway(let code, _), _) in events { return code }
        return nil
    }

    var isClosed: Bool { events.contains { if case (.closed, _) = $0 { true } else { false } } }
}

extension RawPeer {
    /// The authority of a server. A Unix socket has no name.
    private static func authority(of address: String) -> String {
        address.hasPrefix("unix:") ? "localhost" : address
    }

    /// Connects to a server, lets `body` send, then `steps`, and returns the `result` of the answers once `isDone`
    /// holds, or the server closed the connection.
    static func talk<R: Sendable>(
        to address: String, _ body: @escaping @Sendable (RawPeer) -> Void,
        steps: (LoopBound<RawPeer>) async throws -> Void = { _ in },
        until isDone: @escaping @Sendable (RawPeer) -> Bool = { $0.isClosed },
        _ result: @escaping @Sendable (RawPeer) -> R
    ) async throws -> R {
        let loop = try EventLoop.start()
        let endpoint = try Endpoint(address)
        let (results, end) = AsyncStream<R>.makeStream()
        let peer: LoopBound<RawPeer> = try await withCheckedThrowingContinuation { continuation in
            loop.post {
                loop.connect(to: endpoint) { connected in
                    do {
                        let socket = try connected.get()
                        let peer = try RawPeer(socket, address, isDone) {
                            end.yield(result($0))
                            end.finish()
                        }
                        socket.start(peer)
                        Self.$authority.withValue(authority(of: address)) { body(peer) }
                        peer.flush()
                        continuation.resume(returning: LoopBound(peer, loop: loop))
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
        }
        try await steps(peer)
        var iterator = results.makeAsyncIterator()
        let value = await iterator.next()
        await loop.stop()
        return try require(value, "the test was cancelled")
    }

    /// Waits for a server to close the connection on which `body` has sent.
    static func awaitCutOff(by address: String, _ body: @escaping @Sendable (RawPeer) -> Void) async throws {
        try await talk(to: address, body, until: { _ in false }, { _ in })
    }

    /// The code of the GOAWAY with which a server closes the connection on which `body` has sent; nil without one.
    static func goAway(
        of address: String, _ body: @escaping @Sendable (RawPeer) -> Void = { _ in }
    ) async throws -> ErrorCode? {
        try await talk(to: address, body, until: { _ in false }, { $0.goAway })
    }

    /// Begins calls without a message in their request.
    func begin(_ count: Int, _ path: String) -> [HTTP2Stream] {
        let headers = Self.$authority.withValue(address) { Self.headers(path: path) }
        let streams = (0..<count).compactMap { _ in session.request(headers) }
        for stream in streams {
            session.send(stream, RPCFrame(message: []).bytes)
            session.finish(stream, trailers: nil)
        }
        flush()
        return streams
    }

    func cancel(_ streams: [HTTP2Stream]) {
        for stream in streams { session.reset(stream, .cancel) }
        flush()
    }

    static func headers(
        _ changes: [String: String?] = [:], path: String = "/test.Test/Echo", extra: [(String, String)] = []
    ) -> HeaderList {
        var fields = [
            (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", authority), ("te", "trailers"),
            ("content-type", "application/grpc"),
        ]
        for (name, value) in changes {
            fields.removeAll { $0.0 == name }
            if let value { name.hasPrefix(":") ? fields.insert((name, value), at: 0) : fields.append((name, value)) }
        }
        return HeaderList((fields + extra).map { ($0.0, Array($0.1.utf8)) })
    }

    /// The answer to a request.
    static func answer(
        to address: String, _ headers: @autoclosure @escaping @Sendable () -> HeaderList,
        body: [UInt8]? = RPCFrame(message: [1]).bytes
    ) async throws -> (http: String?, grpc: String?, message: String?) {
        try await talk(to: address) { peer in
            guard let stream = peer.session.request(headers()) else { return }
            if let body { peer.session.send(stream, body) }
            peer.session.finish(stream, trailers: nil)
        } _: {
            ($0.field(":status"), $0.field("grpc-status"), $0.field("grpc-message"))
        }
    }

    /// The samples of a server's metrics.
    static func metrics(_ address: String) async throws -> [String: String] {
        let text = try await RawPeer.talk(to: address) { peer in
            let headers = RawPeer.headers([":method": "GET", "te": nil, "content-type": nil], path: "/metrics")
            guard let stream = peer.session.request(headers) else { return }
            peer.session.finish(stream, trailers: nil)
        } _: {
            String(decoding: $0.events.flatMap(\.1), as: UTF8.self)
        }
        var samples: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ")
            if parts.count == 2 { samples[String(parts[0])] = String(parts[1]) }
        }
        return samples
    }
}

extension LoopBound<RawPeer> {
    /// Cancels calls once their handlers run. The handlers continue until the test ends their service's patience.
    func cancelStubbornCalls(_ count: Int, _ log: TestService.Log) async throws {
        let streams = await withCheckedContinuation { continuation in
            run { continuation.resume(returning: $0.begin(count, "/test.Test/Stubborn")) }
        }
        for _ in streams { try require(await log.next() == "stubborn") }
        run { $0.cancel(streams) }
    }
}
