internal import HearthBase
internal import Synchronization

/// A call within one process: two queues, and the state that both halves share.
final class InProcessCall: ServerStream {
    private struct State {
        var context: ServerContext?
        var end: CallEnd?
        var isHandedOver = false
        var handler: Task<Void, Never>?
        var timer: Task<Void, Never>?
        var onEnd: (@Sendable (CallEnd) -> Void)?
    }

    private let server: RPCServer
    private let state = Mutex(State())
    let requests: FrameQueue
    let responses: FrameQueue
    let requestGate: WriteGate
    private let responseGate: WriteGate
    let headers = OneShot<Metadata>()
    let trailers = OneShot<Metadata>()

    init(server: RPCServer) {
        let requestGate = WriteGate(high: server.options.writeHighMark)
        let responseGate = WriteGate(high: server.options.writeHighMark)
        self.server = server
        self.requestGate = requestGate
        self.responseGate = responseGate
        self.requests = FrameQueue { requestGate.remove($0) }
        self.responses = FrameQueue { responseGate.remove($0) }
    }

    func run(_ route: Route, _ context: ServerContext, timeout: Duration?) {
        state.withLock { $0.context = context }
        if let credential = context.principal.credential {
            server.onRevoke(ObjectIdentifier(self)) { [weak self] revoked in
                if revoked == credential { self?.end(.revoked, CallEnd.revoked.error) }
            }
        }
        let handler = Task { [server, requests] in
            await server.serve(route, .many(requests), context, on: self)
        }
        let timer = timeout.map { timeout in
            Task { [weak self] in
                try? await Task.sleep(for: timeout)
                if !Task.isCancelled { self?.end(.deadlineExceeded, CallEnd.deadlineExceeded.error) }
            }
        }
        let isOver = state.withLock { state in
            guard state.end == nil else { return true }
            state.handler = handler
            state.timer = timer
            return false
        }
        if isOver { timer?.cancel() }
    }

    /// Ends the call for both halves. Only the first reason counts.
    func end(_ end: CallEnd, _ error: RPCError?) {
        let before = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            state.end = end
            defer {
                state.handler = nil
                state.timer = nil
                state.onEnd = nil
                state.context = nil
            }
            return state
        }
        guard let before else { return }
        if before.context?.principal.credential != nil { server.onRevoke(ObjectIdentifier(self), nil) }
        before.timer?.cancel()
        if end != .finished { before.handler?.cancel() }
        var trailers = before.context?.takeTrailers() ?? Metadata()
        if let error { trailers.add(error.metadata) }
        headers.set(before.context?.takeResponseHeaders() ?? Metadata())
        self.trailers.set(trailers)
        var status = error
        status?.metadata = trailers
        status?.cause = nil
        let over = end.error ?? RPCError(.cancelled, "the call is over")
        requests.finish(over, discarding: true)
        requestGate.close(over)
        responseGate.close(over)
        responses.finish(status, discarding: end != .finished)
        before.onEnd?(end)
    }

    // MARK: The server's half

    func send(_ frame: RPCFrame) -> Bool {
        let (isOver, context) = state.withLock { ($0.end != nil, $0.context) }
        if isOver { return false }
        if headers.value == nil { headers.set(context?.takeResponseHeaders() ?? Metadata()) }
        let isWritable = responseGate.add(frame.bytes.count)
        responses.push(frame)
        return isWritable
    }

    var isWritable: Bool { responseGate.isWritable }
    nonisolated(nonsending) func waitUntilWritable() async throws(RPCError) {
        try await responseGate.waitUntilWritable()
    }
    func onWritable(_ body: @escaping @Sendable () -> Void) { responseGate.onWritable(body) }
    func finishWriting() {}

    func finish(_ frame: RPCFrame?, error: RPCError?) {
        if let frame { _ = send(frame) }
        end(.finished, error)
    }

    func handlerReturned() {
        if !state.withLock({ $0.isHandedOver }) { finish(nil, error: nil) }
    }

    func handOver() {
        let context = state.withLock { state in
            state.isHandedOver = true
            return state.context
        }
        if let context { headers.set(context.takeResponseHeaders() ?? Metadata()) }
    }

    func onEnd(_ body: @escaping @Sendable (CallEnd) -> Void) {
        let end = state.withLock { state in
            if state.end == nil { state.onEnd = body }
            return state.end
        }
        if let end { body(end) }
    }

    // MARK: Limits

    /// Accepts a request from the client's half.
    func take(_ frame: RPCFrame) -> Bool {
        let limit = server.options.maxRequestBytes
        guard frame.messageLength <= limit else {
            end(.finished, RPCServer.tooLarge(frame.messageLength, limit: limit))
            return false
        }
        let isWritable = requestGate.add(frame.bytes.count)
        requests.push(frame)
        return isWritable
    }
}

/// The client's half of a call within the process.
final class InProcessClientHalf: FrameSink, FrameSource {
    private let call: InProcessCall

    init(_ call: InProcessCall) { self.call = call }

    func send(_ frame: RPCFrame) -> Bool { call.take(frame) }
    var isWritable: Bool { call.requestGate.isWritable }
    nonisolated(nonsending) func waitUntilWritable() async throws(RPCError) {
        try await call.requestGate.waitUntilWritable()
    }
    func onWritable(_ body: @escaping @Sendable () -> Void) { call.requestGate.onWritable(body) }
    func finishWriting() { call.requests.finish(nil) }

    nonisolated(nonsending) func next() async throws(RPCError) -> RPCFrame? { try await call.responses.next() }

    func stopReading() { call.end(.cancelled, CallEnd.cancelled.error) }

    nonisolated(nonsending) func headers() async throws(RPCError) -> Metadata {
        guard let headers = await call.headers.wait() else {
            throw RPCError(.cancelled, "the task that waited for the response's headers was cancelled")
        }
        return headers
    }

    var trailers: Metadata? { call.trailers.value }
    var decodingErrorCode: RPCError.Code { .internal }
}
