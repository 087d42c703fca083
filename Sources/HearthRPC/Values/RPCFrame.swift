/// One message in gRPC's length-prefixed form: a compressed flag (0), the length in four bytes, the message.
///
/// A frame is encoded once and may be sent on any number of streams; they share its bytes.
public struct RPCFrame: Sendable {
    /// The number of bytes before the message.
    public static let prefixLength = 5

    /// Prefix and message.
    public let bytes: [UInt8]

    /// Whether the message was received compressed. Its bytes here never are.
    public private(set) var wasCompressed = false

    /// Whether a call that compresses may compress this message. Set it to false for secrets beside text that a peer
    /// can choose: the compressed size would leak them.
    public var mayCompress = true

    /// Creates a frame from a message that was written after ``prefixLength`` free bytes. Shorter input is an empty
    /// message.
    @inlinable
    public init(reserved bytes: [UInt8]) {
        self.init(reserved: bytes, flag: 0)
    }

    @usableFromInline
    init(filled bytes: [UInt8]) { self.bytes = bytes }

    @inlinable
    init(reserved bytes: [UInt8], flag: UInt8) {
        var bytes = bytes
        while bytes.count < Self.prefixLength { bytes.append(0) }
        let length = UInt32(truncatingIfNeeded: bytes.count &- Self.prefixLength)
        bytes[0] = flag
        bytes[1] = UInt8(truncatingIfNeeded: length >> 24)
        bytes[2] = UInt8(truncatingIfNeeded: length >> 16)
        bytes[3] = UInt8(truncatingIfNeeded: length >> 8)
        bytes[4] = UInt8(truncatingIfNeeded: length)
        self.init(filled: bytes)
    }

    /// Creates a frame from a message's bytes, which are copied.
    public init(message: some Collection<UInt8>) {
        var bytes = [UInt8](repeating: 0, count: Self.prefixLength)
        bytes.reserveCapacity(Self.prefixLength + message.count)
        bytes.append(contentsOf: message)
        self.init(reserved: bytes)
    }

    /// The length of the message in bytes.
    @inlinable public var messageLength: Int { bytes.count - Self.prefixLength }

    /// The message's bytes without the prefix.
    public var message: ArraySlice<UInt8> { bytes.dropFirst(Self.prefixLength) }

    /// Calls `body` with the message's bytes, without a copy.
    @inlinable
    public func withMessage<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        try body(bytes.span.bytes.extracting(droppingFirst: Self.prefixLength))
    }
}

/// Frames of compressed messages exist between a transport and the call layer only, never outside.
extension RPCFrame {
    /// Creates a frame from a compressed message that was written after ``prefixLength`` free bytes.
    package init(compressed bytes: [UInt8]) {
        self.init(reserved: bytes, flag: 1)
    }

    /// Creates a frame from a message that was received compressed and inflated after ``prefixLength`` free bytes.
    package init(inflated bytes: [UInt8]) {
        self.init(reserved: bytes)
        wasCompressed = true
    }

    /// Whether the bytes are compressed.
    package var isCompressed: Bool { bytes.first == 1 }
}

/// Frames are equal if their messages are; how one was received or is to be sent does not count.
extension RPCFrame: Hashable {
    public static func == (left: RPCFrame, right: RPCFrame) -> Bool { left.bytes == right.bytes }
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension RPCFrame: RPCMessage {
    @inlinable
    public init(serialized bytes: RawSpan) {
        var copy = [UInt8](repeating: 0, count: Self.prefixLength)
        copy.reserveCapacity(Self.prefixLength + bytes.byteCount)
        for index in bytes.byteOffsets { copy.append(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)) }
        self.init(reserved: copy)
    }

    @inlinable
    public func serialized(reserving prefix: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: max(prefix, 0)) + message
    }

    @inlinable public init(frame: RPCFrame) { self = frame }
    @inlinable public var frame: RPCFrame { self }
}
