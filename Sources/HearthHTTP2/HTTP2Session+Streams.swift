internal import CNghttp2

extension HTTP2Session {
    /// Begins a server's answer whose body and trailers follow.
    public func respond(_ stream: HTTP2Stream, _ headers: HeaderList, reportsSent: Bool) {
        guard let state = state(stream), !state.hasHeaders else { return }
        state.hasHeaders = true
        state.reportsSent = reportsSent
        var provider = bodyProvider(state)
        nghttp2_submit_response(session, state.id, headers.fields, headers.count, &provider)
    }

    /// Sends a complete answer of a server: headers, a body, and trailers if given.
    public func respond(_ stream: HTTP2Stream, _ headers: HeaderList, body: [UInt8], trailers: HeaderList?) {
        guard let state = state(stream), !state.hasHeaders else { return }
        state.hasHeaders = true
        queue(body, state)
        state.isEnded = true
        state.trailers = trailers
        var provider = bodyProvider(state)
        nghttp2_submit_response(session, state.id, headers.fields, headers.count, &provider)
    }

    /// Sends a server's answer with headers only.
    public func respond(_ stream: HTTP2Stream, only headers: HeaderList) {
        guard let state = state(stream), !state.hasHeaders else { return }
        state.hasHeaders = true
        nghttp2_submit_response(session, state.id, headers.fields, headers.count, nil)
    }

    /// Begins a client's request whose body follows; nil when the connection's stream ids are used up.
    public func request(_ headers: HeaderList) -> HTTP2Stream? {
        let state = open(0)
        state.hasHeaders = true
        state.reportsSent = true
        var provider = bodyProvider(state)
        let id = nghttp2_submit_request(
            session, nil, headers.fields, headers.count, &provider, state.handle)
        guard id > 0 else {
            giveBack(state)
            return nil
        }
        state.id = id
        return state.stream
    }

    private func bodyProvider(_ state: StreamState) -> nghttp2_data_provider {
        var provider = nghttp2_data_provider()
        provider.source.ptr = state.handle
        provider.read_callback = LibraryCallbacks.readBody
        return provider
    }

    /// Queues a piece of the body; it is shared, not copied, until it is written into a frame.
    public func send(_ stream: HTTP2Stream, _ bytes: [UInt8]) {
        guard let state = state(stream), !state.isEnded else { return }
        queue(bytes, state)
        resume(state)
    }

    /// Ends the body; trailers follow if there are any.
    public func finish(_ stream: HTTP2Stream, trailers: HeaderList?) {
        guard let state = state(stream), !state.isEnded else { return }
        state.isEnded = true
        state.trailers = trailers
        resume(state)
    }

    /// Ends the body of a stream whose peer takes nothing: the queued bytes are dropped, and trailers are sent at once,
    /// since flow control applies to DATA only (RFC 9113, section 5.2.1).
    ///
    /// - Returns: false for a body without trailers, which only a reset can end early.
    public func cutShort(_ stream: HTTP2Stream, trailers: HeaderList) -> Bool {
        guard let state = state(stream), state.hasHeaders, !state.isEnded || state.trailers != nil else { return false }
        queuedBytes -= state.body.count
        state.body.removeAll()
        state.isEnded = true
        state.trailers = nil
        return nghttp2_submit_trailer(session, state.id, trailers.fields, trailers.count) == 0
    }

    private func queue(_ bytes: [UInt8], _ state: StreamState) {
        state.body.append(bytes)
        queuedBytes += bytes.count
    }

    private func resume(_ state: StreamState) {
        guard state.isDeferred else { return }
        state.isDeferred = false
        nghttp2_session_resume_data(session, state.id)
    }

    /// Resets the stream: it ends at once for both sides.
    public func reset(_ stream: HTTP2Stream, _ code: ErrorCode) {
        guard state(stream) != nil else { return }
        nghttp2_submit_rst_stream(session, 0, stream.id, code.rawValue)
    }

    /// Returns credit: the peer may send this number of bytes more on the stream.
    public func consume(_ stream: HTTP2Stream, _ bytes: Int) {
        guard let state = state(stream), state.isReceiving, bytes > 0 else { return }
        nghttp2_session_consume_stream(session, stream.id, bytes)
    }

    /// The peer's limit of streams that this side may have open.
    public var peerMaxStreams: Int {
        Int(nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS))
    }

    /// Whether the peer may still send on the stream.
    public func isReceiving(_ stream: HTTP2Stream) -> Bool {
        state(stream)?.isReceiving ?? false
    }

    /// Whether this side of the stream has not ended.
    public func isSending(_ stream: HTTP2Stream) -> Bool {
        guard let state = state(stream) else { return false }
        return !(state.isEnded && state.body.isEmpty)
    }

    /// The progress of a stream whose output is blocked, for comparison with a later value; nil if none is queued.
    public func blockedOutput(of stream: HTTP2Stream) -> UInt32? {
        guard let state = state(stream), !state.body.isEmpty else { return nil }
        return state.taken
    }

    /// The first step of a graceful end (RFC 9113, section 6.8): asks the peer to open no more streams.
    public func announceShutdown() {
        isGoingAway = true
        nghttp2_submit_shutdown_notice(session)
    }

    /// The second step: refuses streams beyond those received.
    public func goAway() {
        isGoingAway = true
        nghttp2_submit_goaway(
            session, 0, nghttp2_session_get_last_proc_stream_id(session), ErrorCode.noError.rawValue, nil, 0)
    }

    /// Refuses further streams because of the peer's behaviour; `about` names the reason for the peer's developers.
    /// Queued output is still sent.
    public func goAway(_ code: ErrorCode, _ about: StaticString) {
        isGoingAway = true
        about.withUTF8Buffer { text in
            _ = nghttp2_submit_goaway(
                session, 0, nghttp2_session_get_last_proc_stream_id(session), code.rawValue, text.baseAddress,
                text.count)
        }
    }

    /// Sends a ping; the answer is ``HTTP2Event/pong``.
    public func ping() {
        nghttp2_submit_ping(session, 0, nil)
    }
}
