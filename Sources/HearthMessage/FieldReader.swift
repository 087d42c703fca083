internal import CHearthMessage
internal import CProtobufC

/// One message in memory, as libprotobuf-c read it. Good only inside the call that handed it out.
///
/// Every accessor gives what is there or nil; offsets are the layout's.
public struct FieldReader {
    @usableFromInline let base: UnsafeRawPointer
    @usableFromInline let failure: DecodeFailure

    @usableFromInline
    init(_ base: UnsafeRawPointer, _ failure: DecodeFailure) {
        self.base = base
        self.failure = failure
    }

    @inlinable
    func isPresent(_ has: Int) -> Bool { base.load(fromByteOffset: has, as: Int32.self) != 0 }

    @inlinable
    public func bool(at offset: Int, has: Int) -> Bool? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Int32.self) != 0 : nil
    }

    @inlinable
    public func int32(at offset: Int, has: Int) -> Int32? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Int32.self) : nil
    }

    @inlinable
    public func uint32(at offset: Int, has: Int) -> UInt32? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: UInt32.self) : nil
    }

    @inlinable
    public func int64(at offset: Int, has: Int) -> Int64? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Int64.self) : nil
    }

    @inlinable
    public func uint64(at offset: Int, has: Int) -> UInt64? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: UInt64.self) : nil
    }

    @inlinable
    public func float(at offset: Int, has: Int) -> Float? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Float.self) : nil
    }

    @inlinable
    public func double(at offset: Int, has: Int) -> Double? {
        isPresent(has) ? base.load(fromByteOffset: offset, as: Double.self) : nil
    }

    @inlinable
    public func string(at offset: Int, has: Int) -> String? {
        isPresent(has) ? text(binary(at: offset), at: offset) : nil
    }

    @inlinable
    public func bytes(at offset: Int, has: Int) -> [UInt8]? {
        isPresent(has) ? [UInt8](binary(at: offset)) : nil
    }

    @inlinable
    public func message<M: Message>(_ type: M.Type, at offset: Int) -> M? {
        guard let inner = messageReader(at: offset) else { return nil }
        var message = M()
        message.readAll(from: inner)
        return message
    }

    /// The number of the oneof's field that is set, 0 for none.
    @inlinable
    public func oneofCase(at offset: Int) -> UInt32 { base.load(fromByteOffset: offset, as: UInt32.self) }

    /// A message field, for code that works by descriptors.
    @inlinable
    public func messageReader(at offset: Int) -> FieldReader? {
        base.load(fromByteOffset: offset, as: UnsafeRawPointer?.self).map { FieldReader($0, failure) }
    }

    /// How many messages a repeated field holds.
    @inlinable
    public func messageCount(at offset: Int) -> Int { base.load(fromByteOffset: offset, as: Int.self) }

    /// One message of a repeated field.
    @inlinable
    public func messageReader(at offset: Int, index: Int) -> FieldReader? {
        guard index >= 0, index < messageCount(at: offset),
            let list = base.load(fromByteOffset: offset + 8, as: UnsafeRawPointer?.self)
        else { return nil }
        return list.load(fromByteOffset: index * 8, as: UnsafeRawPointer?.self).map { FieldReader($0, failure) }
    }

    @inlinable
    public func messages<M: Message>(_ type: M.Type, at offset: Int) -> [M] {
        let count = messageCount(at: offset)
        var result: [M] = []
        result.reserveCapacity(count)
        for index in 0..<count {
            guard let inner = messageReader(at: offset, index: index) else { continue }
            var message = M()
            message.readAll(from: inner)
            result.append(message)
        }
        return result
    }

    @inlinable public func repeatedBool(at offset: Int) -> [Bool] { list(of: Int32.self, at: offset).map { $0 != 0 } }
    @inlinable public func repeatedInt32(at offset: Int) -> [Int32] { [Int32](list(of: Int32.self, at: offset)) }
    @inlinable public func repeatedUInt32(at offset: Int) -> [UInt32] { [UInt32](list(of: UInt32.self, at: offset)) }
    @inlinable public func repeatedInt64(at offset: Int) -> [Int64] { [Int64](list(of: Int64.self, at: offset)) }
    @inlinable public func repeatedUInt64(at offset: Int) -> [UInt64] { [UInt64](list(of: UInt64.self, at: offset)) }
    @inlinable public func repeatedFloat(at offset: Int) -> [Float] { [Float](list(of: Float.self, at: offset)) }
    @inlinable public func repeatedDouble(at offset: Int) -> [Double] { [Double](list(of: Double.self, at: offset)) }

    public func repeatedString(at offset: Int) -> [String] {
        list(of: ProtobufCBinaryData.self, at: offset).map {
            text(UnsafeRawBufferPointer(start: $0.data, count: $0.len), at: offset + 8)
        }
    }

    public func repeatedBytes(at offset: Int) -> [[UInt8]] {
        list(of: ProtobufCBinaryData.self, at: offset).map { [UInt8](UnsafeRawBufferPointer(start: $0.data, count: $0.len)) }
    }

    @inlinable
    func list<T>(of type: T.Type, at offset: Int) -> UnsafeBufferPointer<T> {
        let count = base.load(fromByteOffset: offset, as: Int.self)
        return UnsafeBufferPointer(
            start: base.load(fromByteOffset: offset + 8, as: UnsafePointer<T>?.self), count: count)
    }

    @inlinable
    func binary(at offset: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: base.load(fromByteOffset: offset + 8, as: UnsafeRawPointer?.self),
            count: base.load(fromByteOffset: offset, as: Int.self))
    }

    /// Text from bytes; what is not UTF-8 fails the decode and reads as empty.
    @usableFromInline
    func text(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> String {
        if let text = makeText(bytes) { return text }
        let message = base.assumingMemoryBound(to: ProtobufCMessage.self)
        let field = String(cString: hm_field_name(message, UInt32(truncatingIfNeeded: offset)))
        let name = message.pointee.descriptor.map { String(cString: $0.pointee.name) } ?? "?"
        failure.error = MessageError(.invalidUTF8, "the field \(field) of \(name) is not UTF-8")
        return ""
    }

    /// Whether fields came that the schema does not know.
    @inlinable
    public var hasUnknownFields: Bool { base.load(fromByteOffset: 8, as: UInt32.self) != 0 }

    /// Fields that came and that the schema does not know.
    public var unknownFields: UnknownFields {
        let message = base.assumingMemoryBound(to: ProtobufCMessage.self).pointee
        var encoded: [UInt8] = []
        for field in UnsafeBufferPointer(start: message.unknown_fields, count: Int(message.n_unknown_fields)) {
            appendVarint(UInt64(field.tag) << 3 | UInt64(field.wire_type.rawValue), to: &encoded)
            encoded.append(contentsOf: UnsafeBufferPointer(start: field.data, count: field.len))
        }
        return UnknownFields(encoded: encoded)
    }
}

/// What went wrong while a message's fields were taken over. One per decode, on the thread that decodes.
@usableFromInline
final class DecodeFailure {
    @usableFromInline var error: MessageError?

    @usableFromInline
    init() {}
}

private func makeText(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard let start = bytes.baseAddress else { return "" }
    var index = 0
    var high: UInt64 = 0
    while index &+ 8 <= bytes.count {
        high |= start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        index &+= 8
    }
    while index < bytes.count {
        high |= UInt64(bytes[index])
        index &+= 1
    }
    guard high & 0x8080_8080_8080_8080 == 0 else {
        return String(validating: bytes, as: UTF8.self)
    }
    return String(unsafeUninitializedCapacity: bytes.count) { target in
        UnsafeMutableRawBufferPointer(target).copyMemory(from: bytes)
        return bytes.count
    }
}

func appendVarint(_ value: UInt64, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
}

extension FieldReader {
    /// The unknown fields one by one.
    var rawFields: [RawFields.Field] {
        let message = base.assumingMemoryBound(to: ProtobufCMessage.self).pointee
        return UnsafeBufferPointer(start: message.unknown_fields, count: Int(message.n_unknown_fields)).map { field in
            var encoded: [UInt8] = []
            appendVarint(UInt64(field.tag) << 3 | UInt64(field.wire_type.rawValue), to: &encoded)
            encoded.append(contentsOf: UnsafeBufferPointer(start: field.data, count: field.len))
            return RawFields.Field(number: field.tag, encoded: encoded)
        }
    }
}
