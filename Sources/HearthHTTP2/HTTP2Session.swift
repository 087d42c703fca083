internal import CNghttp2
internal import HearthBase

/// HTTP/2 without I/O: bytes of the peer go in and events come out; bytes for the peer are drained. Used by one thread.
public final class HTTP2Session {
    /// Which end of the connection this is.
    public enum Role: Sendable {
        /// The end that opened the connection.
        case client
        /// The end that accepted the connection.
        case server
    }

    /// Limits of a session; each is announced to the peer or enforced, and cannot be disabled.
    public struct Options: Sendable {
        /// How many streams the peer may have open. Default: 128.
        public var maxConcurrentStreams: UInt32 = 128
        /// The largest header block in bytes, counted as in RFC 9113, section 6.5.2: names, values, and 32 for each
        /// field.
        public var maxHeaderListBytes: UInt32 = 16 << 10
        /// The most fields in a header block.
        public var maxHeaderFields = 100
        /// How many unread bytes the peer may send on a stream.
        public var streamWindow: Int32 = 64 << 10
        /// How many unread bytes the peer may send on all streams.
        public var connectionWindow: Int32 = 1 << 20
        /// The most CONTINUATION frames of a header block.
        public var maxContinuations = 8
        /// How often the peer may provoke a reset, or send an invalid frame on a stream (CVE-2025-8671).
        public var provokedResets = RateLimit(burst: 200, perMinute: 200)
        /// How often a client may reset streams before their answers (CVE-2023-44487).
        public var peerResets = RateLimit(burst: 1_000, perMinute: 2_000)
        /// How many useless frames the peer may send: empty DATA, PRIORITY, WINDOW_UPDATE, unknown types. PING,
        /// SETTINGS and GOAWAY count for ten, because this side must answer. Each DATA frame that this side sends
        /// allows ten more.
        public var glitches = RateLimit(burst: 10_000, perMinute: 60_000)
        /// The most frames that a client can make a server queue.
        public var maxQueuedFrames = 1_000

        /// The default options.
        public init() {}
    }

    /// Which end of the connection this is.
    public let role: Role
    let options: Options
    // Exclusivity is unchecked here and in `StreamState`: one thread uses a session, and no access lasts across a call
    // of nghttp2 or of the session's user. The checks would be a tenth of a call's instructions.

    /// nghttp2's session; nil only while `init` runs.
    @exclusivity(unchecked) var session: OpaquePointer?
    @exclusivity(unchecked) var streams: [StreamState] = []
    @exclusivity(unchecked) private var freeSlots: [Int] = []
    /// The number of open streams.
    @exclusivity(unchecked) public private(set) var openStreams = 0

    @exclusivity(unchecked) var events: [HTTP2Event] = []
    @exclusivity(unchecked) private var spareEvents: [HTTP2Event] = []

    // One header block is assembled at a time: no other frames may come between its pieces (RFC 9113, section 4.3).
    private let scratch: HeaderScratch
    /// The beginning of an incomplete block.
    @exclusivity(unchecked) private var blockBeginning: [UInt8] = []
    @exclusivity(unchecked) private var blockLength = 0
    @exclusivity(unchecked) private var blockFields = 0
    @exclusivity(unchecked) private var blockListBytes = 0
    @exclusivity(unchecked) private var lastBlock = HeaderBlock(bytes: [])

    /// The start of the bytes that are being received.
    @exclusivity(unchecked) private var input: UnsafePointer<UInt8>?
    @exclusivity(unchecked) private var consumed = 0

    @exclusivity(unchecked) private var watch: FrameWatch
    /// Limits resets that this side sent, and frames of the peer that nghttp2 rejected. Two budgets, because one mostly
    /// causes the other.
    private var resets: RateBudget
    private var rejected: RateBudget
    /// Frames in the current bytes that nghttp2 rejected.
    private var rejections = 0
    /// The number of header and body frames sent; a peer may ping after each.
    @exclusivity(unchecked) public internal(set) var answersSent = 0
    /// The number of streams that a server has reset with an error.
    public private(set) var resetsSent = 0
    /// Resets in the bytes just sent.
    private var provoked = 0
    private var failure: HTTP2Error?
    /// Whether received bytes are ignored and not passed to nghttp2 (CVE-2026-27135).
    private(set) var isTerminated = false
    /// Whether new streams are refused, and their frames ignored.
    var isGoingAway = false

    /// - Parameter scratch: may be shared by all sessions that the same thread uses; nil creates one.
    public init(role: Role, options: Options = Options(), scratch: HeaderScratch? = nil) throws(HTTP2Error) {
        self.role = role
        self.options = options
        watch = FrameWatch(role, options)
        resets = RateBudget(options.provokedResets)
        rejected = RateBudget(options.provokedResets)
        // A field takes 6 bytes beyond name and value, where the limit counts 32.
        self.scratch = scratch ?? HeaderScratch(bytes: Int(options.maxHeaderListBytes))
        let own = Unmanaged.passUnretained(self).toOpaque()
        let status =
            role == .server
            ? nghttp2_session_server_new2(&session, LibraryCallbacks.callbacks, own, LibraryCallbacks.options)
            : nghttp2_session_client_new2(&session, LibraryCallbacks.callbacks, own, LibraryCallbacks.options)
        guard status == 0 else { throw HTTP2Error(library: Int(status), "an HTTP/2 session cannot be created") }
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
    }

    // MARK: Bytes

    /// Adds bytes from the peer. Call ``takeEvents()`` afterwards; ranges in events are ranges of `bytes`.
    /// - Parameter now: the time, read only when a limit over time is reached.
    /// - Throws: when the connection must end; the output of ``drain(into:limit:)`` then tells the peer why.
    public func receive(
        _ bytes: RawSpan, at now: @autoclosure () -> ContinuousClock.Instant = ContinuousClock.now
    ) throws(HTTP2Error) {
        guard !isTerminated, nghttp2_session_want_read(session) != 0 else { return }
        let status = bytes.withUnsafeBytes { bytes in
            let violation = watch.scan(bytes, at: now, isOver: isGoingAway) { isOpen($0) }
            input = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            defer { input = nil }
            if !blockBeginning.isEmpty { scratch.memory.copyBytes(from: blockBeginning) }
            let status = nghttp2_session_mem_recv(session, input, violation?.offset ?? bytes.count)
            if let violation { fail(violation.error) }
            return status
        }
        if watch.isInHeaderBlock, blockLength > 0 {
            blockBeginning = Array(scratch.memory[..<blockLength])
        } else if !blockBeginning.isEmpty {
            blockBeginning = []
        }
        if consumed > 0 {
            nghttp2_session_consume_connection(session, consumed)
            consumed = 0
        }
        if status < 0 { fail(HTTP2Error(library: status, "the peer violates HTTP/2")) }
        if rejections > 0 {
            if !rejected.take(rejections, at: now) {
                fail(HTTP2Error(code: .enhanceYourCalm, message: "the peer sends too many invalid frames"))
            }
            rejections = 0
        }
        if role == .server, nghttp2_session_get_outbound_queue_size(session) > options.maxQueuedFrames {
            fail(HTTP2Error(code: .enhanceYourCalm, message: "the peer requests more frames than it reads"))
        }
        guard let failure else { return }
        terminate(failure.code)
        throw failure
    }

    /// Records why the connection must end; only the first reason counts.
    private func fail(_ error: HTTP2Error) {
        if failure == nil { failure = error }
    }

    private func isOpen(_ id: UInt32) -> Bool {
        nghttp2_session_get_stream_user_data(session, Int32(bitPattern: id)) != nil
    }

    /// Whether the peer has begun a header block and not ended it; the session's user should set a timeout.
    public var isInHeaderBlock: Bool { watch.isInHeaderBlock }

    /// The number of pings from the peer, for a server's limit.
    public var pings: Int { watch.pings }

    /// Whether the connection ends because of the peer's behaviour.
    public var isCut: Bool { failure != nil }

    /// How many open streams a client has reset.
    public var resetsReceived: Int { watch.resetsSeen }

    /// Body bytes that are queued and not in a frame yet.
    @exclusivity(unchecked) public internal(set) var queuedBytes = 0

    /// Body bytes written into frames; growth since an earlier value shows that the peer reads.
    @exclusivity(unchecked) public private(set) var takenBytes: UInt64 = 0

    /// The number of queued frames.
    public var queuedFrames: Int { nghttp2_session_get_outbound_queue_size(session) }

    /// Ends the connection once its queued output is drained; further bytes of the peer are ignored.
    public func terminate(_ code: ErrorCode) {
        guard !isTerminated else { return }
        isTerminated = true
        nghttp2_session_terminate_session(session, code.rawValue)
    }

    /// Takes the events since the last call. Return the array with ``recycle(_:)``.
    public func takeEvents() -> [HTTP2Event] {
        defer {
            events = spareEvents
            spareEvents = []
        }
        return events
    }

    /// Reuses the memory of an array of events.
    public func recycle(_ taken: consuming [HTTP2Event]) {
        taken.removeAll(keepingCapacity: taken.capacity <= 4096)
        if events.isEmpty { events = taken } else { spareEvents = taken }
    }

    /// Whether events are waiting to be taken.
    public var hasEvents: Bool { !events.isEmpty }

    /// Appends output for the peer to `out` until that has `limit` bytes or there is no more.
    /// - Parameter now: the time, read only when a limit over time is reached.
    public func drain(
        into out: inout [UInt8], limit: Int, at now: @autoclosure () -> ContinuousClock.Instant = ContinuousClock.now
    ) throws(HTTP2Error) {
        while out.count < limit {
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(session, &bytes)
            var isCut = false
            if provoked > 0 {
                isCut = !resets.take(provoked, at: now)
                provoked = 0
                if isCut {
                    fail(HTTP2Error(code: .enhanceYourCalm, message: "the peer provokes too many resets"))
                    terminate(.enhanceYourCalm)
                }
            }
            // When the connection is cut, a GOAWAY follows the last frame.
            if count == 0 { if isCut { continue } else { return } }
            guard count > 0 else { throw HTTP2Error(library: count, "an HTTP/2 frame cannot be written") }
            out.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    /// Whether the connection has neither input nor output left.
    public var isFinished: Bool {
        (isTerminated || nghttp2_session_want_read(session) == 0) && nghttp2_session_want_write(session) == 0
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

    /// Releases a slot whose request could not be sent.
    func giveBack(_ state: StreamState) {
        queuedBytes -= state.body.count
        state.end()
        freeSlots.append(state.slot)
        openStreams -= 1
    }

    func state(_ stream: HTTP2Stream) -> StreamState? {
        guard stream.slot >= 0, stream.slot < streams.count else { return nil }
        let state = streams[stream.slot]
        return state.id == stream.id ? state : nil
    }

    /// Calls `body` with the state of an open stream; nghttp2 stores its handle as the stream's user data.
    @inline(__always)
    private func withState(_ id: Int32, _ body: (StreamState) -> Void) {
        guard let handle = nghttp2_session_get_stream_user_data(session, id) else { return }
        StreamState.with(handle) { if $0.id == id { body($0) } }
    }

    // MARK: Events of the library's callbacks

    func beganHeaders(_ id: Int32, isRequest: Bool) {
        blockLength = 0
        blockFields = 0
        blockListBytes = 0
        guard isRequest, role == .server else { return }
        let state = open(id)
        nghttp2_session_set_stream_user_data(session, id, state.handle)
    }

    /// Adds a field to the header block; returns whether to continue. A block slightly above the limit is refused but
    /// decoded to its end, so that both sides' HPACK tables stay equal. One that decompresses to many times the limit
    /// ends the connection.
    func header(
        _ name: UnsafePointer<UInt8>?, _ nameLength: Int, _ value: UnsafePointer<UInt8>?, _ valueLength: Int
    ) -> Bool {
        blockFields += 1
        blockListBytes += nameLength + valueLength + 32
        guard blockListBytes <= max(64 << 10, 4 * Int(options.maxHeaderListBytes)) else {
            fail(HTTP2Error(code: .enhanceYourCalm, message: "a header block decompresses to far more than is allowed"))
            return false
        }
        let length = blockLength + HeaderBlock.entryPrefix + nameLength + valueLength
        guard blockFields <= options.maxHeaderFields, blockListBytes <= options.maxHeaderListBytes,
            length <= scratch.memory.count, nameLength <= 0xFFFF, var next = scratch.memory.baseAddress
        else { return true }
        next += blockLength
        next.storeBytes(of: UInt16(truncatingIfNeeded: nameLength).littleEndian, as: UInt16.self)
        next.storeBytes(of: UInt32(truncatingIfNeeded: valueLength).littleEndian, toByteOffset: 2, as: UInt32.self)
        next += HeaderBlock.entryPrefix
        if let name { next.copyMemory(from: name, byteCount: nameLength) }
        if let value { (next + nameLength).copyMemory(from: value, byteCount: valueLength) }
        blockLength = length
        return true
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
        let bytes = UnsafeRawBufferPointer(rebasing: scratch.memory[..<blockLength])
        // A client mostly sends the same headers; then nothing needs to be copied.
        let isSame = lastBlock.bytes.withUnsafeBytes { last in
            last.count == bytes.count && isEqual(last, bytes)
        }
        if !isSame { lastBlock = HeaderBlock(bytes: Array(bytes)) }
        events.append(.headers(state.stream, lastBlock, isEnd: isEnd))
    }

    func data(_ id: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        // The connection's window is credited when bytes are received, a stream's window when messages are read
        // (`consume`): so a slow stream never stops the others.
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
        giveBack(state)
    }

    /// A request could not be sent: its stream was never opened.
    func notSent(_ id: Int32) {
        guard let state = streams.first(where: { $0.id == id }) else { return }
        finish(state, .refusedStream)
    }

    /// A reset was sent, by this side's user or by the library.
    func sentReset(_ id: Int32, _ code: UInt32) {
        // A client may reset its calls as it likes.
        guard role == .server else { return }
        watch.resetLocally(UInt32(bitPattern: id))
        if code != 0 {
            provoked &+= 1
            resetsSent &+= 1
        }
    }

    /// The library rejected a frame.
    func rejectedFrame(_ id: Int32) {
        rejections &+= 1
        if role == .server, id > 0 { watch.resetLocally(UInt32(bitPattern: id)) }
    }

    /// A frame of a body was sent.
    func sentData() { watch.sentData() }

    /// A server that has answered needs no more of the request (RFC 9113, section 8.1).
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
        queuedBytes -= count
        takenBytes &+= UInt64(count)
        if count > 0, state.reportsSent { events.append(.sent(state.stream, bytes: count)) }
        guard state.body.isEmpty else { return count }
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
