internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC
internal import Synchronization

/// A server's call over HTTP, as the handler's writer and context use it. Callable from any thread; the loop does the
/// work, in the order of the calls.
final class ServerCall: ServerStream {
    let stream: HTTP2Stream
    let context: ServerContext
    /// The call's form if it is gRPC-Web or Connect; nil for gRPC.
    let web: WebCall?
    private let connection: LoopBound<ServerConnection>
    /// nil for unary calls, which need no back-pressure.
    private let gate: WriteGate?
    private let state = Mutex(State())
    /// Whether ``State/posted`` may be non-empty: then the loop's own output must be queued after it. Changed under the
    /// lock.
    private let hasPosted = Atomic(false)

    private enum Output: Sendable {
        case message(RPCFrame)
        case end(RPCFrame?, RPCError?)
    }

    private struct State {
        var isHandedOver = false
        /// Output of other threads that the loop has not sent yet.
        var posted: [Output] = []
        var isSendingPosted = false
        var end: CallEnd?
        var onEnd: (@Sendable (CallEnd) -> Void)?
    }

    init(
        _ stream: HTTP2Stream, _ context: ServerContext, _ web: WebCall?, _ connection: LoopBound<ServerConnection>,
        mark: Int
    ) {
        self.stream = stream
        self.context = context
        self.web = web
        self.connection = connection
        self.gate = context.route.method.kind.givesOneResponse ? nil : WriteGate(high: mark)
    }

    var route: Route { context.route }

    // MARK: The handler's side

    func send(_ frame: RPCFrame) -> Bool {
        // `isWritable` needs no lock.
        guard let gate, gate.isWritable || gate.closed == nil else { return false }
        guard let frame = encoded(frame) else { return false }
        let isWritable = gate.add(web?.size(frame) ?? frame.bytes.count)
        write(frame)
        return isWritable
    }

    private func compressed(_ frame: RPCFrame) -> RPCFrame {
        context.compresses && frame.mayCompress ? Gzip.deflated(frame) : frame
    }

    /// An answer as it is sent; nil if it cannot be encoded, which ends the call.
    private func encoded(_ frame: RPCFrame) -> RPCFrame? {
        guard let web else { return compressed(frame) }
        do throws(RPCError) {
            return compressed(try web.answer(frame))
        } catch {
            finish(nil, error: error)
            return nil
        }
    }

    func trySend(_ frame: RPCFrame) -> Bool {
        // A message that will not be sent need not be encoded.
        guard let gate, gate.isWritable else { return false }
        guard let frame = encoded(frame), gate.tryAdd(web?.size(frame) ?? frame.bytes.count) else { return false }
        write(frame)
        return true
    }

    private func write(_ frame: RPCFrame) {
        if !hasPosted.load(ordering: .acquiring), let connection = connection.ifCurrent {
            connection.send(self, frame)
        } else {
            write(.message(frame))
        }
    }

    private func write(_ output: Output) {
        let connection = connection.ifCurrent
        if let connection, !hasPosted.load(ordering: .acquiring) { return perform(output, on: connection) }
        let isFirst = state.withLock { state in
            hasPosted.store(true, ordering: .releasing)
            state.posted.append(output)
            return state.posted.count == 1
        }
        if let connection { sendPosted(connection) } else if isFirst { self.connection.run { self.sendPosted($0) } }
    }

    private func sendPosted(_ connection: ServerConnection) {
        guard
            state.withLock({ state in
                defer { state.isSendingPosted = true }
                return !state.isSendingPosted
            })
        else { return }
        while let posted = takePosted() {
            for output in posted { perform(output, on: connection) }
        }
    }

    /// The posted output; nil once all is sent, which ends the sending.
    private func takePosted() -> [Output]? {
        state.withLock { state in
            guard !state.posted.isEmpty else {
                state.isSendingPosted = false
                hasPosted.store(false, ordering: .releasing)
                return nil
            }
            defer { state.posted = [] }
            return state.posted
        }
    }

    private func perform(_ output: Output, on connection: ServerConnection) {
        switch output {
        case .message(let frame): connection.send(self, frame)
        case .end(let frame, let error): connection.finish(self, frame, error)
        }
    }

    var isWritable: Bool { gate?.isWritable ?? false }

    nonisolated(nonsending) func waitUntilWritable() async throws(RPCError) { try await gate?.waitUntilWritable() }

    func onWritable(_ body: @escaping @Sendable () -> Void) { gate?.onWritable(body) }

    func finishWriting() {}

    func finish(_ frame: RPCFrame?, error: RPCError?) {
        var end = (frame: frame, error: error)
        if let frame {
            do throws(RPCError) {
                end.frame = compressed(try web?.answer(frame) ?? frame)
            } catch {
                end = (nil, error)
            }
        }
        // A unary call has no earlier output that could still be queued.
        if gate == nil, let connection = connection.ifCurrent {
            connection.finish(self, end.frame, end.error)
        } else {
            write(.end(end.frame, end.error))
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

    /// The handler's task has finished.
    func handlerIsDone() {
        if let connection = connection.ifCurrent {
            connection.handlerIsDone(self)
        } else {
            connection.run { $0.handlerIsDone(self) }
        }
    }

    // MARK: The connection's side

    func sent(_ bytes: Int) { gate?.remove(bytes) }

    /// Notifies writers that the call is over.
    func ended(_ end: CallEnd) {
        guard let gate else { return }
        gate.close(end.error ?? RPCError(.cancelled, "the call is over"))
        let onEnd = state.withLock { state -> (@Sendable (CallEnd) -> Void)? in
            guard state.end == nil else { return nil }
            state.end = end
            return state.onEnd.take()
        }
        onEnd?(end)
    }
}
