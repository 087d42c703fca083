/// A message in memory, to be encoded by libprotobuf-c. Valid only within the call that passes it.
///
/// Setters store a value and mark it as present; `at` and `has` are offsets of the message's ``MessageLayout``. sint,
/// fixed and sfixed fields are set as their numbers, enums as int32. For a oneof, set the member first, then the case.
public struct FieldWriter {
    @usableFromInline let base: UnsafeMutableRawPointer
    /// The `hm_arena` that contains the message. A raw pointer, since inlinable code may not name a C type.
    @usableFromInline let arena: UnsafeMutableRawPointer
    /// An upper limit of the encoded size, so that packing needs no pass for the size: five bytes for each tag or
    /// length, ten for the longest number.
    @usableFromInline var bound: Int

    @inlinable
    init(_ base: UnsafeMutableRawPointer, _ arena: UnsafeMutableRawPointer) {
        self.base = base
        self.arena = arena
        bound = 0
    }

    @inlinable
    mutating func setPresent(_ has: Int, _ most: Int) {
        base.storeBytes(of: 1, toByteOffset: has, as: Int32.self)
        bound &+= most
    }

    /// A bool field.
    @inlinable
    public mutating func setBool(_ value: Bool, at offset: Int, has: Int) {
        base.storeBytes(of: value ? 1 : 0, toByteOffset: offset, as: Int32.self)
        setPresent(has, 6)
    }

    /// An int32, sint32, sfixed32 or enum field.
    @inlinable
    public mutating func setInt32(_ value: Int32, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: Int32.self)
        setPresent(has, 15)
    }

    /// A uint32 or fixed32 field.
    @inlinable
    public mutating func setUInt32(_ value: UInt32, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
        setPresent(has, 10)
    }

    /// An int64, sint64 or sfixed64 field.
    @inlinable
    public mutating func setInt64(_ value: Int64, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: Int64.self)
        setPresent(has, 15)
    }

    /// A uint64 or fixed64 field.
    @inlinable
    public mutating func setUInt64(_ value: UInt64, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: UInt64.self)
        setPresent(has, 15)
    }

    /// A float field.
    @inlinable
    public mutating func setFloat(_ value: Float, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: Float.self)
        setPresent(has, 9)
    }

    /// A double field.
    @inlinable
    public mutating func setDouble(_ value: Double, at offset: Int, has: Int) {
        base.storeBytes(of: value, toByteOffset: offset, as: Double.self)
        setPresent(has, 13)
    }

    /// A string field.
    @inlinable
    public mutating func setString(_ value: String, at offset: Int, has: Int) {
        storeText(value, at: offset)
        setPresent(has, 10)
    }

    /// A bytes field.
    @inlinable
    public mutating func setBytes(_ value: [UInt8], at offset: Int, has: Int) {
        storeOctets(value, at: offset)
        setPresent(has, 10)
    }

    /// A message field.
    @inlinable
    public mutating func setMessage<M: Message>(_ message: M, at offset: Int) {
        var inner = FieldWriter.empty(M.layout, arena)
        message.write(to: &inner)
        setPointer(inner, at: offset)
    }

    /// A message field, for code that uses descriptors.
    @inlinable
    public mutating func setMessage(_ layout: MessageLayout, at offset: Int, _ body: (inout FieldWriter) -> Void) {
        var inner = FieldWriter.empty(layout, arena)
        body(&inner)
        setPointer(inner, at: offset)
    }

    /// A repeated message field.
    @inlinable
    public mutating func setMessages<M: Message>(_ messages: [M], at offset: Int) {
        guard !messages.isEmpty else { return }
        let layout = M.layout
        let list = startList(messages.count, of: 8, at: offset)
        for index in messages.indices {
            var inner = FieldWriter.empty(layout, arena)
            messages[index].write(to: &inner)
            setPointer(inner, in: list, index)
        }
    }

    /// A repeated message field, for code that uses descriptors; `body` is called once for each index below `count`.
    @inlinable
    public mutating func setMessages(
        _ layout: MessageLayout, count: Int, at offset: Int, _ body: (Int, inout FieldWriter) -> Void
    ) {
        guard count > 0 else { return }
        let list = startList(count, of: 8, at: offset)
        for index in 0..<count {
            var inner = FieldWriter.empty(layout, arena)
            body(index, &inner)
            setPointer(inner, in: list, index)
        }
    }

    /// Sets which field of a oneof is set, by its number. Call it after the field's own setter.
    @inlinable
    public mutating func setOneofCase(_ number: UInt32, at offset: Int) {
        base.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
    }

    /// Fields that the schema does not know, to be written after the known ones.
    @inlinable
    public mutating func setUnknownFields(_ unknown: UnknownFields) {
        if !unknown.isEmpty { storeUnknownFields(unknown) }
    }

    @inlinable
    mutating func setPointer(_ inner: FieldWriter, at offset: Int) {
        base.storeBytes(of: inner.base, toByteOffset: offset, as: UnsafeMutableRawPointer.self)
        bound &+= inner.bound &+ 10
    }

    @inlinable
    mutating func setPointer(_ inner: FieldWriter, in list: UnsafeMutableRawPointer, _ index: Int) {
        list.storeBytes(of: inner.base, toByteOffset: index &* 8, as: UnsafeMutableRawPointer.self)
        bound &+= inner.bound &+ 10
    }
}
