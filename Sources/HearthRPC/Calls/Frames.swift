/// Where a writer's frames go: one direction of a call, as a transport offers it. Callable from any thread.
public protocol FrameSink: AnyObject, Sendable {
    /// Queues a frame; never waits. The answer is whether more are welcome.
    @discardableResult
    func send(_ frame: RPCFrame) -> Bool

    /// Queues a frame if more are welcome; the answer is whether it did.
    func trySend(_ frame: RPCFrame) -> Bool

    /// Whether more frames are welcome: less than the high mark is queued, and the call is not over.
    var isWritable: Bool { get }

    /// Suspends until more frames are welcome; throws the reason when the call is over.
    nonisolated(nonsending) func waitUntilWritable() async throws(RPCError)

    /// Called, from any thread, whenever frames become welcome again. The latest callback counts.
    func onWritable(_ body: @escaping @Sendable () -> Void)

    /// No more frames will come from this side. Only a client's stream has a use for it.
    func finishWriting()
}

extension FrameSink {
    public func trySend(_ frame: RPCFrame) -> Bool {
        guard isWritable else { return false }
        send(frame)
        return true
    }
}

/// Where a reader's frames come from: the other direction. Read by one task at a time.
public protocol FrameSource: AnyObject, Sendable {
    /// The next frame; nil after the last. Throws the call's status unless it is OK.
    nonisolated(nonsending) func next() async throws(RPCError) -> RPCFrame?

    /// The next frame if it is here; nil when it is not, and at the end.
    func nextReady() throws(RPCError) -> RPCFrame?

    /// The reader will not read on: its task was cancelled, or it was dropped. A client's call is cancelled by it.
    func stopReading()

    /// Client only: the response headers, once they are here.
    nonisolated(nonsending) func headers() async throws(RPCError) -> Metadata

    /// Client only: the trailers; nil before the end.
    var trailers: Metadata? { get }

    /// The status of a call whose message cannot be decoded here.
    var decodingErrorCode: RPCError.Code { get }
}

extension FrameSource {
    public func nextReady() throws(RPCError) -> RPCFrame? { nil }
}

/// A client's half of a call, as a transport offers it.
public typealias ClientStream = FrameSink & FrameSource

/// What carries a client's calls to a server.
public protocol ClientTransport: Sendable {
    /// Begins a call. Its deadline, if `options` has a time-out, is the transport's to send and to enforce.
    nonisolated(nonsending) func open(
        _ method: MethodDescriptor, options: CallOptions
    ) async throws(RPCError) -> any ClientStream

    /// Ends every call and every connection.
    func close() async

    /// Where messages arrive: a task that prefers this executor reads them without a change of threads. nil for a
    /// transport that has no thread of its own.
    var executor: (any TaskExecutor)? { get }
}

extension ClientTransport {
    public var executor: (any TaskExecutor)? { nil }
}
