/// Sends the messages of a stream: a server's responses or a client's requests.
public struct RPCWriter<M: RPCMessage>: Sendable {
    @usableFromInline let sink: any FrameSink

    package init(_ sink: any FrameSink) { self.sink = sink }

    /// The same stream with messages of another type.
    public init(retyping other: RPCWriter<RPCFrame>) { self.sink = other.sink }

    // Writing runs on its caller's executor, mostly without suspending: another executor would cost a lookup of the
    // task's preferred executor, under a lock, for each message.

    /// Suspends while the peer reads more slowly than this side writes. ``write(_:compress:)`` does so too, with its
    /// message in memory: call this before you make a large one.
    /// - Throws: the reason when the call is over.
    @inlinable
    public nonisolated(nonsending) func waitUntilWritable() async throws(RPCError) {
        while !sink.isWritable { try await sink.waitUntilWritable() }
    }

    /// Sends a message; suspends while the peer reads more slowly than this side writes.
    /// - Parameter compress: false to send this message uncompressed in a call that compresses.
    /// - Throws: the reason when the call is over.
    @inlinable
    public nonisolated(nonsending) func write(_ message: M, compress: Bool = true) async throws(RPCError) {
        while true {
            // Not encoded before there is room: its bytes would occupy memory while it waits.
            if sink.isWritable {
                var frame = message.frame
                if !compress { frame.mayCompress = false }
                if sink.trySend(frame) { return }
            }
            try await sink.waitUntilWritable()
        }
    }

    /// Sends a message that is encoded already.
    @inlinable
    public nonisolated(nonsending) func write(encoded frame: RPCFrame) async throws(RPCError) {
        while !sink.trySend(frame) { try await sink.waitUntilWritable() }
    }

    /// Whether the peer keeps up: less than the high mark is queued, and the call is not over.
    public var isWritable: Bool { sink.isWritable }

    /// Sends a message unless the peer reads more slowly than this side writes. Never suspends.
    /// - Returns: false when it was not sent; ``onWritable(_:)`` calls back when to try again.
    public func tryWrite(_ message: M) -> Bool { sink.trySend(message.frame) }

    /// Called, from any thread, each time the stream becomes writable again. The latest callback counts.
    public func onWritable(_ body: @escaping @Sendable () -> Void) {
        sink.onWritable(body)
    }

    /// Client only: tells the server that no more requests come. A server's stream ends when its handler returns.
    public func finish() {
        sink.finishWriting()
    }
}

extension RPCWriter {
    /// Server only: takes the call over from the handler, which may then return while the call stays open as a small
    /// record without a task. It ends by ``RPCStream/finish(_:)``, or as every call does by cancellation, deadline,
    /// disconnection or the server's shutdown. The response's headers are sent at once, so that the client knows its
    /// call is accepted. On a client's writer this is an error.
    public func handOver() throws(RPCError) -> RPCStream<M> {
        guard let stream = sink as? any ServerStream else {
            throw RPCError(.failedPrecondition, "only a server's stream can be handed over")
        }
        stream.handOver()
        return RPCStream(stream)
    }
}

/// A server's stream that outlives its handler. Callable from any thread; nothing here suspends.
public struct RPCStream<M: RPCMessage>: Sendable {
    private let stream: any ServerStream

    package init(_ stream: any ServerStream) { self.stream = stream }

    /// Queues a message and returns ``isWritable``. Writing on while that is false is allowed, and costs memory.
    /// - Parameter compress: false to send this message uncompressed in a call that compresses.
    @discardableResult
    @inlinable
    public func write(_ message: M, compress: Bool = true) -> Bool {
        var frame = message.frame
        if !compress { frame.mayCompress = false }
        return write(encoded: frame)
    }

    /// Queues a message that is encoded already, sharing its bytes.
    @discardableResult
    public func write(encoded frame: RPCFrame) -> Bool {
        stream.send(frame)
    }

    /// Whether the client keeps up: less than the high mark is queued, and the call is not over.
    public var isWritable: Bool { stream.isWritable }

    /// Suspends while the client reads more slowly than this side writes.
    /// - Throws: the reason when the call is over.
    public nonisolated(nonsending) func waitUntilWritable() async throws(RPCError) {
        while !stream.isWritable { try await stream.waitUntilWritable() }
    }

    /// Called, from any thread, each time the stream becomes writable again. The latest callback counts.
    public func onWritable(_ body: @escaping @Sendable () -> Void) {
        stream.onWritable(body)
    }

    /// Called once, from any thread, when the call is over; at once when it already is. The latest callback counts.
    public func onEnd(_ body: @escaping @Sendable (CallEnd) -> Void) {
        stream.onEnd(body)
    }

    /// Ends the call after the queued messages: with OK, or with an error.
    public func finish(_ error: RPCError? = nil) {
        stream.finish(nil, error: error)
    }
}
