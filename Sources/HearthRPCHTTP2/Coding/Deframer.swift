internal import HearthEventLoop
internal import HearthRPC

/// Splits a body into length-prefixed messages, or takes it as one message. Memory grows with the bytes received, never
/// with the length that a prefix announces. Compressed messages stay compressed: see ``Gzip``.
struct Deframer {
    /// The result of reading the next bytes.
    enum Step {
        case frame(RPCFrame)
        /// All bytes are consumed.
        case needsMore
        case failure(RPCError)
    }

    /// The largest message, in bytes.
    var limit: Int
    /// The beginning of a message, with its prefix.
    private var partial: [UInt8] = []
    /// The compression of messages that have the flag: `grpc-encoding` in the headers.
    var encoding = MessageEncoding.identity
    /// Whether the body is one message, without a prefix.
    var isBare = false

    init(limit: Int) { self.limit = limit }

    /// Whether a message is incomplete.
    var isInMessage: Bool { !isBare && !partial.isEmpty }
    /// The number of its bytes received so far.
    var partialBytes: Int { partial.count }

    mutating func reset() {
        if !partial.isEmpty { partial = [] }
        encoding = .identity
        isBare = false
    }

    /// The whole body as one message; call it at the end of the body.
    mutating func takeWhole() -> RPCFrame {
        defer { partial = [] }
        // An empty body is never compressed, whatever the headers say.
        return encoding.isGzip && !partial.isEmpty ? RPCFrame(compressed: partial) : RPCFrame(reserved: partial)
    }

    /// Reads bytes from `position`, and advances it.
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
