internal import CHearthMessage
internal import CProtobufC
internal import HearthBase

/// One message unpacked into an arena, from ``begin(_:_:_:)`` to ``finish()`` or ``abandon()`` in the same call on the
/// same thread.
@usableFromInline
struct Decoding {
    @usableFromInline let fields: FieldReader

    @usableFromInline
    static func begin(
        _ layout: MessageLayout, _ bytes: RawSpan, _ limits: DecodeLimits
    ) throws(MessageError) -> Decoding {
        try bytes.withUnsafeBytes { (buffer) throws(MessageError) in
            if let fields = read(layout, buffer, limits) { return Decoding(fields: fields) }
            return Decoding(fields: try unpack(layout, buffer, limits))
        }
    }

    /// Reads a written message with another layout; see ``MessageLayout/read(as:_:_:)``. Consumes the writer.
    @usableFromInline
    static func begin(
        _ written: FieldWriter, of layout: MessageLayout, as other: MessageLayout
    ) throws(MessageError) -> Decoding {
        if layout.table.shape === other.table.shape { return Decoding(written: written) }
        return try begin(other, written.finish(reserving: 0).span.bytes, DecodeLimits())
    }

    /// Reads a written message in place.
    @usableFromInline
    init(written: FieldWriter) {
        fields = FieldReader(UnsafeRawPointer(written.base), written.arena)
    }

    init(fields: FieldReader) {
        self.fields = fields
    }

    /// Releases the memory.
    ///
    /// - Throws: the error of a value that the reader refused.
    @usableFromInline
    func finish() throws(MessageError) {
        let arena = fields.arena.assumingMemoryBound(to: hm_arena.self)
        let error = arena.pointee.refused_in == nil ? nil : Self.refusal(arena)
        hm_arena_end(arena)
        if let error { throw error }
    }

    /// Releases the memory.
    @usableFromInline
    func abandon() { hm_arena_end(fields.arena.assumingMemoryBound(to: hm_arena.self)) }

    /// Decodes a common message in one pass; nil if libprotobuf-c must decode it.
    @inline(__always)
    static func read(
        _ layout: MessageLayout, _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
    ) -> FieldReader? {
        let arena = hm_arena_begin(limits.budget(for: bytes.count))
        let depth = layout.canNestForEver ? max(limits.depth, 0) : Int.max
        guard let message = hm_read(layout.ready, arena, bytes.octets, bytes.count, depth) else {
            hm_arena_end(arena)
            return nil
        }
        return FieldReader(UnsafeRawPointer(message), UnsafeMutableRawPointer(arena))
    }

    /// Decodes with libprotobuf-c, which decides whether the message is valid.
    static func unpack(
        _ layout: MessageLayout, _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
    ) throws(MessageError) -> FieldReader {
        if layout.canNestForEver, !isWithin(depth: limits.depth, bytes.bytes, 0..<bytes.count, layout.table) {
            throw MessageError(
                .tooDeep, "\(layout.name): messages are nested more than \(limits.depth) deep; nest fewer")
        }
        let budget = limits.budget(for: bytes.count)
        let arena = hm_arena_begin(budget)
        var message = hm_unpack(layout.ready, arena, bytes.octets, bytes.count)
        if arena.pointee.freed_message, let joined = PieceJoiner.joined(bytes.bytes, layout.table) {
            // libprotobuf-c merges the pieces of a message incorrectly: it loses empty texts, oneofs and unknown
            // fields.
            hm_arena_reset(arena, budget)
            message = joined.withUnsafeBytes { hm_unpack(layout.ready, arena, $0.octets, $0.count) }
        }
        guard let message else {
            let isSpent = arena.pointee.is_spent
            hm_arena_end(arena)
            throw isSpent ? tooLarge(layout, bytes.count, budget) : malformed(layout, bytes.count)
        }
        return FieldReader(UnsafeRawPointer(message), UnsafeMutableRawPointer(arena))
    }

    /// Whether messages are nested no deeper than `depth`; the outermost counts as one. Malformed bytes end the search,
    /// because libprotobuf-c refuses them.
    private static func isWithin(
        depth: Int, _ bytes: RawSpan, _ message: Range<Int>, _ layout: LayoutTable
    ) -> Bool {
        guard depth > 0 else { return false }
        var position = message.lowerBound
        while position < message.upperBound,
            let field = try? bytes.wireField(at: &position, upTo: message.upperBound, anyNumber: true)
        {
            guard field.wire == 2, let inner = layout.slot(field.number)?.inner else { continue }
            guard isWithin(depth: depth - 1, bytes, field.range, inner) else { return false }
        }
        return true
    }

    private static func tooLarge(_ layout: MessageLayout, _ count: Int, _ budget: Int) -> MessageError {
        MessageError(
            .tooLarge,
            "\(layout.name): reading \(count) bytes needs over \(budget) bytes of memory, the limit; send less at once"
        )
    }

    private static func malformed(_ layout: MessageLayout, _ count: Int) -> MessageError {
        MessageError(
            .malformed,
            "\(layout.name): \(count) bytes are not a valid message; they are truncated, or the sender's schema has "
                + "another type for a field")
    }

    private static func refusal(_ arena: UnsafeMutablePointer<hm_arena>) -> MessageError {
        guard let message = arena.pointee.refused_in?.assumingMemoryBound(to: ProtobufCMessage.self),
            let descriptor = message.pointee.descriptor
        else { return MessageError(.malformed, "?") }
        let name = String(cString: descriptor.pointee.name)
        if arena.pointee.refused_at == FieldReader.unknownFieldsOffset {
            return MessageError(.malformed, "\(name): a field's number is not from 1 to 536870911")
        }
        let field = String(cString: hm_field_name(message, arena.pointee.refused_at))
        return MessageError(.invalidUTF8, "\(name): the text \(field) is not UTF-8; the sender must encode it so")
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var octets: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
