internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC
internal import Synchronization

/// What a handler's writer and context hold of a call by HTTP. Callable from any thread; the work is done on the
/// loop, in the order of the calls.
final class ServerCall: ServerStream {
    let stream: HTTP2Stream
    let context: ServerContext
    /// What differs from gRPC; nil for gRPC itself.
    let web: WebCall?
    private let connection: LoopBound<ServerConnection>
    /// Unary calls have nothing to hold back.
    private let gate: WriteGate?
    private let state = Mutex(State())
    /// Whether there may be something in ``State/posted``: then what the loop writes goes behind it. Changed under the lock.
    private let hasPosted = Atomic(false)

    private enum Output: Sendable {
        case message(RPCFrame)
        case end(RPCFrame?, RPCError?)
    }

    private struct State {
        var isHandedOver = false
        /// What other threads wrote and the loop has not come to yet.
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
        // Whether it is writable is told without a lock.
        guard let gate, gate.isWritable || gate.closed == nil else { return false }
        guard let frame = encoded(frame) else { return false }
        let isWritable = gate.add(web?.size(frame) ?? frame.bytes.count)
        write(frame)
        return isWritable
    }

    private func compressed(_ frame: RPCFrame) -> RPCFrame {
        context.compresses && frame.mayCompress ? Gzip.deflated(frame) : frame
    }

    /// An answer as it is sent; nil when it can't be, and then the call ends.
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
        // What will not be sent need not be made.
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

    /// nil when there is no more, and then nobody sends.
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
        // A unary call has nothing that could be waiting.
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
        gate.close(end.error ?? RPCError(.cancelled, "the call is over"))
        let onEnd = state.withLock { state -> (@Sendable (CallEnd) -> Void)? in
            guard state.end == nil else { return nil }
            state.end = end
            return state.onEnd.take()
        }
        onEnd?(end)
    }
}
