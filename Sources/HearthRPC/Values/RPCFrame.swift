/// One message in gRPC's length-prefixed form: a compressed flag (0), the length in four bytes, the message.
///
/// Encoded once, a frame may be sent on any number of streams; its bytes are shared until they reach a socket.
public struct RPCFrame: Sendable {
    /// How many bytes stand before the message.
    public static let prefixLength = 5

    /// Prefix and message.
    public let bytes: [UInt8]

    /// Whether the message came compressed. It never is any more.
    public private(set) var wasCompressed = false

    /// Whether a call that compresses its messages is to compress this one. Not for secrets beside what a peer can
    /// choose: the size tells of them.
    public var mayCompress = true

    /// Makes a frame of a message that was written behind ``prefixLength`` free bytes. Shorter input is an empty
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

    /// Makes a frame of a message's bytes, which are copied.
    public init(message: some Collection<UInt8>) {
        var bytes = [UInt8](repeating: 0, count: Self.prefixLength)
        bytes.reserveCapacity(Self.prefixLength + message.count)
        bytes.append(contentsOf: message)
        self.init(reserved: bytes)
    }

    /// How many bytes the message has.
    @inlinable public var messageLength: Int { bytes.count - Self.prefixLength }

    /// The message's bytes without the prefix.
    public var message: ArraySlice<UInt8> { bytes.dropFirst(Self.prefixLength) }

    /// Calls `body` with the message's bytes, without a copy.
    @inlinable
    public func withMessage<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        try body(bytes.span.bytes.extracting(droppingFirst: Self.prefixLength))
    }
}

/// The frame of a compressed message lives between a transport's ends and the call layer, never outside.
extension RPCFrame {
    /// Makes a frame of a compressed message that was written behind ``prefixLength`` free bytes.
    package init(compressed bytes: [UInt8]) {
        self.init(reserved: bytes, flag: 1)
    }

    /// Makes a frame of a message that came compressed and was inflated behind ``prefixLength`` free bytes.
    package init(inflated bytes: [UInt8]) {
        self.init(reserved: bytes)
        wasCompressed = true
    }

    /// Whether the bytes are those of a compressed message.
    package var isCompressed: Bool { bytes.first == 1 }
}

/// Frames are equal by their messages: how one came, or is to go, is no part of it.
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
