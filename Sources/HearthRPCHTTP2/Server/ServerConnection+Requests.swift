internal import HearthBase
internal import HearthAssets
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthMetrics
internal import HearthRPC

/// Requests received on streams.
extension ServerConnection {
    func headers(_ stream: HTTP2Stream, _ block: HeaderBlock, isEnd: Bool) {
        // gRPC has no client trailers; they are ignored.
        if record(stream) != nil { return isEnd ? end(stream) : () }
        let record = begin(stream)
        guard runningHandlers < settings.maxHandlers else {
            return session.reset(stream, .refusedStream)
        }
        let head = head(block)
        switch head.verdict {
        case .http(let page):
            let isTooLarge = !isEnd && head.contentLength > Int(settings.streamWindow)
            if isTooLarge { return respond(stream, page.isImmediate ? page : .tooLarge) }
            answer(record, page, isEnd: isEnd)
        case .refused(let error):
            refuse(record, head.route, error, head.web, isEnd: isEnd)
        case .denied(let method, let error):
            refuse(record, head.route, error, head.web, isEnd: isEnd)
            server.tell(
                FailedCall(method: method, principal: head.principal, peer: head.connection.peer, error: error))
        case .unreadable(let error):
            session.respond(stream, only: ResponseHeaders.unreadable(error))
        case .call(let route):
            let kind = route.method.kind
            if !isIdentified, !head.principal.isAnonymous {
                isIdentified = true
                guard owner.group.identified(slot, as: head.principal) else {
                    refuse(record, route, Self.tooManyConnections, head.web, isEnd: isEnd)
                    return closeOnceFlushed()
                }
            }
            record.deframer.limit = server.options.maxRequestBytes
            if head.principal.isAnonymous {
                switch anonymousCalls.begin(at: loop.now) {
                case .begins: break
                case .tooMany: return session.reset(stream, .refusedStream)
                case .tooOften: return refuse(record, route, Self.tooOften, head.web, isEnd: isEnd)
                }
                record.deframer.limit = min(record.deframer.limit, settings.anonymous.maxRequestBytes)
            }
            if !isEnd, kind.takesOneRequest, let error = tooLarge(head, record.deframer.limit) {
                if head.principal.isAnonymous { anonymousCalls.ended(isHandlerRunning: false) }
                return refuseUnread(record, route, error, head.web)
            }
            let timeout = server.timeout(of: kind, asked: head.timeout)
            record.deframer.encoding = head.encoding
            record.deframer.isBare = head.web?.isBare ?? false
            record.text = head.web.flatMap { $0.isText ? Base64Stream() : nil }
            record.request = head.request
            let context = ServerContext(
                route: route, host: head.host, connection: head.connection, principal: head.principal,
                deadline: timeout.map { loop.now + $0 },
                isDeadlineOfCaller: head.timeout != nil, acceptsGzip: head.acceptsGzip,
                headers: .init(block.bytes) { MetadataCoding.metadata(HeaderBlock(bytes: $0)) })
            // Browsers inflate it transparently; a client that does not want gzip has not accepted it.
            if head.web?.isBare ?? false { context.compression = .gzip }
            let call = ServerCall(
                stream, context, head.web, LoopBound(self, loop: loop), mark: server.options.writeHighMark)
            record.call = call
            if timeout != nil || kind.takesOneRequest { fresh.append(stream.slot) }
            if kind.takesOneRequest {
                if isEnd { end(stream) }
            } else {
                let queue = requests(of: call)
                record.requests = queue
                if isEnd { queue.finish(nil) }
                start(record, call, .many(queue))
            }
        }
    }

    private static let tooOften = RPCError(
        .resourceExhausted, "too many calls from an unauthenticated caller; wait a second")

    private static let tooManyConnections = RPCError(
        .resourceExhausted, "you have reached the server's limit of open connections; close some, or make calls on one")

    /// Answers with a page: now, or when the request is complete.
    private func answer(_ record: CallRecord, _ page: HTTPPage, isEnd: Bool) {
        if isEnd || page.isImmediate && caller.isHTTP1 {
            if page.isOfWrongVersion { session.goAway() }
            return respond(record.stream, page)
        }
        record.page = page
        fresh.append(record.stream.slot)
    }

    /// - Parameter route: nil for a path without a method.
    private func refuse(
        _ record: CallRecord, _ route: Route?, _ error: RPCError, _ web: WebCall?, isEnd: Bool
    ) {
        owner.refused(route, error.code)
        respond(record, refusal: error, web, isEnd: isEnd)
    }

    /// The error if the request's announced length exceeds its limit.
    private func tooLarge(_ head: RequestHead, _ limit: Int) -> RPCError? {
        let allowed = head.web?.bodyBytes(ofMessage: limit) ?? limit + RPCFrame.prefixLength
        return head.contentLength > allowed ? RPCServer.tooLarge(head.contentLength, limit: limit) : nil
    }

    /// Refuses a call without reading its body, which may be too long to send or to receive.
    private func refuseUnread(_ record: CallRecord, _ route: Route, _ error: RPCError, _ web: WebCall?) {
        owner.refused(route, error.code)
        guard let web else { return session.respond(record.stream, only: ResponseHeaders.trailersOnly(error, nil)) }
        let refusal = web.whole(nil, error, headers: nil, trailers: nil, isCompressed: false, status: 413)
        respond(record.stream, HTTPPage(refusal: refusal))
    }

    private func respond(_ record: CallRecord, refusal error: RPCError, _ web: WebCall?, isEnd: Bool) {
        guard let web else { return session.respond(record.stream, only: ResponseHeaders.trailersOnly(error, nil)) }
        let refusal = web.whole(nil, error, headers: nil, trailers: nil, isCompressed: false)
        answer(record, HTTPPage(refusal: refusal), isEnd: isEnd)
    }

    private func requests(of call: ServerCall) -> FrameQueue {
        let (bound, limit) = (LoopBound(self, loop: loop), server.options.maxRequestBytes)
        return FrameQueue(
            inflate: { frame throws(RPCError) in
                do throws(RPCError) {
                    return try Gzip.inflated(frame, limit: limit)
                } catch {
                    bound.run { $0.fail(call, error) }
                    throw error
                }
            },
            decode: call.web?.reading,
            onTake: { count in bound.run { $0.taken(call.stream, count) } })
    }

    func data(_ stream: HTTP2Stream, _ chunk: RawSpan) {
        guard let record = record(stream) else { return session.consume(stream, chunk.byteCount) }
        if record.isIncomplete { record.progressed = loop.now }
        guard let call = record.call else { return dataOfNoCall(record, chunk.byteCount) }
        if record.text == nil {
            guard take(chunk, record, call) else { return }
        } else {
            guard let bytes = record.text?.decode(chunk) else {
                return fail(record, call, RPCError(.invalidArgument, "the body is not base64"))
            }
            guard take(bytes.span.bytes, record, call) else { return }
        }
        if record.call === call {
            let held = record.deframer.partialBytes + (record.request?.bytes.count ?? 0)
            guard hold(held, record, call) else { return fail(record, call, Self.tooMuchHeld) }
        } else {
            // Its handler has ended it while it took a message.
            record.deframer.reset()
        }
        let credit = record.flow.received(chunk.byteCount)
        if session.isReceiving(stream) { session.consume(stream, credit) }
    }

    /// Extracts messages from a body; returns whether the call continues.
    private func take(_ chunk: RawSpan, _ record: CallRecord, _ call: ServerCall) -> Bool {
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
                    finish(call, nil, RPCServer.notOneRequest(call.route.method, "more came"))
                    return false
                }
            case .needsMore: return true
            case .failure(let error):
                fail(record, call, error)
                return false
            }
        }
    }

    /// Counts the bytes held of an incomplete request. Fails the call, and returns false, when the server would hold
    /// too many.
    @discardableResult
    func hold(_ count: Int, _ record: CallRecord, _ call: ServerCall) -> Bool {
        let counted = count > RequestBudget.uncounted ? count : 0
        guard counted != record.heldBytes else { return true }
        guard owner.group.requests.change(by: counted - record.heldBytes, of: call.context.principal) else {
            return false
        }
        record.heldBytes = counted
        return true
    }

    private static let tooMuchHeld = RPCError(
        .resourceExhausted,
        "too many large requests are in flight at once; send the next when one of yours is answered")

    /// Discards a body that no call reads.
    private func dataOfNoCall(_ record: CallRecord, _ count: Int) {
        if let page = record.page {
            record.flow.queued(count)
            let credit = record.flow.received(count)
            guard credit > 0 else {
                record.page = nil
                return respond(record.stream, page.isImmediate ? page : .tooLarge)
            }
            session.consume(record.stream, credit)
        } else {
            session.consume(record.stream, count)
        }
    }

    func respond(_ stream: HTTP2Stream, _ page: HTTPPage) {
        switch page.content {
        case .text(let text): respond(stream, page, Array(text.utf8))
        case .file(let file): respond(stream, page, file.body)
        case .refusal(let head, let body):
            session.respond(stream, head, body: body, trailers: nil)
            markDirty()
        case .metrics(let format):
            let bound = LoopBound(self, loop: loop)
            owner.group.metrics { families in
                let text = format.text(families)
                bound.run { $0.respond(stream, page, Array(text.utf8)) }
            }
        case .health: respond(stream, HTTPPage(failure: settings.failure(), isWithoutBody: page.isWithoutBody))
        }
    }

    func respond(_ stream: HTTP2Stream, _ page: HTTPPage, _ body: [UInt8]) {
        let headers = page.headers(length: body.count)
        if page.isWithoutBody {
            session.respond(stream, only: headers)
        } else {
            session.respond(stream, headers, body: body, trailers: nil)
        }
        markDirty()
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
        guard let record = record(stream) else { return }
        if let page = record.page.take() { return respond(stream, page) }
        guard let call = record.call else { return }
        if record.deframer.isInMessage || record.text?.isInGroup ?? false {
            return fail(record, call, RPCError(.internal, "the request ends in the middle of a message"))
        }
        if let requests = record.requests { return requests.finish(nil) }
        if record.deframer.isBare, record.request == nil { record.request = record.deframer.takeWhole() }
        guard var request = record.request else {
            return finish(
                call, nil, RPCServer.notOneRequest(call.route.method, "none came"))
        }
        record.request = nil
        if request.isCompressed || call.web != nil {
            // Not on arrival: otherwise a client that never completes its requests could make them large.
            do throws(RPCError) {
                if request.isCompressed {
                    request = try Gzip.inflated(request, limit: server.options.maxRequestBytes)
                }
                if let web = call.web { request = try web.request(request) }
            } catch {
                return fail(record, call, error)
            }
        }
        start(record, call, .one(request))
    }

    func closed(_ stream: HTTP2Stream) {
        guard let record = record(stream) else { return }
        end(record, .cancelled)
        record.end()
        record.stream = .none
        if session.openStreams == 0 { lifetime.isIdle(at: loop.now) }
        closeIfDrained()
    }
}
