internal import CNghttp2

/// The nghttp2 callbacks and options that all sessions share. Callbacks only record.
enum LibraryCallbacks {
    // Created once, never changed, never freed: any thread may read them.
    nonisolated(unsafe) static let options: OpaquePointer? = makeOptions()
    nonisolated(unsafe) static let callbacks: OpaquePointer? = makeCallbacks()

    private static func makeOptions() -> OpaquePointer? {
        var options: OpaquePointer?
        guard nghttp2_option_new(&options) == 0 else { return nil }
        nghttp2_option_set_no_auto_window_update(options, 1)
        nghttp2_option_set_no_closed_streams(options, 1)
        nghttp2_option_set_server_fallback_rfc7540_priorities(options, 0)
        nghttp2_option_set_max_settings(options, 32)
        // A second line of defence: `FrameWatch` and `HTTP2Session.Options` have stricter limits, which answer with a
        // fitting code.
        nghttp2_option_set_max_outbound_ack(options, 10_000)
        nghttp2_option_set_stream_reset_rate_limit(options, 1 << 32, 1 << 32)
        nghttp2_option_set_max_continuations(options, 64)
        return options
    }

    /// Calls `body` with a callback's session. The caller of the library holds the session, so it is not retained here:
    /// that would happen a dozen times for each request.
    @inline(__always)
    private static func with<R>(_ data: UnsafeMutableRawPointer?, else other: R, _ body: (HTTP2Session) -> R) -> R {
        guard let data else { return other }
        return Unmanaged<HTTP2Session>.fromOpaque(data)._withUnsafeGuaranteedRef(body)
    }

    private static func makeCallbacks() -> OpaquePointer? {
        var callbacks: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, own in
            guard let frame, frame.pointee.hd.type == UInt8(NGHTTP2_HEADERS.rawValue) else { return 0 }
            LibraryCallbacks.with(own, else: ()) {
                $0.beganHeaders(
                    frame.pointee.hd.stream_id, isRequest: frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST)
            }
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, _, name, nameLength, value, valueLength, _, own in
            let goesOn = LibraryCallbacks.with(own, else: true) { $0.header(name, nameLength, value, valueLength) }
            return goesOn ? 0 : Int32(NGHTTP2_ERR_PAUSE.rawValue)
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, own in
            if let frame { LibraryCallbacks.with(own, else: ()) { LibraryCallbacks.received(frame, $0) } }
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, id, bytes, count, own in
            LibraryCallbacks.with(own, else: ()) { $0.data(id, bytes, count) }
            return 0
        }
        // Never returns an error: nghttp2 would keep the stream for ever (CVE-2023-35945).
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, id, code, own in
            LibraryCallbacks.with(own, else: ()) { $0.closed(id, code) }
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, own in
            guard let frame else { return 0 }
            let header = frame.pointee.hd
            if header.type == UInt8(NGHTTP2_RST_STREAM.rawValue) {
                let code = frame.pointee.rst_stream.error_code
                LibraryCallbacks.with(own, else: ()) { $0.sentReset(header.stream_id, code) }
                return 0
            }
            if header.type == UInt8(NGHTTP2_DATA.rawValue) { LibraryCallbacks.with(own, else: ()) { $0.sentData() } }
            guard header.type <= UInt8(NGHTTP2_HEADERS.rawValue) else { return 0 }
            LibraryCallbacks.with(own, else: ()) { $0.answersSent &+= 1 }
            if header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 {
                LibraryCallbacks.with(own, else: ()) { $0.sentEnd(header.stream_id) }
            }
            return 0
        }
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, frame, _, own in
            guard let frame else { return 0 }
            LibraryCallbacks.with(own, else: ()) { $0.rejectedFrame(frame.pointee.hd.stream_id) }
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) { _, frame, _, own in
            guard let frame, frame.pointee.hd.type == UInt8(NGHTTP2_HEADERS.rawValue) else { return 0 }
            if frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST {
                LibraryCallbacks.with(own, else: ()) { $0.notSent(frame.pointee.hd.stream_id) }
            }
            return 0
        }
        return callbacks
    }

    private static func received(_ frame: UnsafePointer<nghttp2_frame>, _ session: HTTP2Session) {
        let header = frame.pointee.hd
        let isEnd = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch UInt32(header.type) {
        case NGHTTP2_DATA.rawValue: if isEnd { session.endedData(header.stream_id) }
        case NGHTTP2_HEADERS.rawValue: session.endedHeaders(header.stream_id, isEnd: isEnd)
        case NGHTTP2_GOAWAY.rawValue:
            let goAway = frame.pointee.goaway
            session.events.append(.goAway(ErrorCode(rawValue: goAway.error_code), last: goAway.last_stream_id))
        case NGHTTP2_PING.rawValue:
            if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0 { session.events.append(.pong) }
        case NGHTTP2_SETTINGS.rawValue:
            if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 { session.events.append(.settings) }
        default: break
        }
    }

    static let readBody: nghttp2_data_source_read_callback = { _, _, buffer, length, flags, source, own in
        let failure = Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
        guard let buffer, let flags, let handle = source?.pointee.ptr else { return failure }
        let frame = UnsafeMutableRawBufferPointer(start: buffer, count: length)
        return LibraryCallbacks.with(own, else: failure) { session in
            StreamState.with(handle) { session.body(of: $0, into: frame, flags) }
        }
    }
}
