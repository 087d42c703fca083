internal import CNghttp2

/// HTTP/2 without I/O: bytes of the peer go in and give events; bytes for the peer are drained. Used by one thread.
public final class HTTP2Session {
    /// Which end of the connection this is.
    public enum Role: Sendable { case client, server }

    /// Limits of a session; each is announced to the peer or enforced, none can be switched off.
    public struct Options: Sendable {
        /// How many streams the peer may have open.
        public var maxConcurrentStreams: UInt32 = 128
        /// The most bytes a header block may have, counted as RFC 9113 §6.5.2 does: names, values, 32 for each field.
        public var maxHeaderListBytes: UInt32 = 16 << 10
        /// The most fields a header block may have.
        public var maxHeaderFields = 100
        /// How many unread bytes the peer may send on a stream.
        public var streamWindow: Int32 = 64 << 10
        /// How many unread bytes the peer may send on all streams.
        public var connectionWindow: Int32 = 1 << 20
        /// How many resets the peer may provoke beyond one for each stream that ends well, before the connection is
        /// cut.
        public var maxResets = 200

        public init() {}
    }

    public let role: Role
    let options: Options
    // Exclusivity is unchecked here and in `StreamState`: one thread uses a session, and no access to these lasts while
    // the library or its user is called. The checks would be a tenth of a call's instructions.

    /// The library's session; nil only while `init` runs.
    @exclusivity(unchecked) var session: OpaquePointer?
    @exclusivity(unchecked) var streams: [StreamState] = []
    @exclusivity(unchecked) private var freeSlots: [Int] = []
    @exclusivity(unchecked) public private(set) var openStreams = 0

    @exclusivity(unchecked) var events: [HTTP2Event] = []
    @exclusivity(unchecked) private var spareEvents: [HTTP2Event] = []

    // One header block is read at a time: frames of others may not come between its pieces (RFC 9113 §4.3).
    private let block: UnsafeMutableRawBufferPointer
    @exclusivity(unchecked) private var blockLength = 0
    @exclusivity(unchecked) private var blockFields = 0
    @exclusivity(unchecked) private var blockListBytes = 0
    @exclusivity(unchecked) private var lastBlock = HeaderBlock(bytes: [])

    /// Where the bytes that are being received stand.
    @exclusivity(unchecked) private var input: UnsafePointer<UInt8>?
    @exclusivity(unchecked) private var consumed = 0
    private var resets = 0
    private var failure: HTTP2Error?

    public init(role: Role, options: Options = Options()) throws(HTTP2Error) {
        self.role = role
        self.options = options
        // 6 bytes a field beyond names and values, where the limit counts 32.
        block = .allocate(byteCount: Int(options.maxHeaderListBytes), alignment: 8)
        let own = Unmanaged.passUnretained(self).toOpaque()
        let status =
            role == .server
            ? nghttp2_session_server_new2(&session, Library.callbacks, own, Library.options)
            : nghttp2_session_client_new2(&session, Library.callbacks, own, Library.options)
        guard status == 0 else { throw HTTP2Error(library: Int(status), "An HTTP/2 session cannot be made") }
        var settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
                value: UInt32(clamping: options.streamWindow)),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue), value: options.maxHeaderListBytes),
            nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES.rawValue), value: 1),
        ]
        settings.append(
            role == .server
                ? nghttp2_settings_entry(
                    settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
                    value: options.maxConcurrentStreams)
                : nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0))
        nghttp2_submit_settings(session, 0, &settings, settings.count)
        nghttp2_session_set_local_window_size(session, 0, 0, options.connectionWindow)
    }

    deinit {
        nghttp2_session_del(session)
        block.deallocate()
    }

    // MARK: Bytes

    /// Takes bytes from the peer. Afterwards ``takeEvents()`` says what they mean; ranges in events are ranges of
    /// `bytes`.
    /// - Throws: when the connection must end; what ``drain(into:limit:)`` still gives tells the peer.
    public func receive(_ bytes: RawSpan) throws(HTTP2Error) {
        // Nothing may be fed to a session that was terminated (CVE-2026-27135).
        guard failure == nil, nghttp2_session_want_read(session) != 0 else { return }
        let status = bytes.withUnsafeBytes { bytes in
            input = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            defer { input = nil }
            return nghttp2_session_mem_recv(session, input, bytes.count)
        }
        if consumed > 0 {
            nghttp2_session_consume_connection(session, consumed)
            consumed = 0
        }
        if let failure { throw failure }
        if status < 0 { throw HTTP2Error(library: status, "The peer does not speak HTTP/2 as it must") }
    }

    /// The events since the last time. Hand the array back with ``recycle(_:)``.
    public func takeEvents() -> [HTTP2Event] {
        defer {
            events = spareEvents
            spareEvents = []
        }
        return events
    }

    /// Gives an array of events back, so that its memory is used again.
    public func recycle(_ taken: consuming [HTTP2Event]) {
        taken.removeAll(keepingCapacity: taken.capacity <= 4096)
        if events.isEmpty { events = taken } else { spareEvents = taken }
    }

    public var hasEvents: Bool { !events.isEmpty }

    /// Appends bytes for the peer to `out` until that has `limit` bytes or there are no more.
    public func drain(into out: inout [UInt8], limit: Int) throws(HTTP2Error) {
        while out.count < limit {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(session, &bytes)
            if count == 0 { return }
            guard count > 0 else { throw HTTP2Error(library: count, "No HTTP/2 frame can be made") }
            out.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    /// Whether the connection has nothing more to say or to hear.
    public var isFinished: Bool {
        nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0
    }

    // MARK: Slots

    func open(_ id: Int32) -> StreamState {
        openStreams += 1
        let state: StreamState
        if let slot = freeSlots.popLast() {
            state = streams[slot]
        } else {
            state = StreamState(slot: streams.count)
            streams.append(state)
        }
        state.begin(id)
        return state
    }

    /// A slot whose request could not be made.
    func giveBack(_ state: StreamState) {
        state.end()
        freeSlots.append(state.slot)
        openStreams -= 1
    }

    func state(_ stream: HTTP2Stream) -> StreamState? {
        guard stream.slot >= 0, stream.slot < streams.count else { return nil }
        let state = streams[stream.slot]
        return state.id == stream.id ? state : nil
    }

    /// Calls `body` with the state of an open stream; the library keeps its handle beside the stream.
    @inline(__always)
    private func withState(_ id: Int32, _ body: (StreamState) -> Void) {
        guard let handle = nghttp2_session_get_stream_user_data(session, id) else { return }
        StreamState.with(handle) { if $0.id == id { body($0) } }
    }

    // MARK: What the library's callbacks record

    func beganHeaders(_ id: Int32, isRequest: Bool) {
        blockLength = 0
        blockFields = 0
        blockListBytes = 0
        guard isRequest, role == .server else { return }
        let state = open(id)
        nghttp2_session_set_stream_user_data(session, id, state.handle)
    }

    func header(_ name: UnsafePointer<UInt8>?, _ nameLength: Int, _ value: UnsafePointer<UInt8>?, _ valueLength: Int) {
        blockFields += 1
        blockListBytes += nameLength + valueLength + 32
        let length = blockLength + HeaderBlock.entryPrefix + nameLength + valueLength
        guard blockFields <= options.maxHeaderFields, blockListBytes <= options.maxHeaderListBytes,
            length <= block.count, nameLength <= 0xFFFF, var next = block.baseAddress
        else { return }
        next += blockLength
        next.storeBytes(of: UInt16(truncatingIfNeeded: nameLength).littleEndian, as: UInt16.self)
        next.storeBytes(of: UInt32(truncatingIfNeeded: valueLength).littleEndian, toByteOffset: 2, as: UInt32.self)
        next += HeaderBlock.entryPrefix
        if let name { next.copyMemory(from: name, byteCount: nameLength) }
        if let value { (next + nameLength).copyMemory(from: value, byteCount: valueLength) }
        blockLength = length
    }

    func endedHeaders(_ id: Int32, isEnd: Bool) {
        withState(id) { endedHeaders($0, isEnd: isEnd) }
    }

    private func endedHeaders(_ state: StreamState, isEnd: Bool) {
        if isEnd { state.isReceiving = false }
        guard blockFields <= options.maxHeaderFields, blockListBytes <= options.maxHeaderListBytes else {
            events.append(.headersTooLarge(state.stream))
            return
        }
        let bytes = UnsafeRawBufferPointer(rebasing: block[..<blockLength])
        // The same client mostly sends the same headers; then there is nothing to copy.
        let isSame = lastBlock.bytes.withUnsafeBytes { last in
            last.count == bytes.count && isEqual(last, bytes)
        }
        if !isSame { lastBlock = HeaderBlock(bytes: Array(bytes)) }
        events.append(.headers(state.stream, lastBlock, isEnd: isEnd))
    }

    func data(_ id: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        // The connection's window follows the reading of bytes, the stream's window that of messages (`consume`):
        // so a slow stream never stops the others.
        consumed += count
        guard let bytes, let input else { return }
        let start = bytes - input
        withState(id) { events.append(.data($0.stream, start..<(start + count))) }
    }

    func endedData(_ id: Int32) {
        withState(id) {
            $0.isReceiving = false
            events.append(.end($0.stream))
        }
    }

    func closed(_ id: Int32, _ code: UInt32) {
        withState(id) { finish($0, ErrorCode(rawValue: code)) }
    }

    private func finish(_ state: StreamState, _ code: ErrorCode) {
        events.append(.closed(state.stream, code))
        if code == .noError, resets > 0 { resets -= 1 }
        giveBack(state)
    }

    /// A request that could not be sent: its stream never came to be.
    func notSent(_ id: Int32) {
        guard let state = streams.first(where: { $0.id == id }) else { return }
        finish(state, .refusedStream)
    }

    func sentReset() {
        // A client's resets are its own choice.
        guard role == .server else { return }
        resets += 1
        guard resets > options.maxResets, failure == nil else { return }
        failure = HTTP2Error(
            code: .enhanceYourCalm, message: "The peer provoked more than \(options.maxResets) resets.")
        nghttp2_session_terminate_session(session, ErrorCode.enhanceYourCalm.rawValue)
    }

    /// A server that has answered needs no more of the request (RFC 9113 §8.1).
    func sentEnd(_ id: Int32) {
        guard role == .server else { return }
        withState(id) {
            if $0.isReceiving { nghttp2_submit_rst_stream(session, 0, id, ErrorCode.noError.rawValue) }
        }
    }

    func body(
        of state: StreamState, into buffer: UnsafeMutableRawBufferPointer, _ flags: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let count = state.take(into: buffer)
        if count > 0, state.reportsSent { events.append(.sent(state.stream, bytes: count)) }
        guard state.isEmpty else { return count }
        if state.isEnded {
            flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            if let trailers = state.trailers {
                flags.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
                nghttp2_submit_trailer(session, state.id, trailers.fields, trailers.count)
            }
        } else if count == 0 {
            state.isDeferred = true
            return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        }
        return count
    }
}
