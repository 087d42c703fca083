internal import CNghttp2
internal import HearthBase

/// HTTP/2 without I/O: bytes of the peer go in and give events; bytes for the peer are drained. Used by one thread.
public final class HTTP2Session {
    /// Which end of the connection this is.
    public enum Role: Sendable {
        /// The end that opened the connection.
        case client
        /// The end that accepted the connection.
        case server
    }

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
        /// The most CONTINUATION frames that a header block may have.
        public var maxContinuations = 8
        /// How often the peer may provoke a reset, or send a frame that breaks the rules of its stream (CVE-2025-8671).
        public var provokedResets = RateLimit(burst: 200, perMinute: 200)
        /// How often a client may reset streams that are not answered (CVE-2023-44487).
        public var peerResets = RateLimit(burst: 1_000, perMinute: 2_000)
        /// How many frames that carry nothing the peer may send: empty DATA, PRIORITY, WINDOW_UPDATE, unknown ones; PING,
        /// SETTINGS and GOAWAY count for ten, as this side must answer. Each DATA frame that this side sends allows for
        /// ten more.
        public var glitches = RateLimit(burst: 10_000, perMinute: 60_000)
        /// How many frames a client may make a server queue without taking them.
        public var maxQueuedFrames = 1_000

        /// The default options.
        public init() {}
    }

    /// Which end of the connection this is.
    public let role: Role
    let options: Options
    // Exclusivity is unchecked here and in `StreamState`: one thread uses a session, and no access to these lasts while
    // the library or its user is called. The checks would be a tenth of a call's instructions.

    /// The library's session; nil only while `init` runs.
    @exclusivity(unchecked) var session: OpaquePointer?
    @exclusivity(unchecked) var streams: [StreamState] = []
    @exclusivity(unchecked) private var freeSlots: [Int] = []
    /// The number of open streams.
    @exclusivity(unchecked) public private(set) var openStreams = 0

    @exclusivity(unchecked) var events: [HTTP2Event] = []
    @exclusivity(unchecked) private var spareEvents: [HTTP2Event] = []

    // One header block is read at a time: frames of others may not come between its pieces (RFC 9113 §4.3).
    private let scratch: HeaderScratch
    /// The beginning of a block whose rest is to come.
    @exclusivity(unchecked) private var blockBeginning: [UInt8] = []
    @exclusivity(unchecked) private var blockLength = 0
    @exclusivity(unchecked) private var blockFields = 0
    @exclusivity(unchecked) private var blockListBytes = 0
    @exclusivity(unchecked) private var lastBlock = HeaderBlock(bytes: [])

    /// Where the bytes that are being received stand.
    @exclusivity(unchecked) private var input: UnsafePointer<UInt8>?
    @exclusivity(unchecked) private var consumed = 0

    @exclusivity(unchecked) private var watch: FrameWatch
    /// Resets that this side sent, and frames of the peer that the library rejected. Each in a budget of its own, as one
    /// mostly follows from the other.
    private var resets: RateBudget
    private var rejected: RateBudget
    /// Frames that the library rejected among the bytes in hand.
    private var rejections = 0
    /// How many frames of headers and of bodies were sent; a peer may well ping after each.
    @exclusivity(unchecked) public internal(set) var answersSent = 0
    /// How many streams a server has reset with an error.
    public private(set) var resetsSent = 0
    /// Resets in what was just sent.
    private var provoked = 0
    private var failure: HTTP2Error?
    /// Nothing the peer says matters any more, and nothing is fed to the library (CVE-2026-27135).
    private(set) var isTerminated = false
    /// No more streams are taken, so their frames mean nothing.
    var isGoingAway = false

    /// - Parameter scratch: may be shared by all sessions that the same thread uses; without one it has its own.
    public init(role: Role, options: Options = Options(), scratch: HeaderScratch? = nil) throws(HTTP2Error) {
        self.role = role
        self.options = options
        watch = FrameWatch(role, options)
        resets = RateBudget(options.provokedResets)
        rejected = RateBudget(options.provokedResets)
        // 6 bytes a field beyond names and values, where the limit counts 32.
        self.scratch = scratch ?? HeaderScratch(bytes: Int(options.maxHeaderListBytes))
        let own = Unmanaged.passUnretained(self).toOpaque()
        let status =
            role == .server
            ? nghttp2_session_server_new2(&session, LibraryCallbacks.callbacks, own, LibraryCallbacks.options)
            : nghttp2_session_client_new2(&session, LibraryCallbacks.callbacks, own, LibraryCallbacks.options)
        guard status == 0 else { throw HTTP2Error(library: Int(status), "an HTTP/2 session cannot be made") }
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

    /// Takes bytes from the peer. Afterwards ``takeEvents()`` says what they mean; ranges in events are ranges of
    /// `bytes`.
    /// - Parameter now: the time, read only when a limit over time is reached.
    /// - Throws: when the connection must end; what ``drain(into:limit:)`` still gives tells the peer.
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
        if status < 0 { fail(HTTP2Error(library: status, "the peer does not speak HTTP/2 as it must")) }
        if rejections > 0 {
            if !rejected.take(rejections, at: now) {
                fail(HTTP2Error(code: .enhanceYourCalm, message: "the peer sends too much that breaks the rules"))
            }
            rejections = 0
        }
        if role == .server, nghttp2_session_get_outbound_queue_size(session) > options.maxQueuedFrames {
            fail(HTTP2Error(code: .enhanceYourCalm, message: "the peer asks for more than it takes"))
        }
        guard let failure else { return }
        terminate(failure.code)
        throw failure
    }

    /// The connection must end; the first reason counts.
    private func fail(_ error: HTTP2Error) {
        if failure == nil { failure = error }
    }

    private func isOpen(_ id: UInt32) -> Bool {
        nghttp2_session_get_stream_user_data(session, Int32(bitPattern: id)) != nil
    }

    /// Whether the peer has begun a header block and not ended it: its user gives it a few seconds for that.
    public var isInHeaderBlock: Bool { watch.isInHeaderBlock }

    /// How many pings the peer has sent: a server may ask for patience.
    public var pings: Int { watch.pings }

    /// Whether the connection ends because of what the peer did.
    public var isCut: Bool { failure != nil }

    /// How many open streams a client has reset.
    public var resetsReceived: Int { watch.resetsSeen }

    /// Bytes of bodies that were given to be sent and are in no frame yet.
    @exclusivity(unchecked) public internal(set) var queuedBytes = 0

    /// Bytes of bodies that frames have taken. Compared with an earlier value it says whether the peer takes any.
    @exclusivity(unchecked) public private(set) var takenBytes: UInt64 = 0

    /// Frames that are queued and wait for their turn.
    public var queuedFrames: Int { nghttp2_session_get_outbound_queue_size(session) }

    /// Ends the connection once what is queued for it is drained; what the peer sends is not looked at any more.
    public func terminate(_ code: ErrorCode) {
        guard !isTerminated else { return }
        isTerminated = true
        nghttp2_session_terminate_session(session, code.rawValue)
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

    /// Whether events are waiting to be taken.
    public var hasEvents: Bool { !events.isEmpty }

    /// Appends bytes for the peer to `out` until that has `limit` bytes or there are no more.
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
            // When it is cut, there is a GOAWAY behind the last frame.
            if count == 0 { if isCut { continue } else { return } }
            guard count > 0 else { throw HTTP2Error(library: count, "no HTTP/2 frame can be made") }
            out.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
    }

    /// Whether the connection has nothing more to say or to hear.
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

    /// A slot whose request could not be made.
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

    /// A field of the header block. The answer is whether to go on: what is a little too large is refused and read to its
    /// end, so that the table of both sides stays the same; what unpacks to many times that ends the connection.
    func header(
        _ name: UnsafePointer<UInt8>?, _ nameLength: Int, _ value: UnsafePointer<UInt8>?, _ valueLength: Int
    ) -> Bool {
        blockFields += 1
        blockListBytes += nameLength + valueLength + 32
        guard blockListBytes <= max(64 << 10, 4 * Int(options.maxHeaderListBytes)) else {
            fail(HTTP2Error(code: .enhanceYourCalm, message: "a header block unpacks to far more than is allowed"))
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
        giveBack(state)
    }

    /// A request that could not be sent: its stream never came to be.
    func notSent(_ id: Int32) {
        guard let state = streams.first(where: { $0.id == id }) else { return }
        finish(state, .refusedStream)
    }

    /// A reset was sent, by this side's user or by the library.
    func sentReset(_ id: Int32, _ code: UInt32) {
        // A client's resets are its own choice.
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
