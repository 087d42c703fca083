/// A message in memory, as decoded by libprotobuf-c. Valid only within the call that passes it.
///
/// Every accessor returns the value, or nil if it is absent. `at` and `has` are offsets of the message's
/// ``MessageLayout``; `has` is that of the presence word, or of a oneof's case word. sint, fixed and sfixed fields are
/// read as their numbers, enums as int32.
public struct FieldReader {
    @usableFromInline let base: UnsafeRawPointer
    /// The `hm_arena` that contains the message and the error of a refused value. A raw pointer, since inlinable code
    /// may not name a C type.
    @usableFromInline let arena: UnsafeMutableRawPointer

    @inlinable
    init(_ base: UnsafeRawPointer, _ arena: UnsafeMutableRawPointer) {
        self.base = base
        self.arena = arena
    }

    @inlinable
    func isPresent(_ has: Int) -> Bool { base.load(fromByteOffset: has, as: Int32.self) != 0 }

    /// A bool field.
    @inlinable
    public func bool(at offset: Int, has: Int) -> Bool? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Int32.self) != 0 : nil
    }

    /// An int32, sint32, sfixed32 or enum field.
    @inlinable
    public func int32(at offset: Int, has: Int) -> Int32? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Int32.self) : nil
    }

    /// A uint32 or fixed32 field.
    @inlinable
    public func uint32(at offset: Int, has: Int) -> UInt32? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: UInt32.self) : nil
    }

    /// An int64, sint64 or sfixed64 field.
    @inlinable
    public func int64(at offset: Int, has: Int) -> Int64? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Int64.self) : nil
    }

    /// A uint64 or fixed64 field.
    @inlinable
    public func uint64(at offset: Int, has: Int) -> UInt64? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: UInt64.self) : nil
    }

    /// A float field.
    @inlinable
    public func float(at offset: Int, has: Int) -> Float? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Float.self) : nil
    }

    /// A double field.
    @inlinable
    public func double(at offset: Int, has: Int) -> Double? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Double.self) : nil
    }

    /// A string field. If its bytes are not UTF-8, it is empty and the whole decode fails.
    @inlinable
    public func string(at offset: Int, has: Int) -> String? {
        isPresent(has) ? text(at: offset) : nil
    }

    /// A bytes field.
    @inlinable
    public func bytes(at offset: Int, has: Int) -> [UInt8]? {
        isPresent(has) ? octets(at: offset) : nil
    }

    /// A message field.
    @inlinable
    public func message<M: Message>(_ type: M.Type, at offset: Int) -> M? {
        guard let inner = messageReader(at: offset) else { return nil }
        var message = M()
        message.read(from: inner)
        return message
    }

    /// Appends the values of a repeated message field.
    @inlinable
    public func readMessages<M: Message>(_ list: inout [M], at offset: Int) {
        let count = messageCount(at: offset)
        guard count > 0 else { return }
        list.reserveCapacity(list.count + count)
        for index in 0..<count {
            guard let inner = messageReader(at: offset, index: index) else { continue }
            var message = M()
            message.read(from: inner)
            list.append(message)
        }
    }

    /// The values of a repeated message field.
    @inlinable
    public func messages<M: Message>(_ type: M.Type, at offset: Int) -> [M] {
        var list: [M] = []
        readMessages(&list, at: offset)
        return list
    }

    /// The number of the oneof's field that is set; 0 for none. Read only that field: the members share their memory.
    @inlinable
    public func oneofCase(at offset: Int) -> UInt32 { base.load(fromByteOffset: offset, as: UInt32.self) }

    /// A message field, for code that uses descriptors.
    @inlinable
    public func messageReader(at offset: Int) -> FieldReader? {
        guard let inner = base.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
        return FieldReader(inner, arena)
    }

    /// The number of messages in a repeated field.
    @inlinable
    public func messageCount(at offset: Int) -> Int { base.load(fromByteOffset: offset, as: Int.self) }

    /// One message of a repeated field, for code that uses descriptors; nil beyond its end.
    @inlinable
    public func messageReader(at offset: Int, index: Int) -> FieldReader? {
        guard index >= 0, index < messageCount(at: offset),
            let list = base.load(fromByteOffset: offset &+ 8, as: UnsafeRawPointer?.self),
            let inner = list.load(fromByteOffset: index &* 8, as: UnsafeRawPointer?.self)
        else { return nil }
        return FieldReader(inner, arena)
    }

    /// Whether the message has fields that the schema does not know.
    @inlinable
    public var hasUnknownFields: Bool { base.load(fromByteOffset: 8, as: UInt32.self) != 0 }

    /// Appends the fields that the schema does not know.
    @inlinable
    public func readUnknownFields(into unknown: inout UnknownFields) {
        if hasUnknownFields { appendUnknownFields(to: &unknown) }
    }

    /// The fields that the schema does not know.
    public var unknownFields: UnknownFields {
        var unknown = UnknownFields()
        appendUnknownFields(to: &unknown)
        return unknown
    }
}
