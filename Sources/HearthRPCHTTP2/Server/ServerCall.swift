internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC
internal import Synchronization

/// What a handler's writer and context hold of a call by HTTP/2. Callable from any thread; the work is done on the
/// loop.
final class ServerCall: ServerStream {
    let stream: HTTP2Stream
    let route: Route
    let context: ServerContext
    private let connection: LoopBound<ServerConnection>
    /// Unary calls have nothing to hold back.
    private let gate: WriteGate?
    private let state = Mutex(State())

    private struct State {
        var isHandedOver = false
        var end: CallEnd?
        var onEnd: (@Sendable (CallEnd) -> Void)?
    }

    init(
        _ stream: HTTP2Stream, _ route: Route, _ context: ServerContext, _ connection: LoopBound<ServerConnection>,
        mark: Int
    ) {
        self.stream = stream
        self.route = route
        self.context = context
        self.connection = connection
        self.gate = route.method.kind.givesOneResponse ? nil : WriteGate(high: mark)
    }

    // MARK: The handler's side

    func send(_ frame: RPCFrame) -> Bool {
        guard let gate, gate.closed == nil else { return false }
        let isWritable = gate.add(frame.bytes.count)
        if let connection = connection.ifCurrent {
            connection.send(self, frame)
        } else {
            connection.run { $0.send(self, frame) }
        }
        return isWritable
    }

    var isWritable: Bool { gate?.isWritable ?? false }

    func waitUntilWritable() async throws(RPCError) { try await gate?.waitUntilWritable() }

    func onWritable(_ body: @escaping @Sendable () -> Void) { gate?.onWritable(body) }

    func finishWriting() {}

    func finish(_ frame: RPCFrame?, error: RPCError?) {
        if let connection = connection.ifCurrent {
            connection.finish(self, frame, error)
        } else {
            connection.run { $0.finish(self, frame, error) }
        }
    }

    func handlerReturned() {
        if !state.withLock({ $0.isHandedOver }) { finish(nil, error: nil) }
    }

    func handOver() {
        state.withLock { $0.isHandedOver = true }
        if let connection = connection.ifCurrent {
            connection.sendHeaders(self)
        } else {
            connection.run { $0.sendHeaders(self) }
        }
    }

    func onEnd(_ body: @escaping @Sendable (CallEnd) -> Void) {
        let end = state.withLock { state in
            if state.end == nil { state.onEnd = body }
            return state.end
        }
        if let end { body(end) }
    }

    /// The handler's task is over.
    func handlerIsDone() {
        if let connection = connection.ifCurrent {
            connection.handlerIsDone(self)
        } else {
            connection.run { $0.handlerIsDone(self) }
        }
    }

    // MARK: The connection's side

    func sent(_ bytes: Int) { gate?.remove(bytes) }

    /// Tells whoever writes that the call is over.
    func ended(_ end: CallEnd) {
        guard let gate else { return }
        gate.close(end.error ?? RPCError(.cancelled, "The call is over."))
        let onEnd = state.withLock { state -> (@Sendable (CallEnd) -> Void)? in
            guard state.end == nil else { return nil }
            state.end = end
            return state.onEnd.take()
        }
        onEnd?(end)
    }
}
