internal import HearthHTTP2
internal import HearthLoop
internal import HearthRPC

/// What a client sends on a stream.
extension ServerConnection {
    func head(_ block: HeaderBlock) -> RequestHead {
        let generation = server.routesGeneration
        if generation != routesGeneration { (routes, routesGeneration) = server.currentRoutes }
        if let lastHead, lastHead.generation == routesGeneration, lastHead.block == block { return lastHead }
        let head = RequestHead(
            block, routes, generation: routesGeneration, connection: info, server: server,
            authenticator: settings.authenticator)
        if head.isReusable { lastHead = head }
        return head
    }

    func headers(_ stream: HTTP2Stream, _ block: HeaderBlock, isEnd: Bool) {
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
        case .call(let route):
            let kind = route.method.kind
            if head.principal.isAnonymous {
                guard anonymousCalls < settings.maxAnonymousCalls else { return session.reset(stream, .refusedStream) }
                anonymousCalls += 1
            }
            record.timeout = head.timeout ?? (kind == .unary ? server.options.defaultTimeout : nil)
            record.deframer.encoding = head.encoding
            let context = ServerContext(
                route: route, connection: info, principal: head.principal,
                deadline: record.timeout.map { loop.now + $0 },
                isDeadlineOfCaller: head.timeout != nil,
                headers: .init(block.bytes) { MetadataCoding.metadata(HeaderBlock(bytes: $0)) })
            let call = ServerCall(
                stream, context, LoopBound(self, loop: loop), mark: server.options.writeHighMark)
            record.call = call
            if record.timeout != nil { fresh.append(stream.slot) }
            if kind.takesOneRequest {
                if isEnd { end(stream) }
            } else {
                let bound = LoopBound(self, loop: loop)
                let queue = FrameQueue { count in bound.run { $0.taken(stream, count) } }
                record.requests = queue
                if isEnd { queue.finish(nil) }
                start(record, call, .many(queue))
            }
        }
    }

    func data(_ stream: HTTP2Stream, _ bytes: RawSpan, _ range: Range<Int>) {
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
    func taken(_ stream: HTTP2Stream, _ count: Int) {
        guard let record = record(stream) else { return }
        let credit = record.flow.taken(count)
        guard credit > 0 else { return }
        session.consume(stream, credit)
        markDirty()
    }

    func end(_ stream: HTTP2Stream) {
        guard let record = record(stream), let call = record.call else { return }
        if record.deframer.isInMessage {
            return fail(record, call, RPCError(.internal, "The request ends in the middle of a message."))
        }
        if let requests = record.requests { return requests.finish(nil) }
        guard let request = record.request else {
            return finish(
                call, nil, RPCError(.invalidArgument, "\(call.route.method.path) takes one request; none came."))
        }
        record.request = nil
        start(record, call, .one(request))
    }

    func closed(_ stream: HTTP2Stream) {
        guard let record = record(stream) else { return }
        end(record, .cancelled)
        record.end()
        record.stream = .none
        closeIfDrained()
    }
}
