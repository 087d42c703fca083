/// Checks the frames in a peer's bytes before nghttp2 sees them, for attacks and errors that nghttp2 permits: floods of
/// useless frames, header blocks without end, impossible stream ids, and frames on streams that are closed or depend on
/// themselves.
struct FrameWatch {
    /// Why the connection must end, and the number of bytes before the offending frame.
    struct Violation {
        let offset: Int
        let error: HTTP2Error
    }

    private let role: HTTP2Session.Role
    private let maxContinuations: Int
    private var glitches: RateBudget
    private var resets: RateBudget

    // A frame's header: its first 8 bytes as far as received, then the payload left.
    private var partial: UInt64 = 0
    private var partialCount = 0
    private var prefaceLeft: Int
    private var payloadLeft = 0

    /// Whether the current header block continues after the current payload.
    private var headersGoOn = false
    private var isHeaderPayload = false
    private var continuations = 0

    /// The dependency of a HEADERS or PRIORITY frame's stream, as far as received.
    private var dependency = Dependency()

    /// The highest id of a stream that the client opened.
    private var highest: UInt32 = 0
    /// Ids below the highest that the client never opened; only the latest, since clients have no reason to skip ids.
    private var skipped: [ClosedRange<UInt32>] = []
    private static let maxSkipped = 32
    /// Streams that the peer resets in the current bytes; the session does not know it yet.
    private var resetInHand: Set<UInt32> = []
    /// Streams that this side reset, the latest last: frames that the peer sent before it knew are not an error.
    private var localResets: [UInt32] = []
    private let maxLocalResets: Int

    /// The number of pings from the peer.
    private(set) var pings = 0
    /// The number of open streams that the peer reset.
    private(set) var resetsSeen = 0

    init(_ role: HTTP2Session.Role, _ options: HTTP2Session.Options) {
        self.role = role
        maxContinuations = options.maxContinuations
        // A peer can have no more frames in flight than for its permitted streams.
        maxLocalResets = 2 * Int(options.maxConcurrentStreams)
        glitches = RateBudget(options.glitches)
        resets = RateBudget(options.peerResets)
        prefaceLeft = role == .server ? 24 : 0
    }

    /// Whether the peer has begun a header block and not ended it.
    var isInHeaderBlock: Bool { headersGoOn || isHeaderPayload }

    /// A DATA frame was sent: the peer may answer it with window updates and pings.
    mutating func sentData() { glitches.give(10) }

    /// This side reset a stream.
    mutating func resetLocally(_ stream: UInt32) {
        if localResets.count >= maxLocalResets { localResets.removeFirst((localResets.count + 1) / 2) }
        localResets.append(stream)
    }

    /// The peer's side of a stream has ended: no more frames of it can be in flight.
    private mutating func peerEnded(_ stream: UInt32) {
        if let index = localResets.lastIndex(of: stream) { localResets.remove(at: index) }
    }

    /// Checks bytes of the peer.
    /// - Parameters:
    ///   - isOver: whether to skip checks of stream states, because the connection is about to end.
    ///   - isOpen: whether a stream was open before these bytes.
    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at now: () -> ContinuousClock.Instant, isOver: Bool,
        isOpen: (UInt32) -> Bool
    ) -> Violation? {
        if !resetInHand.isEmpty { resetInHand.removeAll(keepingCapacity: resetInHand.capacity <= 256) }
        var (position, start) = (0, 0)
        if prefaceLeft > 0 {
            position = min(prefaceLeft, bytes.count)
            prefaceLeft -= position
        }
        // The session does not know the streams that these bytes open until it has parsed them.
        let known = highest
        while position < bytes.count {
            if payloadLeft > 0 {
                let count = min(payloadLeft, bytes.count - position)
                if dependency.isIncomplete {
                    dependency.take(UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)]))
                    if let error = dependency.error { return Violation(offset: max(0, start), error: error) }
                }
                payloadLeft -= count
                position += count
                if payloadLeft == 0 { isHeaderPayload = false }
                continue
            }
            start = position - partialCount
            if partialCount == 0, bytes.count - position >= 9 {
                partial = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                partialCount = 8
                position += 8
            }
            let byte = bytes[position]
            position += 1
            if partialCount < 8 {
                partial = partial << 8 | UInt64(byte)
                partialCount += 1
                continue
            }
            let frame = Frame(partial, byte)
            partial = 0
            partialCount = 0
            payloadLeft = frame.length
            if let error = judge(frame, known, at: now, isOver: isOver, isOpen) {
                return Violation(offset: max(0, start), error: error)
            }
        }
        return nil
    }

    private struct Frame {
        let length: Int
        let type: UInt8
        let flags: UInt8
        let stream: UInt32

        init(_ first: UInt64, _ last: UInt8) {
            length = Int(first >> 40)
            type = UInt8(truncatingIfNeeded: first >> 32)
            flags = UInt8(truncatingIfNeeded: first >> 24)
            stream = (UInt32(truncatingIfNeeded: first) << 8 | UInt32(last)) & 0x7FFF_FFFF
        }

        func has(_ flag: UInt8) -> Bool { flags & flag != 0 }
    }

    /// The stream that a frame's stream depends on (RFC 9113, sections 5.3.2, 6.2 and 6.3). Priorities are ignored,
    /// also by nghttp2.
    private struct Dependency {
        private var stream: UInt32 = 0
        /// Bytes still to come before the field, and of the field.
        private var skip = 0
        private var left = 0
        private var value: UInt32 = 0

        init() {}

        init(of frame: Frame) {
            let isHeaders = frame.type == 1 && frame.has(0x20)
            guard isHeaders || frame.type == 2 else { return }
            skip = isHeaders && frame.has(8) ? 1 : 0
            stream = frame.stream
            left = 4
        }

        var isIncomplete: Bool { left > 0 }

        mutating func take(_ payload: UnsafeRawBufferPointer) {
            let skipped = min(skip, payload.count)
            skip -= skipped
            for byte in payload.dropFirst(skipped).prefix(left) {
                value = value << 8 | UInt32(byte)
                left -= 1
            }
        }

        /// Why the connection must end; only valid once the field is complete.
        var error: HTTP2Error? {
            guard stream != 0, left == 0, value & 0x7FFF_FFFF == stream else { return nil }
            return HTTP2Error(code: .protocolError, message: "the peer makes stream \(stream) depend on itself")
        }
    }

    private mutating func judge(
        _ frame: Frame, _ known: UInt32, at now: () -> ContinuousClock.Instant, isOver: Bool,
        _ isOpen: (UInt32) -> Bool
    ) -> HTTP2Error? {
        dependency = Dependency(of: frame)
        switch frame.type {
        case 0:
            if frame.length == 0, !frame.has(1), let error = glitch(1, at: now) { return error }
            return isOver ? nil : closedStream(frame, known, isOpen)
        case 1:
            headersGoOn = !frame.has(4)
            isHeaderPayload = frame.length > 0
            continuations = 0
            return isOver ? nil : opens(frame, known, isOpen)
        case 2:
            guard frame.stream == 0 else { return glitch(1, at: now) }
            return HTTP2Error(code: .protocolError, message: "the peer sent PRIORITY on stream 0")
        case 3:
            // A server may reset streams that it has answered.
            guard role == .server else { return nil }
            // So may a client whose call was answered before its request was complete.
            resetInHand.insert(frame.stream)
            peerEnded(frame.stream)
            if frame.stream <= known, !isOpen(frame.stream) { return glitch(1, at: now) }
            resetsSeen &+= 1
            guard !resets.take(at: now) else { return nil }
            return HTTP2Error(code: .enhanceYourCalm, message: "the peer resets streams too often")
        case 4, 6:
            // An acknowledgement of our frame costs nothing.
            if frame.has(1) { return nil }
            if frame.type == 6 { pings &+= 1 }
            return glitch(10, at: now)
        case 5: return nil
        case 7: return glitch(10, at: now)
        case 9:
            continuations += 1
            headersGoOn = !frame.has(4)
            isHeaderPayload = frame.length > 0
            guard continuations > maxContinuations else { return nil }
            return HTTP2Error(
                code: .enhanceYourCalm, message: "a header block has more than \(maxContinuations) CONTINUATION frames"
            )
        default: return glitch(1, at: now)
        }
    }

    private mutating func glitch(_ cost: Int, at now: () -> ContinuousClock.Instant) -> HTTP2Error? {
        guard !glitches.take(cost, at: now) else { return nil }
        return HTTP2Error(code: .enhanceYourCalm, message: "the peer sends too many useless frames")
    }

    /// HEADERS open a stream, or end an open one; a client's ids only rise (RFC 9113, section 5.1.1).
    private mutating func opens(_ frame: Frame, _ known: UInt32, _ isOpen: (UInt32) -> Bool) -> HTTP2Error? {
        guard role == .server, frame.stream & 1 == 1 else { return nil }
        guard frame.stream > highest else { return closedStream(frame, known, isOpen) }
        let next = highest == 0 ? 1 : highest &+ 2
        if frame.stream > next {
            if skipped.count >= Self.maxSkipped { skipped.removeFirst() }
            skipped.append(next...(frame.stream &- 2))
        }
        highest = frame.stream
        return nil
    }

    /// Checks a frame on a closed stream. Frames in flight when this side reset it are ignored, up to the peer's end of
    /// the stream; any other is a connection error (RFC 9113, section 5.1).
    private mutating func closedStream(_ frame: Frame, _ known: UInt32, _ isOpen: (UInt32) -> Bool) -> HTTP2Error? {
        guard role == .server, frame.stream & 1 == 1, frame.stream <= highest else { return nil }
        if skipped.contains(where: { $0.contains(frame.stream) }) {
            return HTTP2Error(
                code: .protocolError, message: "stream \(frame.stream) was skipped and cannot be opened any more")
        }
        if frame.stream <= known, !isOpen(frame.stream), localResets.contains(frame.stream) {
            if frame.has(1) { peerEnded(frame.stream) }
            return nil
        }
        guard resetInHand.contains(frame.stream) || frame.stream <= known && !isOpen(frame.stream) else { return nil }
        return HTTP2Error(code: .streamClosed, message: "the peer sent a frame on the closed stream \(frame.stream)")
    }
}
