/// The content of a call: a value that can be read from and written to bytes.
///
/// Generated messages conform. ``RPCFrame`` conforms too, for methods that are known only at run time and pass bytes
/// on.
public protocol RPCMessage: Sendable {
    /// Reads a message.
    /// - Throws: any error; its text reaches the caller (`INVALID_ARGUMENT`) or the client's user (`INTERNAL`).
    init(serialized bytes: RawSpan) throws

    /// The message's bytes after `prefix` free bytes, which the caller fills.
    func serialized(reserving prefix: Int) -> [UInt8]

    /// Reads a message from its frame. The default decodes the frame's message; ``RPCFrame`` keeps the frame.
    init(frame: RPCFrame) throws

    /// The message as one frame. The default encodes it; ``RPCFrame`` returns itself.
    var frame: RPCFrame { get }
}

// Not inlined: otherwise a module with many messages would contain both once for each.
extension RPCMessage {
    public init(frame: RPCFrame) throws {
        try self.init(serialized: frame.bytes.span.bytes.extracting(droppingFirst: RPCFrame.prefixLength))
    }

    public var frame: RPCFrame { RPCFrame(reserved: serialized(reserving: RPCFrame.prefixLength)) }
}
