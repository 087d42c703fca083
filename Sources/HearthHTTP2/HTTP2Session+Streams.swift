internal import CNghttp2

extension HTTP2Session {
    /// A server's answer whose body and trailers follow.
    public func respond(_ stream: HTTP2Stream, _ headers: HeaderList, reportsSent: Bool) {
        guard let state = state(stream), !state.hasHeaders else { return }
        state.hasHeaders = true
        state.reportsSent = reportsSent
        var provider = bodyProvider(state)
        nghttp2_submit_response(session, state.id, headers.fields, headers.count, &provider)
    }

    /// A server's answer that is complete: headers, a body, and trailers if there are any.
    public func respond(_ stream: HTTP2Stream, _ headers: HeaderList, body: [UInt8], trailers: HeaderList?) {
        guard let state = state(stream), !state.hasHeaders else { return }
        state.hasHeaders = true
        queue(body, state)
        state.isEnded = true
        state.trailers = trailers
        var provider = bodyProvider(state)
        nghttp2_submit_response(session, state.id, headers.fields, headers.count, &provider)
    }

    /// A server's answer that is nothing but headers.
    public func respond(_ stream: HTTP2Stream, only headers: HeaderList) {
        guard let state = state(stream), !state.hasHeaders else { return }
        state.hasHeaders = true
        nghttp2_submit_response(session, state.id, headers.fields, headers.count, nil)
    }

    /// A client's request whose body follows; nil when the connection takes no more.
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

    /// Ends the body of a stream of which the peer takes nothing: what is queued is dropped, and trailers go out at once, as
    /// flow control holds only DATA back (RFC 9113 §5.2.1).
    ///
    /// - Returns: false for a body without trailers, which only a reset can cut short.
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

    /// Ends the stream at once, for both sides.
    public func reset(_ stream: HTTP2Stream, _ code: ErrorCode) {
        guard state(stream) != nil else { return }
        nghttp2_submit_rst_stream(session, 0, stream.id, code.rawValue)
    }

    /// Lets the peer send so many bytes more on the stream.
    public func consume(_ stream: HTTP2Stream, _ bytes: Int) {
        guard let state = state(stream), state.isReceiving, bytes > 0 else { return }
        nghttp2_session_consume_stream(session, stream.id, bytes)
    }

    /// How many streams the peer lets this side have open.
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

    /// When output of a stream waits to be taken: how much was taken so far, to be compared later.
    public func blockedOutput(of stream: HTTP2Stream) -> UInt32? {
        guard let state = state(stream), !state.body.isEmpty else { return nil }
        return state.taken
    }

    /// The first step of a graceful end (RFC 9113 §6.8): the peer is asked to open no more streams.
    public func announceShutdown() {
        isGoingAway = true
        nghttp2_submit_shutdown_notice(session)
    }

    /// The second step: no streams beyond those that have come.
    public func goAway() {
        isGoingAway = true
        nghttp2_submit_goaway(
            session, 0, nghttp2_session_get_last_proc_stream_id(session), ErrorCode.noError.rawValue, nil, 0)
    }

    /// No more streams, because of what the peer does; `about` tells its maker what that is. What is queued still goes
    /// out.
    public func goAway(_ code: ErrorCode, _ about: StaticString) {
        isGoingAway = true
        about.withUTF8Buffer { text in
            _ = nghttp2_submit_goaway(
                session, 0, nghttp2_session_get_last_proc_stream_id(session), code.rawValue, text.baseAddress,
                text.count)
        }
    }

    /// Asks the peer for a sign of life; the answer is ``HTTP2Event/pong``.
    public func ping() {
        nghttp2_submit_ping(session, 0, nil)
    }
}
