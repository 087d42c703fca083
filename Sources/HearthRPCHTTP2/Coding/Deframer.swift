internal import HearthLoop
internal import HearthRPC

/// Cuts a body into length-prefixed messages, wherever it was split, or takes it for one message as a whole. Memory grows
/// with what has come, never with what a prefix announces. Messages that came compressed stay so: see ``Gzip``.
struct Deframer {
    /// What the next bytes gave.
    enum Step {
        case frame(RPCFrame)
        /// All bytes are used.
        case needsMore
        case failure(RPCError)
    }

    /// The largest message, in bytes.
    var limit: Int
    /// The beginning of a message, with its prefix.
    private var partial: [UInt8] = []
    /// What compressed messages are compressed by: `grpc-encoding` of the headers.
    var encoding = MessageEncoding.identity
    /// Whether the body is one message, without a prefix.
    var isBare = false

    init(limit: Int) { self.limit = limit }

    /// Whether a message has begun and not ended.
    var isInMessage: Bool { !isBare && !partial.isEmpty }
    /// The bytes of it that have come.
    var partialBytes: Int { partial.count }

    mutating func reset() {
        if !partial.isEmpty { partial = [] }
        encoding = .identity
        isBare = false
    }

    /// The body as one message, at its end.
    mutating func takeWhole() -> RPCFrame {
        defer { partial = [] }
        // Of nothing, nothing is compressed, whatever the head says.
        return encoding.isGzip && !partial.isEmpty ? RPCFrame(compressed: partial) : RPCFrame(reserved: partial)
    }

    /// Takes bytes from `position` on, and moves it.
    mutating func next(_ bytes: RawSpan, at position: inout Int) -> Step {
        if isBare { return addToWhole(bytes, at: &position) }
        if partial.isEmpty {
            let available = bytes.byteCount - position
            guard available > 0 else { return .needsMore }
            guard available >= RPCFrame.prefixLength else { return keep(bytes, &position, available) }
            let length = Self.length(bytes, at: position)
            if let failure = check(bytes.byte(position), length) { return .failure(failure) }
            let size = RPCFrame.prefixLength + length
            guard available >= size else { return keep(bytes, &position, available) }
            defer { position += size }
            let frame = [UInt8](copying: bytes.extracting(position..<(position + size)))
            return .frame(frame[0] == 0 ? RPCFrame(reserved: frame) : RPCFrame(compressed: frame))
        }
        if partial.count < RPCFrame.prefixLength {
            let missing = RPCFrame.prefixLength - partial.count
            let step = keep(bytes, &position, min(missing, bytes.byteCount - position))
            if partial.count < RPCFrame.prefixLength { return step }
        }
        let length = Self.length(partial.span.bytes, at: 0)
        if let failure = check(partial[0], length) { return .failure(failure) }
        let missing = RPCFrame.prefixLength + length - partial.count
        _ = keep(bytes, &position, min(missing, bytes.byteCount - position))
        guard partial.count == RPCFrame.prefixLength + length else { return .needsMore }
        defer { partial = [] }
        return .frame(partial[0] == 0 ? RPCFrame(reserved: partial) : RPCFrame(compressed: partial))
    }

    private mutating func addToWhole(_ bytes: RawSpan, at position: inout Int) -> Step {
        let count = bytes.byteCount - position
        guard count > 0 else { return .needsMore }
        if partial.isEmpty { partial = [UInt8](repeating: 0, count: RPCFrame.prefixLength) }
        let length = partial.count - RPCFrame.prefixLength + count
        guard length <= limit else { return .failure(RPCServer.tooLarge(length, limit: limit)) }
        return keep(bytes, &position, count)
    }

    private mutating func keep(_ bytes: RawSpan, _ position: inout Int, _ count: Int) -> Step {
        partial.append(copying: bytes.extracting(position..<(position + count)))
        position += count
        return .needsMore
    }

    private func check(_ flag: UInt8, _ length: Int) -> RPCError? {
        if flag > 1 { return RPCError(.internal, "a message begins with the unknown flag \(flag)") }
        if flag == 1, let failure = encoding.failure { return failure }
        return length > limit ? RPCServer.tooLarge(length, limit: limit) : nil
    }

    private static func length(_ bytes: RawSpan, at position: Int) -> Int {
        Int(bytes.byte(position + 1)) << 24 | Int(bytes.byte(position + 2)) << 16
            | Int(bytes.byte(position + 3)) << 8 | Int(bytes.byte(position + 4))
    }
}

extension RawSpan {
    /// One byte; the offset is checked.
    fileprivate func byte(_ offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
}
