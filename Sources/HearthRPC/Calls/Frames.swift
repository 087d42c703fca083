/// The sending side of one direction of a call, as a transport offers it. Callable from any thread.
public protocol FrameSink: AnyObject, Sendable {
    /// Queues a frame; never waits. Returns whether the stream accepts more.
    @discardableResult
    func send(_ frame: RPCFrame) -> Bool

    /// Queues a frame if the stream accepts more; returns whether it did.
    func trySend(_ frame: RPCFrame) -> Bool

    /// Whether the stream accepts frames: fewer bytes than the high mark are queued, and the call is not over.
    var isWritable: Bool { get }

    /// Suspends until the stream accepts frames; throws the reason when the call is over.
    nonisolated(nonsending) func waitUntilWritable() async throws(RPCError)

    /// Registers a callback for each time that the stream accepts frames again, on any thread. The latest one counts.
    func onWritable(_ body: @escaping @Sendable () -> Void)

    /// Ends this side's frames. Has an effect on a client's stream only.
    func finishWriting()
}

extension FrameSink {
    public func trySend(_ frame: RPCFrame) -> Bool {
        guard isWritable else { return false }
        send(frame)
        return true
    }
}

/// The receiving side of one direction of a call. Read by one task at a time.
public protocol FrameSource: AnyObject, Sendable {
    /// The next frame; nil after the last. Throws the call's status unless it is OK.
    nonisolated(nonsending) func next() async throws(RPCError) -> RPCFrame?

    /// The next frame if one has arrived; nil otherwise, and at the end.
    func nextReady() throws(RPCError) -> RPCFrame?

    /// Ends reading: the reader's task was cancelled, or the reader was dropped. On a client this cancels the call.
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

/// Carries a client's calls to a server.
public protocol ClientTransport: Sendable {
    /// Begins a call. The transport sends and enforces the deadline if `options` has a timeout.
    nonisolated(nonsending) func open(
        _ method: MethodDescriptor, options: CallOptions
    ) async throws(RPCError) -> any ClientStream

    /// Ends every call and every connection.
    func close() async

    /// The executor on which messages arrive: a task that prefers it reads them without a thread switch. nil for a
    /// transport without a thread of its own.
    var executor: (any TaskExecutor)? { get }
}

extension ClientTransport {
    public var executor: (any TaskExecutor)? { nil }
}
