internal import CHearthMessage
internal import CProtobufC
internal import HearthBase

extension FieldWriter {
    /// An empty message in a new arena, which ``finish(reserving:)`` releases.
    @usableFromInline
    static func root(_ layout: MessageLayout) -> FieldWriter {
        let root = hm_root_new(layout.ready)
        return FieldWriter(UnsafeMutableRawPointer(root.message), UnsafeMutableRawPointer(root.arena))
    }

    /// An empty message in an existing arena.
    @usableFromInline
    static func empty(_ layout: MessageLayout, _ arena: UnsafeMutableRawPointer) -> FieldWriter {
        let message = hm_message_new(arena.assumingMemoryBound(to: hm_arena.self), layout.ready)
        return FieldWriter(UnsafeMutableRawPointer(message), arena)
    }

    /// The message's bytes after `prefix` free ones. Releases the memory and consumes the writer.
    ///
    /// Packing into the arena and copying creates an array of the exact size, and is faster than packing into an array
    /// of the reserved size.
    @usableFromInline
    func finish(reserving prefix: Int) -> [UInt8] {
        let prefix = max(prefix, 0)
        let start = allocate(prefix &+ bound &+ Int(HM_PACK_ROOM))
        if prefix > 0 { start.initializeMemory(as: UInt8.self, repeating: 0, count: prefix) }
        let end = hm_pack(
            base.assumingMemoryBound(to: ProtobufCMessage.self), start.assumingMemoryBound(to: UInt8.self) + prefix)
        let bytes = [UInt8](
            UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(end) - UnsafeRawPointer(start)))
        hm_arena_end(arena.assumingMemoryBound(to: hm_arena.self))
        return bytes
    }

    func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        hm_arena_take(arena.assumingMemoryBound(to: hm_arena.self), size)
    }

    @usableFromInline
    mutating func storeText(_ text: String, at offset: Int) { storeText(text, at: base + offset) }

    @usableFromInline
    mutating func storeOctets(_ octets: [UInt8], at offset: Int) {
        octets.withUnsafeBytes { storeBinary($0, at: base + offset) }
    }

    mutating func storeText(_ text: String, at place: UnsafeMutableRawPointer) {
        let isStored: Void? = text.utf8.withContiguousStorageIfAvailable {
            storeBinary(UnsafeRawBufferPointer($0), at: place)
        }
        guard isStored == nil else { return }
        var text = text  // a bridged string of Foundation, which is copied first
        text.withUTF8 { storeBinary(UnsafeRawBufferPointer($0), at: place) }
    }

    @inline(__always)
    mutating func storeBinary(_ bytes: UnsafeRawBufferPointer, at place: UnsafeMutableRawPointer) {
        let copy = hm_arena_copy(
            arena.assumingMemoryBound(to: hm_arena.self), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            bytes.count)
        place.storeBytes(
            of: ProtobufCBinaryData(len: bytes.count, data: copy),
            as: ProtobufCBinaryData.self)
        bound &+= bytes.count
    }

    /// Stores all of them as one record: libprotobuf-c writes its tag and then its data, which may contain further
    /// fields.
    @usableFromInline
    mutating func storeUnknownFields(_ unknown: UnknownFields) {
        let encoded = unknown.encoded
        var position = 0
        let tag = (try? encoded.span.bytes.varint(at: &position, upTo: encoded.count)) ?? 0
        let count = encoded.count - position
        let data = allocate(count)
        encoded[position...].withUnsafeBytes {
            UnsafeMutableRawBufferPointer(start: data, count: count).copyMemory(from: $0)
        }
        let record = allocate(MemoryLayout<ProtobufCMessageUnknownField>.stride)
        record.storeBytes(
            of: ProtobufCMessageUnknownField(
                tag: UInt32(truncatingIfNeeded: tag >> 3), wire_type: ProtobufCWireType(rawValue: UInt32(tag & 7)),
                len: count, data: data.assumingMemoryBound(to: UInt8.self)),
            as: ProtobufCMessageUnknownField.self)
        base.storeBytes(of: 1, toByteOffset: 8, as: UInt32.self)
        base.storeBytes(of: record, toByteOffset: 16, as: UnsafeMutableRawPointer.self)
        bound &+= unknown.encoded.count &+ 5
    }
}
