internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC

/// One client's connection. Used on its loop's thread only; others reach it through a `LoopBound`.
final class ServerConnection {
    let server: RPCServer
    private let settings: HTTP2Server.Settings
    private let info: ConnectionInfo
    private let loop: EventLoop
    private let socket: Socket
    let session: HTTP2Session
    private let output: OutputBuffer
    private let owner: ServerCore

    // Exclusivity is unchecked for what every call touches, here and in `CallRecord`: only the loop's thread does, and no
    // access lasts while anything is called that comes back here. The checks would be a tenth of a call's instructions.

    /// By slot.
    @exclusivity(unchecked) private var records: [CallRecord] = []
    /// The slots of calls that came with the bytes in hand: those that are not answered at once get a timer.
    @exclusivity(unchecked) private var fresh: [Int] = []
    @exclusivity(unchecked) private var routes: RouteTable
    @exclusivity(unchecked) private var routesGeneration: Int
    @exclusivity(unchecked) private var lastHead: RequestHead?
    /// Handlers that run, also those whose stream is gone: a client cannot open more by resetting.
    @exclusivity(unchecked) private var runningHandlers = 0

    @exclusivity(unchecked) private var isDirty = false
    @exclusivity(unchecked) private var isClosed = false
    private var isDraining = false
    private var hasSettings = false
    private var prefaceTimer: LoopTimer?
    private var stallTimer: LoopTimer?

    init(
        _ owner: ServerCore, _ socket: Socket, _ settings: HTTP2Server.Settings, peer: Peer, principal: Principal
    ) throws(HTTP2Error) {
        self.owner = owner
        server = owner.server
        self.settings = settings
        self.socket = socket
        loop = socket.loop
        output = owner.output
        info = ConnectionInfo(principal: principal, peer: peer)
        session = try HTTP2Session(role: .server, options: settings.session)
        (routes, routesGeneration) = server.currentRoutes
        prefaceTimer = loop.schedule(after: settings.prefaceTimeout) { [unowned self] in
            if !hasSettings { socket.close() }
        }
        markDirty()
    }

    // MARK: Events

    private func handleEvents(_ bytes: RawSpan) {
        while session.hasEvents {
            let events = session.takeEvents()
            for event in events {
                switch event {
                case .headers(let stream, let block, let isEnd): headers(stream, block, isEnd: isEnd)
                case .headersTooLarge(let stream):
                    _ = begin(stream)
                    session.respond(stream, only: ResponseHeaders.http("431"))
                case .data(let stream, let range): data(stream, bytes, range)
                case .end(let stream): end(stream)
                case .sent(let stream, let count): record(stream)?.call?.sent(count)
                case .closed(let stream, _): closed(stream)
                case .settings:
                    hasSettings = true
                    prefaceTimer?.cancel()
                    prefaceTimer = nil
                case .pong: if isDraining { session.goAway() }
                case .goAway: break
                }
            }
            session.recycle(events)
        }
        for slot in fresh { armTimer(records[slot]) }
        fresh.removeAll(keepingCapacity: true)
    }

    private func record(_ stream: HTTP2Stream) -> CallRecord? {
        guard stream.slot < records.count else { return nil }
        let record = records[stream.slot]
        return record.stream == stream ? record : nil
    }

    private func record(_ call: ServerCall) -> CallRecord? {
        guard let record = record(call.stream), record.call === call else { return nil }
        return record
    }

    private func begin(_ stream: HTTP2Stream) -> CallRecord {
        while records.count <= stream.slot {
            records.append(
                CallRecord(maxRequestBytes: server.options.maxRequestBytes, mark: server.options.writeHighMark))
        }
        let record = records[stream.slot]
        record.begin(stream)
        return record
    }

    private func head(_ block: HeaderBlock) -> RequestHead {
        let generation = server.routesGeneration
        if generation != routesGeneration { (routes, routesGeneration) = server.currentRoutes }
        if let lastHead, lastHead.generation == routesGeneration, lastHead.block == block { return lastHead }
        let head = RequestHead(block, routes, generation: routesGeneration) { [server, info] in
            server.refusal($0.method, info.principal)
        }
        lastHead = head
        return head
    }

    private func headers(_ stream: HTTP2Stream, _ block: HeaderBlock, isEnd: Bool) {
        // A client's trailers mean nothing in gRPC.
        if record(stream) != nil { return isEnd ? end(stream) : () }
        let record = begin(stream)
        guard runningHandlers < Int(settings.session.maxConcurrentStreams) else {
            return session.reset(stream, .refusedStream)
        }
        let head = head(block)
        switch head.verdict {
        case .http(let status, let text):
            session.respond(stream, ResponseHeaders.http(status), body: Array(text.utf8), trailers: nil)
        case .refused(let error):
            session.respond(stream, only: ResponseHeaders.trailersOnly(error, nil))
        case .unreadable(let error):
            session.respond(stream, only: ResponseHeaders.unreadable(error))
        case .call(let route):
            let kind = route.method.kind
            record.timeout = head.timeout ?? (kind == .unary ? server.options.defaultTimeout : nil)
            record.deframer.encoding = head.encoding
            let context = ServerContext(
                route: route, connection: info, principal: info.principal, deadline: record.timeout.map { loop.now + $0 },
                isDeadlineOfCaller: head.timeout != nil, acceptsGzip: head.acceptsGzip,
                headers: .init(block.bytes) { MetadataCoding.metadata(HeaderBlock(bytes: $0)) })
            let call = ServerCall(
                stream, context, LoopBound(self, loop: loop), mark: server.options.writeHighMark)
            record.call = call
            if record.timeout != nil { fresh.append(stream.slot) }
            if kind.takesOneRequest {
                if isEnd { end(stream) }
            } else {
                let bound = LoopBound(self, loop: loop)
                let limit = server.options.maxRequestBytes
                let queue = FrameQueue(
                    inflate: { frame throws(RPCError) in
                        do throws(RPCError) {
                            return try Gzip.inflated(frame, limit: limit)
                        } catch {
                            bound.run { $0.fail(call, error) }
                            throw error
                        }
                    },
                    onTake: { count in bound.run { $0.taken(stream, count) } })
                record.requests = queue
                if isEnd { queue.finish(nil) }
                start(record, call, .many(queue))
            }
        }
    }

    private func data(_ stream: HTTP2Stream, _ bytes: RawSpan, _ range: Range<Int>) {
        guard let record = record(stream), let call = record.call else { return session.consume(stream, range.count) }
        let chunk = bytes.extracting(range)
        var position = 0
        while true {
            switch record.deframer.next(chunk, at: &position) {
            case .frame(let frame):
                if let requests = record.requests {
                    record.flow.queued(frame.bytes.count)
                    requests.push(frame)
                } else if record.request == nil {
                    record.request = frame
                } else {
                    return finish(
                        call, nil, RPCError(.invalidArgument, "\(call.route.method.path) takes one request; more came.")
                    )
                }
                continue
            case .needsMore: break
            case .failure(let error): return fail(record, call, error)
            }
            break
        }
        let credit = record.flow.received(range.count)
        if session.isReceiving(stream) { session.consume(stream, credit) }
    }

    /// A reader took a message.
    private func taken(_ stream: HTTP2Stream, _ count: Int) {
        guard let record = record(stream) else { return }
        let credit = record.flow.taken(count)
        guard credit > 0 else { return }
        session.consume(stream, credit)
        markDirty()
    }

    private func end(_ stream: HTTP2Stream) {
        guard let record = record(stream), let call = record.call else { return }
        if record.deframer.isInMessage {
            return fail(record, call, RPCError(.internal, "The request ends in the middle of a message."))
        }
        if let requests = record.requests { return requests.finish(nil) }
        guard var request = record.request else {
            return finish(
                call, nil, RPCError(.invalidArgument, "\(call.route.method.path) takes one request; none came."))
        }
        record.request = nil
        if request.isCompressed {
            // Not when it came: a client that never ends its requests cannot make them large.
            do throws(RPCError) {
                request = try Gzip.inflated(request, limit: server.options.maxRequestBytes)
            } catch {
                return fail(record, call, error)
            }
        }
        start(record, call, .one(request))
    }

    private func closed(_ stream: HTTP2Stream) {
        guard let record = record(stream) else { return }
        end(record, .cancelled)
        record.end()
        record.stream = .none
        closeIfDrained()
    }

    // MARK: Calls

    private func start(_ record: CallRecord, _ call: ServerCall, _ requests: RPCServer.Requests) {
        runningHandlers += 1
        let task = runHandler(server, call, requests, loop)
        // Most handlers have answered by now; only one that waits may need to be cancelled.
        if record.call === call, !record.isHandlerDone { record.task = task }
    }

    func handlerIsDone(_ call: ServerCall) {
        runningHandlers -= 1
        if let record = record(call) {
            record.isHandlerDone = true
            record.task = nil
        }
    }

    func send(_ call: ServerCall, _ frame: RPCFrame) {
        guard record(call) != nil else { return }
        sendHeaders(call)
        session.send(call.stream, frame.bytes)
        markDirty()
    }

    /// Tells the client that its call is accepted, before there is a message.
    func sendHeaders(_ call: ServerCall) {
        guard let record = record(call), !record.hasHeaders else { return }
        record.hasHeaders = true
        let headers = ResponseHeaders.headers(
            call.context.takeResponseHeaders(), isCompressed: call.context.fixCompression())
        session.respond(call.stream, headers, reportsSent: true)
        markDirty()
    }

    /// Answers a call and lets go of it.
    func finish(_ call: ServerCall, _ frame: RPCFrame?, _ error: RPCError?) {
        guard let record = record(call) else { return }
        respond(record, call, frame, error)
        record.requests?.finish(RPCError(.cancelled, "The call is over."), discarding: true)
        record.timer?.cancel()
        record.timer = nil
        record.call = nil
        call.ended(.finished)
        markDirty()
    }

    private func respond(_ record: CallRecord, _ call: ServerCall, _ frame: RPCFrame?, _ error: RPCError?) {
        let (headers, metadata) = call.context.takeResponse()
        if record.hasHeaders {
            if let frame { session.send(call.stream, frame.bytes) }
            session.finish(call.stream, trailers: ResponseHeaders.trailers(error, metadata))
        } else if let frame {
            session.respond(
                call.stream, ResponseHeaders.headers(headers, isCompressed: call.context.fixCompression()),
                body: frame.bytes,
                trailers: ResponseHeaders.trailers(error, metadata))
        } else if let error, headers == nil {
            session.respond(call.stream, only: ResponseHeaders.trailersOnly(error, metadata))
        } else {
            session.respond(call.stream, ResponseHeaders.headers(headers, isCompressed: false), reportsSent: false)
            session.finish(call.stream, trailers: ResponseHeaders.trailers(error, metadata))
        }
    }

    private func fail(_ call: ServerCall, _ error: RPCError) {
        if let record = record(call) { fail(record, call, error) }
    }

    /// A request that breaks the rules ends its call; a handler that runs is cancelled.
    private func fail(_ record: CallRecord, _ call: ServerCall, _ error: RPCError) {
        let task = record.task
        finish(call, nil, error)
        task?.cancel()
    }

    /// Ends a call that nobody will answer, or whose answer is the reason.
    private func end(_ record: CallRecord, _ end: CallEnd) {
        guard let call = record.call else { return }
        let (task, requests) = (record.task, record.requests)
        if end == .deadlineExceeded || end == .draining { respond(record, call, nil, end.error) }
        record.timer?.cancel()
        record.timer = nil
        record.call = nil
        record.task = nil
        requests?.finish(end.error, discarding: true)
        call.ended(end)
        task?.cancel()
        markDirty()
    }

    private func armTimer(_ record: CallRecord) {
        guard let call = record.call, let timeout = record.timeout, record.timer == nil else { return }
        record.timer = loop.schedule(after: timeout) { [unowned self, unowned record, weak call] in
            if record.call === call { end(record, .deadlineExceeded) }
        }
    }

    // MARK: The end of the connection

    /// Asks the client to open no more streams; those that run go on.
    func drain() {
        guard !isClosed, !isDraining else { return }
        isDraining = true
        session.announceShutdown()
        // Its answer shows that the client has seen the announcement; then no more streams are taken.
        session.ping()
        closeIfDrained()
        markDirty()
    }

    /// The grace is over.
    func endCalls() {
        session.goAway()
        for record in records { end(record, .draining) }
        session.terminate(.noError)
        markDirty()
    }

    private func closeIfDrained() {
        guard isDraining, !records.contains(where: { $0.call != nil }), session.openStreams == 0 else { return }
        session.terminate(.noError)
        markDirty()
    }

    private func markDirty() {
        guard !isDirty, !isClosed else { return }
        isDirty = true
        loop.atEndOfTurn(self)
    }
}

extension ServerConnection: SocketHandler, EndOfTurn {
    func received(_ bytes: RawSpan) {
        do {
            try session.receive(bytes)
            handleEvents(bytes)
        } catch {
            handleEvents(bytes)
            session.terminate(error.code)
        }
        markDirty()
    }

    func writesAreDone() {
        stallTimer?.cancel()
        stallTimer = nil
        markDirty()
    }

    func endOfTurn() {
        isDirty = false
        guard !isClosed, socket.pendingBytes == 0 else { return }
        let isAll = output.fill(from: session)
        socket.write(output.bytes)
        if session.hasEvents { handleEvents(RawSpan()) }
        if socket.pendingBytes > 0 {
            stallTimer = loop.schedule(after: settings.writeStallTimeout) { [unowned self] in socket.close() }
        } else if isAll == nil || session.isFinished {
            socket.close()
        } else if isAll == false {
            markDirty()
        }
    }

    func closed(_ error: LoopError?) {
        isClosed = true
        prefaceTimer?.cancel()
        stallTimer?.cancel()
        for record in records {
            end(record, .disconnected)
            record.end()
        }
        fresh = []
        owner.closed(self)
    }
}

/// Bytes on their way to sockets; one for all connections of a loop, as it is empty between two of them.
final class OutputBuffer {
    private(set) var bytes: [UInt8] = []
    /// What one connection sends before others have their turn.
    private let limit = 128 << 10

    /// Takes what the session has to send. The answer is whether that is all; nil when the session is broken.
    func fill(from session: HTTP2Session) -> Bool? {
        bytes.removeAll(keepingCapacity: true)
        do {
            try session.drain(into: &bytes, limit: limit)
            return bytes.count < limit
        } catch {
            return nil
        }
    }
}

/// Runs a handler on the loop: at once, until it first waits for something. Not isolated, so that nothing is enqueued.
nonisolated private func runHandler(
    _ server: RPCServer, _ call: ServerCall, _ requests: RPCServer.Requests, _ loop: EventLoop
) -> Task<Void, Never> {
    if #available(macOS 26, *) {
        return Task.immediate(executorPreference: loop) {
            await server.serve(call.route, requests, call.context, on: call)
            call.handlerIsDone()
        }
    }
    return Task(executorPreference: loop) {
        await server.serve(call.route, requests, call.context, on: call)
        call.handlerIsDone()
    }
}
