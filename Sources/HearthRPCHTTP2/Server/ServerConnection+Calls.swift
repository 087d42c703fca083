internal import HearthBase
internal import HearthHTTP2
internal import HearthEventLoop
internal import HearthRPC

/// Running calls and their answers.
extension ServerConnection {
    /// Starts a call's handler, or queues it when many calls arrived at once: then the connections take turns.
    func start(_ record: CallRecord, _ call: ServerCall, _ requests: RPCServer.Requests) {
        runningHandlers += 1
        record.hasHandler = true
        guard waitingCalls.isEmpty, !loop.isTurnLong else {
            waitingCalls.append((call, requests))
            if waitingCalls.count == 1 { owner.startLater(self) }
            return
        }
        run(record, call, requests)
    }

    /// Starts the handler that has waited longest; returns whether others wait.
    func startNext() -> Bool {
        guard !isClosed, let (call, requests) = waitingCalls.popFirst() else {
            waitingCalls = FIFO()
            return false
        }
        if let record = record(call) { run(record, call, requests) } else { handlerIsDone(call) }
        return !waitingCalls.isEmpty
    }

    private func run(_ record: CallRecord, _ call: ServerCall, _ requests: RPCServer.Requests) {
        hold(0, record, call)
        let task = runHandler(server, call, requests, loop)
        // Most handlers have answered by now; only one that is suspended may need to be cancelled.
        if record.call === call, !record.isHandlerDone { record.task = task }
    }

    func handlerIsDone(_ call: ServerCall) {
        runningHandlers -= 1
        if let record = record(call) {
            record.isHandlerDone = true
            record.task = nil
        } else if call.context.principal.isAnonymous {
            anonymousCalls.handlerIsDone()
        }
    }

    func send(_ call: ServerCall, _ frame: RPCFrame) {
        guard let record = record(call) else { return }
        if !record.hasHeaders {
            sendHeaders(call)
            guard self.record(call) != nil else { return }
        }
        session.send(call.stream, call.web?.body(frame) ?? frame.bytes)
        markDirty()
    }

    /// Sends the response's headers before its first message, so that the client knows its call is accepted.
    func sendHeaders(_ call: ServerCall) {
        guard let record = record(call), !record.hasHeaders else { return }
        // A bare Connect answer has no headers yet: its HTTP status depends on how the call ends.
        if call.web?.isBare ?? false { return }
        let metadata = call.context.takeResponseHeaders()
        if let metadata, let error = MetadataCoding.failure(metadata) { return fail(record, call, error) }
        record.hasHeaders = true
        call.context.fixCompression()
        session.respond(call.stream, headers(record, call, metadata), reportsSent: true)
        markDirty()
    }

    private func headers(_ record: CallRecord, _ call: ServerCall, _ metadata: Metadata?) -> HeaderList {
        if let web = call.web { return web.head(metadata, isCompressed: call.context.compresses) }
        return ResponseHeaders.headers(
            metadata, isCompressed: call.context.compresses, toCompressed: record.deframer.encoding.isGzip)
    }

    /// Answers a call and releases it.
    func finish(_ call: ServerCall, _ frame: RPCFrame?, _ error: RPCError?) {
        guard let record = record(call) else { return }
        respond(record, call, frame, error)
        record.requests?.finish(RPCError(.cancelled, "the call is over"), discarding: true)
        record.timer?.cancel()
        record.timer = nil
        letGo(record, call, error?.code)
        call.ended(.finished)
        markDirty()
    }

    func respond(_ record: CallRecord, _ call: ServerCall, _ frame: RPCFrame?, _ error: RPCError?) {
        let (headers, metadata) = call.context.takeResponse()
        if headers != nil || metadata != nil || error != nil,
            let error = MetadataCoding.failure(headers: headers, trailers: metadata, error)
        {
            return respond(record, call, nil, error, headers: nil, trailers: nil)
        }
        respond(record, call, frame, error, headers: headers, trailers: metadata)
    }

    private func respond(
        _ record: CallRecord, _ call: ServerCall, _ frame: RPCFrame?, _ error: RPCError?, headers: Metadata?,
        trailers metadata: Metadata?
    ) {
        if let web = call.web {
            respond(record, call, web, frame, error, headers: headers, trailers: metadata)
        } else if record.hasHeaders {
            if let frame { session.send(call.stream, frame.bytes) }
            session.finish(call.stream, trailers: ResponseHeaders.trailers(error, metadata))
        } else if let frame {
            session.respond(
                call.stream, self.headers(record, call, headers), body: frame.bytes,
                trailers: ResponseHeaders.trailers(error, metadata))
        } else if let error, headers == nil {
            session.respond(call.stream, only: ResponseHeaders.trailersOnly(error, metadata))
        } else {
            session.respond(call.stream, self.headers(record, call, headers), reportsSent: false)
            session.finish(call.stream, trailers: ResponseHeaders.trailers(error, metadata))
        }
    }

    /// In gRPC-Web and Connect the end of a call is part of the body.
    private func respond(
        _ record: CallRecord, _ call: ServerCall, _ web: WebCall, _ frame: RPCFrame?, _ error: RPCError?,
        headers: Metadata?, trailers: Metadata?
    ) {
        guard record.hasHeaders else {
            let answer = web.whole(
                frame, error, headers: headers, trailers: trailers, isCompressed: call.context.compresses)
            return session.respond(call.stream, answer.head, body: answer.body, trailers: nil)
        }
        if let frame { session.send(call.stream, web.body(frame)) }
        session.send(call.stream, web.end(error, trailers))
        session.finish(call.stream, trailers: nil)
    }

    func fail(_ call: ServerCall, _ error: RPCError) {
        if let record = record(call) { fail(record, call, error) }
    }

    /// Ends a call whose request is invalid; cancels its handler if it is running.
    func fail(_ record: CallRecord, _ call: ServerCall, _ error: RPCError) {
        let task = record.task
        finish(call, nil, error)
        task?.cancel()
    }

    /// Ends a call without an answer, or with the reason as its answer.
    func end(_ record: CallRecord, _ end: CallEnd) {
        guard let call = record.call else { return }
        let (task, requests) = (record.task, record.requests)
        if end == .deadlineExceeded || end == .draining || end == .revoked { respond(record, call, nil, end.error) }
        record.timer?.cancel()
        record.timer = nil
        letGo(record, call, end.error?.code)
        record.task = nil
        requests?.finish(end.error, discarding: true)
        call.ended(end)
        task?.cancel()
        markDirty()
    }

    private func letGo(_ record: CallRecord, _ call: ServerCall, _ code: RPCError.Code?) {
        owner.finished(call.route, code, begun: record.begun)
        hold(0, record, call)
        record.call = nil
        record.request = nil
        record.deframer.reset()
        guard call.context.principal.isAnonymous else { return }
        anonymousCalls.ended(isHandlerRunning: record.hasHandler && !record.isHandlerDone)
    }
}

/// Runs a handler on the loop: at once, until it first suspends. Not isolated, so that nothing is enqueued.
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
