internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC

/// A client's connection. On its loop's thread only.
final class ClientConnection {
    private let loop: EventLoop
    private let channel: Channel
    private let session: HTTP2Session
    private let output = OutputBuffer()
    private let authority: String
    private let link: ClientLink
    /// By slot.
    private var records: [ClientRecord?] = []
    private var isDirty = false
    private var isClosed = false
    /// Why the session broke, for the calls that end with it.
    private var failure: RPCError?
    /// The server takes no more calls.
    private var isGoingAway = false
    /// Calls on later streams the server has not touched.
    private var lastTouched = Int32.max

    init(_ link: ClientLink, _ channel: Channel, authority: String, options: HTTP2Session.Options) throws(HTTP2Error) {
        self.link = link
        self.channel = channel
        self.authority = authority
        loop = channel.loop
        session = try HTTP2Session(role: .client, options: options)
        markDirty()
    }

    // MARK: Calls

    func begin(_ record: ClientRecord, _ call: ClientCall) {
        guard let stream = session.request(RequestHeaders.list(call, authority: authority, isTLS: channel.isTLS)) else {
            return record.end(RPCError(.unavailable, "The connection to \(channel.peer) takes no more calls."))
        }
        while records.count <= stream.slot { records.append(nil) }
        records[stream.slot] = record
        record.stream = stream
        record.connection = self
        record.sendBacklog(self)
        markDirty()
    }

    func send(_ record: ClientRecord, _ frame: RPCFrame) {
        session.send(record.stream, frame.bytes)
        markDirty()
    }

    func finishWriting(_ record: ClientRecord) {
        session.finish(record.stream, trailers: nil)
        markDirty()
    }

    func credit(_ record: ClientRecord, _ count: Int) {
        session.consume(record.stream, count)
        markDirty()
    }

    /// Gives a call up.
    func cancel(_ record: ClientRecord, _ error: RPCError) {
        session.reset(record.stream, .cancel)
        record.end(error)
        markDirty()
    }

    func close() {
        session.terminate(.noError)
        failure = RPCError(.cancelled, "The client was closed.")
        markDirty()
    }

    // MARK: Events

    private func record(_ stream: HTTP2Stream) -> ClientRecord? {
        guard stream.slot >= 0, stream.slot < records.count, let record = records[stream.slot],
            record.stream == stream
        else { return nil }
        return record
    }

    private func handleEvents(_ bytes: RawSpan) {
        while session.hasEvents {
            let events = session.takeEvents()
            for event in events {
                switch event {
                case .headers(let stream, let block, let isEnd): headers(stream, block, isEnd: isEnd)
                case .headersTooLarge(let stream):
                    if let record = record(stream) {
                        cancel(record, RPCError(.resourceExhausted, "The server's headers are larger than the limit."))
                    }
                case .data(let stream, let range): data(stream, bytes, range)
                case .end(let stream):
                    record(stream)?.end(RPCError(.internal, "The server ended the call without a status."))
                case .sent(let stream, let count): record(stream)?.call?.sent(count)
                case .closed(let stream, let code): closed(stream, code)
                case .settings: link.connected(self)
                case .goAway(_, let last):
                    isGoingAway = true
                    lastTouched = last
                    link.isGoingAway(self)
                    closeIfDone()
                case .pong: break
                }
            }
            session.recycle(events)
        }
    }

    private func headers(_ stream: HTTP2Stream, _ block: HeaderBlock, isEnd: Bool) {
        guard let record = record(stream), let call = record.call else { return }
        if !record.hasHeaders {
            let status = block.first(":status") ?? ""
            if status.hasPrefix("1") { return }
            let type = Array((block.first("content-type") ?? "").utf8)
            guard RequestHead.isGRPC(type[...]) || block.first("grpc-status") != nil else {
                return cancel(
                    record,
                    RPCError(StatusCoding.code(httpStatus: status), "The server answered with HTTP status \(status)."))
            }
            record.answered()
            record.deframer.encoding = MessageEncoding(block.first("grpc-encoding"))
            if !isEnd { return call.received(headers: MetadataCoding.metadata(block)) }
        }
        guard isEnd else { return }
        let trailers = MetadataCoding.metadata(block)
        let status =
            record.deframer.isInMessage
            ? RPCError(.internal, "The response ends in the middle of a message.")
            : StatusCoding.status(block, trailers)
        if session.isSending(stream) { session.reset(stream, .cancel) }
        record.end(status, trailers: trailers)
    }

    private func data(_ stream: HTTP2Stream, _ bytes: RawSpan, _ range: Range<Int>) {
        guard let record = record(stream), let call = record.call else { return session.consume(stream, range.count) }
        let chunk = bytes.extracting(range)
        var position = 0
        while true {
            switch record.deframer.next(chunk, at: &position) {
            case .frame(let frame):
                record.flow.queued(frame.bytes.count)
                call.received(frame)
                continue
            case .needsMore: break
            case .failure(let error): return cancel(record, error)
            }
            break
        }
        session.consume(stream, record.flow.received(range.count))
    }

    private func closed(_ stream: HTTP2Stream, _ code: ErrorCode) {
        guard let record = record(stream) else { return }
        records[stream.slot] = nil
        defer { closeIfDone() }
        // A refused stream was not processed (RFC 9113 §8.7).
        if code == .refusedStream, failure == nil, record.rewind() { return link.startAgain(record) }
        record.end(
            failure
                ?? RPCError(
                    code == .noError ? .internal : StatusCoding.code(reset: code),
                    "The server reset the call (HTTP/2 error \(code.rawValue))."))
        record.connection = nil
        record.stream = .none
    }

    private func closeIfDone() {
        guard isGoingAway, session.openStreams == 0 else { return }
        session.terminate(.noError)
        markDirty()
    }

    private func markDirty() {
        guard !isDirty, !isClosed else { return }
        isDirty = true
        loop.atEndOfTurn(self)
    }
}

extension ClientConnection: SocketHandler, EndOfTurn {
    func received(_ bytes: RawSpan) {
        do {
            try session.receive(bytes)
            handleEvents(bytes)
        } catch {
            handleEvents(bytes)
            failure = RPCError(.unavailable, "\(channel.peer): \(error.message)", cause: error)
            session.terminate(error.code)
        }
        markDirty()
    }

    func writesAreDone() { markDirty() }

    func endOfTurn() {
        isDirty = false
        guard !isClosed, channel.pendingBytes == 0 else { return }
        let isAll = output.fill(from: session)
        channel.write(output.bytes)
        handleEvents(RawSpan())
        if channel.pendingBytes > 0 { return }
        if isAll == nil || session.isFinished { channel.close() } else if isAll == false { markDirty() }
    }

    func closed(_ error: LoopError?) {
        isClosed = true
        let reason =
            failure
            ?? RPCError(
                .unavailable, error?.message ?? "The connection to \(channel.peer) was closed by the server.",
                cause: error)
        let left = records
        records = []
        link.lost(self, reason)
        for case let record? in left {
            if record.stream.id > lastTouched, record.rewind() { link.startAgain(record) } else { record.end(reason) }
        }
    }
}

/// The headers of a request.
enum RequestHeaders {
    static func list(_ call: ClientCall, authority: String, isTLS: Bool) -> HeaderList {
        var fields: [(name: String, value: [UInt8])] = [
            (":method", Array("POST".utf8)), (":scheme", Array((isTLS ? "https" : "http").utf8)),
            (":path", Array(call.method.path.utf8)), (":authority", Array(authority.utf8)),
            ("te", Array("trailers".utf8)), ("content-type", Array("application/grpc".utf8)),
            ("user-agent", Array("hearth-rpc/1".utf8)),
        ]
        fields.append(("grpc-accept-encoding", Gzip.accepted))
        if call.options.compression == .gzip { fields.append(("grpc-encoding", Array("gzip".utf8))) }
        if let timeout = call.options.timeout { fields.append(("grpc-timeout", TimeoutCoding.encode(timeout))) }
        MetadataCoding.append(call.options.metadata, to: &fields)
        return HeaderList(fields)
    }
}
