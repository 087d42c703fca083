internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// A client's call over HTTP/2, as its writer and reader use it. Callable from any thread; the loop does the work.
final class ClientCall: FrameSink, FrameSource {
    let method: MethodDescriptor
    let options: CallOptions
    private let channel: LoopBound<ClientChannel>
    private let record: LoopBound<ClientRecord>
    private let responses: FrameQueue
    /// nil for a single request, which needs no back-pressure.
    private let gate: WriteGate?
    private let metadata = ResponseMetadata()

    init(
        _ method: MethodDescriptor, _ options: CallOptions, _ channel: LoopBound<ClientChannel>,
        _ settings: HTTP2Transport.Settings
    ) {
        self.method = method
        self.options = options
        self.channel = channel
        let record = LoopBound(ClientRecord(settings), loop: channel.loop)
        self.record = record
        gate = method.kind.takesOneRequest ? nil : WriteGate(high: 64 << 10)
        let limit = settings.maxResponseBytes
        responses = FrameQueue(
            inflate: { frame throws(RPCError) in
                do throws(RPCError) {
                    return try Gzip.inflated(frame, limit: limit)
                } catch {
                    record.run { $0.giveUp(error) }
                    throw error
                }
            },
            onTake: { count in
                // A single message needs no flow control.
                if method.kind == .unary { return }
                if let record = record.ifCurrent { record.taken(count) } else { record.run { $0.taken(count) } }
            })
    }

    /// The loop that does the call's work.
    var loop: EventLoop { channel.loop }

    // Calls on the loop's own thread need no closure.

    func start() {
        if let channel = channel.ifCurrent, let record = record.ifCurrent { return channel.start(record, self) }
        withRecord { channel, record in channel.start(record, self) }
    }

    private func withRecord(_ body: @escaping @Sendable (ClientChannel, ClientRecord) -> Void) {
        channel.run { [record] channel in
            if let record = record.ifCurrent { body(channel, record) }
        }
    }

    // MARK: The caller's side

    func send(_ frame: RPCFrame) -> Bool {
        let frame = options.compression == .gzip && frame.mayCompress ? Gzip.deflated(frame) : frame
        let isWritable = gate?.add(frame.bytes.count) ?? true
        if let record = record.ifCurrent { record.send(frame) } else { record.run { $0.send(frame) } }
        return isWritable
    }

    var isWritable: Bool { gate?.isWritable ?? true }
    nonisolated(nonsending) func waitUntilWritable() async throws(RPCError) { try await gate?.waitUntilWritable() }
    func onWritable(_ body: @escaping @Sendable () -> Void) { gate?.onWritable(body) }

    func finishWriting() {
        if let record = record.ifCurrent { record.finishWriting() } else { record.run { $0.finishWriting() } }
    }

    nonisolated(nonsending) func next() async throws(RPCError) -> RPCFrame? { try await responses.next() }

    func stopReading() {
        guard metadata.trailers == nil else { return }
        withRecord { channel, record in channel.cancel(record, RPCError(.cancelled, "the caller cancelled the call")) }
    }

    nonisolated(nonsending) func headers() async throws(RPCError) -> Metadata { try await metadata.headers() }

    var trailers: Metadata? { metadata.trailers }
    var decodingErrorCode: RPCError.Code { .internal }

    // MARK: The connection's side

    func received(headers: Metadata) { metadata.received(headers: headers) }
    func received(_ frame: RPCFrame) { responses.push(frame) }
    func sent(_ bytes: Int) { gate?.remove(bytes) }

    /// Records the end of the call: OK if there is no error.
    func ended(_ error: RPCError?, trailers: Metadata) {
        metadata.ended(error, trailers: trailers)
        gate?.close(error ?? RPCError(.cancelled, "the server has answered; the call is over"))
        let isGivenUp = error?.code == .cancelled || error?.code == .deadlineExceeded
        responses.finish(error, discarding: isGivenUp)
    }
}
