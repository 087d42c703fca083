internal import CHearthMessage
internal import CProtobufC

/// How much a decode may take.
public struct DecodeLimits: Sendable {
    /// Memory for one message, as a multiple of its bytes, plus 64 KiB. A small message can stand for much: about 55
    /// times its bytes in the worst case.
    public var expansion = 64
    /// Memory for one message at most.
    public var bytes = 256 << 20
    /// Messages within messages.
    public var depth: UInt32 = 64

    public init() {}

    public static let `default` = DecodeLimits()
}

extension MessageLayout {
    /// Reads a message and hands its fields to `body`.
    ///
    /// - Throws: ``MessageError``, or what `body` throws.
    @inlinable
    public func decode<R>(
        _ bytes: RawSpan, limits: DecodeLimits = .default, _ body: (FieldReader) throws -> R
    ) throws -> R {
        try bytes.withUnsafeBytes { buffer in
            let arena = try beginDecode(buffer, limits)
            defer { endArena(arena) }
            let failure = DecodeFailure()
            let result = try body(FieldReader(try unpack(buffer, arena), failure))
            if let error = failure.error { throw error }
            return result
        }
    }

    /// The bytes of a message whose fields `body` sets, behind `prefix` free ones, which are zero.
    @inlinable
    public func encode(reserving prefix: Int = 0, _ body: (inout FieldWriter) -> Void) -> [UInt8] {
        guard let arena = beginEncode(), var fields = FieldWriter.root(self, arena) else { return [] }
        defer { endArena(arena) }
        body(&fields)
        let prefix = max(prefix, 0)
        return [UInt8](unsafeUninitializedCapacity: prefix + fields.bound) { buffer, count in
            for index in 0..<prefix { buffer[index] = 0 }
            count = prefix + pack(fields, buffer, prefix)
        }
    }

    @usableFromInline
    func beginDecode(_ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits) throws -> OpaquePointer {
        guard let descriptor = ready else { throw MessageError(.tooLarge, "there is no memory to read \(name)") }
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        if containsItself, !hm_depth_is_within(descriptor, start, bytes.count, limits.depth) {
            throw MessageError(.tooDeep, "\(name) is nested deeper than \(limits.depth) messages")
        }
        let (expanded, overflow) = bytes.count.multipliedReportingOverflow(by: limits.expansion)
        let budget = min(overflow ? limits.bytes : expanded &+ 64 * 1024, limits.bytes)
        guard let arena = hm_arena_begin(max(budget, 0)) else {
            throw MessageError(.tooLarge, "there is no memory to read \(name)")
        }
        return arena
    }

    @usableFromInline
    func unpack(_ bytes: UnsafeRawBufferPointer, _ arena: OpaquePointer) throws -> UnsafeRawPointer {
        var none: UInt8 = 0
        let message = withUnsafePointer(to: &none) { none in
            hm_unpack(ready, arena, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? none, bytes.count)
        }
        guard let message else {
            throw hm_arena_is_spent(arena)
                ? MessageError(.tooLarge, "reading \(name) from \(bytes.count) bytes would take too much memory")
                : MessageError(.malformed, "\(bytes.count) bytes are not a \(name)")
        }
        return UnsafeRawPointer(message)
    }

    @usableFromInline
    func beginEncode() -> OpaquePointer? { hm_arena_begin(.max) }

    @usableFromInline
    func endArena(_ arena: OpaquePointer) { hm_arena_end(arena) }

    @usableFromInline
    func pack(_ fields: FieldWriter, _ buffer: UnsafeMutableBufferPointer<UInt8>, _ prefix: Int) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        return protobuf_c_message_pack(fields.base.assumingMemoryBound(to: ProtobufCMessage.self), start + prefix)
    }
}

extension FieldWriter {
    @usableFromInline
    static func root(_ layout: MessageLayout, _ arena: OpaquePointer) -> FieldWriter? {
        guard let descriptor = layout.ready, let memory = hm_arena_alloc(arena, layout.size) else { return nil }
        memory.storeBytes(of: descriptor, as: UnsafePointer<ProtobufCMessageDescriptor>.self)
        return FieldWriter(memory, arena)
    }
}
