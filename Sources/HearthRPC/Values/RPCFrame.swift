/// One message in gRPC's length-prefixed form: a compressed flag (0), the length in four bytes, the message.
///
/// Encoded once, a frame may be sent on any number of streams; its bytes are shared until they reach a socket.
public struct RPCFrame: Hashable, Sendable {
    /// How many bytes stand before the message.
    public static let prefixLength = 5

    /// Prefix and message.
    public let bytes: [UInt8]

    /// Makes a frame of a message that was written behind ``prefixLength`` free bytes. Shorter input is an empty
    /// message.
    @inlinable
    public init(reserved bytes: [UInt8]) {
        var bytes = bytes
        while bytes.count < Self.prefixLength { bytes.append(0) }
        let length = UInt32(truncatingIfNeeded: bytes.count &- Self.prefixLength)
        bytes[0] = 0
        bytes[1] = UInt8(truncatingIfNeeded: length >> 24)
        bytes[2] = UInt8(truncatingIfNeeded: length >> 16)
        bytes[3] = UInt8(truncatingIfNeeded: length >> 8)
        bytes[4] = UInt8(truncatingIfNeeded: length)
        self.bytes = bytes
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
