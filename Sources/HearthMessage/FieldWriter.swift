internal import CHearthMessage
internal import CProtobufC

/// One message in memory, as libprotobuf-c will write it. Good only inside the call that handed it out.
///
/// Setters put a value into place and say that it is present; offsets are the layout's.
public struct FieldWriter {
    @usableFromInline let base: UnsafeMutableRawPointer
    @usableFromInline let arena: OpaquePointer
    /// At least as many bytes as the message will have, so that packing needs no pass for the size.
    @usableFromInline var bound: Int

    @usableFromInline
    init(_ base: UnsafeMutableRawPointer, _ arena: OpaquePointer) {
        self.base = base
        self.arena = arena
        bound = 0
    }

    /// The most that a tag and a number take.
    @usableFromInline static var scalarBound: Int { 15 }

    @inlinable
    mutating func setPresent(_ has: Int) {
        base.storeBytes(of: 1, toByteOffset: has, as: Int32.self)
        bound &+= Self.scalarBound
    }

    @inlinable
    public mutating func setBool(_ value: Bool, at offset: Int, has: Int) {
        base.storeBytes(of: value ? 1 : 0, toByteOffset: offset, as: Int32.self)
        setPresent(has)
    }

    @inlinable
    public mutating func setInt32(_ value: Int32, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
        setPresent(has)
    }

    @inlinable
    public mutating func setUInt32(_ value: UInt32, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
        setPresent(has)
    }

    @inlinable
    public mutating func setInt64(_ value: Int64, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: Int64.self)
        setPresent(has)
    }

    @inlinable
    public mutating func setUInt64(_ value: UInt64, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: UInt64.self)
        setPresent(has)
    }

    @inlinable
    public mutating func setFloat(_ value: Float, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: Float.self)
        setPresent(has)
    }

    @inlinable
    public mutating func setDouble(_ value: Double, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: Double.self)
        setPresent(has)
    }

    public mutating func setString(_ value: String, at offset: Int, has: Int) {
        var value = value
        value.withUTF8 { storeBinary(UnsafeRawBufferPointer($0), at: base + offset) }
        setPresent(has)
    }

    public mutating func setBytes(_ value: [UInt8], at offset: Int, has: Int) {
        value.withUnsafeBytes { storeBinary($0, at: base + offset) }
        setPresent(has)
    }

    @inlinable
    public mutating func setMessage(_ message: some Message, at offset: Int) {
        setMessage(type(of: message).layout, at: offset) { message.writeAll(to: &$0) }
    }

    /// Sets a message field, for code that works by descriptors.
    @inlinable
    public mutating func setMessage(_ layout: MessageLayout, at offset: Int, _ body: (inout FieldWriter) -> Void) {
        guard var inner = begin(layout) else { return }
        body(&inner)
        base.storeBytes(of: UnsafeRawPointer(inner.base), toByteOffset: offset, as: UnsafeRawPointer?.self)
        bound &+= inner.bound &+ Self.scalarBound
    }

    @inlinable
    public mutating func setMessages<M: Message>(_ messages: [M], at offset: Int) {
        setMessages(M.layout, count: messages.count, at: offset) { index, inner in messages[index].writeAll(to: &inner) }
    }

    /// Sets a repeated message field, for code that works by descriptors.
    @inlinable
    public mutating func setMessages(
        _ layout: MessageLayout, count: Int, at offset: Int, _ body: (Int, inout FieldWriter) -> Void
    ) {
        guard count > 0, let list = allocate(count &* 8) else { return }
        for index in 0..<count {
            guard var inner = begin(layout) else { return }
            body(index, &inner)
            list.storeBytes(of: UnsafeRawPointer(inner.base), toByteOffset: index &* 8, as: UnsafeRawPointer?.self)
            bound &+= inner.bound &+ Self.scalarBound
        }
        setList(list, count, at: offset)
    }

    @inlinable public mutating func setRepeatedBool(_ values: [Bool], at offset: Int) {
        setRepeatedInt32(values.map { $0 ? 1 : 0 }, at: offset)
    }
    @inlinable public mutating func setRepeatedInt32(_ values: [Int32], at offset: Int) { setNumbers(values, at: offset) }
    @inlinable public mutating func setRepeatedUInt32(_ values: [UInt32], at offset: Int) { setNumbers(values, at: offset) }
    @inlinable public mutating func setRepeatedInt64(_ values: [Int64], at offset: Int) { setNumbers(values, at: offset) }
    @inlinable public mutating func setRepeatedUInt64(_ values: [UInt64], at offset: Int) { setNumbers(values, at: offset) }
    @inlinable public mutating func setRepeatedFloat(_ values: [Float], at offset: Int) { setNumbers(values, at: offset) }
    @inlinable public mutating func setRepeatedDouble(_ values: [Double], at offset: Int) { setNumbers(values, at: offset) }

    public mutating func setRepeatedString(_ values: [String], at offset: Int) {
        guard !values.isEmpty, let list = allocate(values.count &* 16) else { return }
        for (index, value) in values.enumerated() {
            var value = value
            value.withUTF8 { storeBinary(UnsafeRawBufferPointer($0), at: list + index &* 16) }
            bound &+= Self.scalarBound
        }
        setList(list, values.count, at: offset)
    }

    public mutating func setRepeatedBytes(_ values: [[UInt8]], at offset: Int) {
        guard !values.isEmpty, let list = allocate(values.count &* 16) else { return }
        for (index, value) in values.enumerated() {
            value.withUnsafeBytes { storeBinary($0, at: list + index &* 16) }
            bound &+= Self.scalarBound
        }
        setList(list, values.count, at: offset)
    }

    /// Says which field of a oneof is set.
    @inlinable
    public mutating func setOneofCase(_ number: UInt32, at offset: Int) {
        base.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
    }

    /// Writes fields that the schema does not know behind the known ones.
    public mutating func setUnknownFields(_ unknown: UnknownFields) {
        var tag: UInt64 = 0
        var shift: UInt64 = 0
        var length = 0
        for byte in unknown.encoded.prefix(5) {
            tag |= UInt64(byte & 0x7F) << shift
            shift += 7
            length += 1
            if byte & 0x80 == 0 { break }
        }
        let rest = unknown.encoded.dropFirst(length)
        guard let number = UInt32(exactly: tag >> 3), let record = allocate(MemoryLayout<ProtobufCMessageUnknownField>.stride),
            let data = allocate(max(rest.count, 1))
        else { return }
        // One record suffices: libprotobuf-c writes its tag and then its data, which may hold further fields.
        data.copyMemory(from: Array(rest), byteCount: rest.count)
        record.storeBytes(
            of: ProtobufCMessageUnknownField(
                tag: number, wire_type: ProtobufCWireType(rawValue: UInt32(tag & 7)), len: rest.count,
                data: data.assumingMemoryBound(to: UInt8.self)),
            as: ProtobufCMessageUnknownField.self)
        base.storeBytes(of: 1, toByteOffset: 8, as: UInt32.self)
        base.storeBytes(of: UnsafeRawPointer(record), toByteOffset: 16, as: UnsafeRawPointer?.self)
        bound &+= unknown.encoded.count &+ Self.scalarBound
    }

    @inlinable
    mutating func setNumbers<T>(_ values: [T], at offset: Int) {
        let size = MemoryLayout<T>.stride
        guard !values.isEmpty, let list = allocate(values.count &* size) else { return }
        values.withUnsafeBytes { list.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(list), byteCount: $0.count) }
        setList(list, values.count, at: offset)
        bound &+= values.count &* 10 &+ Self.scalarBound
    }

    @inlinable
    func setList(_ list: UnsafeMutableRawPointer, _ count: Int, at offset: Int) {
        base.storeBytes(of: count, toByteOffset: offset, as: Int.self)
        base.storeBytes(of: UnsafeRawPointer(list), toByteOffset: offset + 8, as: UnsafeRawPointer?.self)
    }

    private mutating func storeBinary(_ bytes: UnsafeRawBufferPointer, at place: UnsafeMutableRawPointer) {
        var data: UnsafeMutableRawPointer?
        if let start = bytes.baseAddress, !bytes.isEmpty {
            data = allocate(bytes.count)
            data?.copyMemory(from: start, byteCount: bytes.count)
        }
        place.storeBytes(of: data == nil ? 0 : bytes.count, as: Int.self)
        place.storeBytes(of: data, toByteOffset: 8, as: UnsafeMutableRawPointer?.self)
        bound &+= bytes.count
    }

    @usableFromInline
    func allocate(_ size: Int) -> UnsafeMutableRawPointer? { hm_arena_alloc(arena, size) }

    @usableFromInline
    func begin(_ layout: MessageLayout) -> FieldWriter? {
        guard let descriptor = layout.ready, let memory = allocate(layout.size) else { return nil }
        memory.storeBytes(of: descriptor, as: UnsafePointer<ProtobufCMessageDescriptor>.self)
        return FieldWriter(memory, arena)
    }
}
