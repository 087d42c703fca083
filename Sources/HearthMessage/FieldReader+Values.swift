internal import CHearthMessage
internal import CProtobufC
internal import HearthBase

extension FieldReader {
    /// The offset of a message's unknown fields, used in place of a field's offset.
    static let unknownFieldsOffset: UInt32 = 16

    @usableFromInline
    func octets(at offset: Int) -> [UInt8] {
        let binary = base.load(fromByteOffset: offset, as: ProtobufCBinaryData.self)
        return Array(UnsafeBufferPointer(start: binary.data, count: binary.len))
    }

    @usableFromInline
    func text(at offset: Int) -> String {
        text(base.load(fromByteOffset: offset, as: ProtobufCBinaryData.self), at: offset)
    }

    /// Text from bytes. Nearly all texts are ASCII, and those need no UTF-8 check.
    @inline(__always)
    func text(_ binary: ProtobufCBinaryData, at offset: Int) -> String {
        let count = binary.len
        guard count > 0, let start = UnsafeRawPointer(binary.data) else { return "" }
        let bytes = UnsafeBufferPointer(start: binary.data, count: count)
        var text = String(decoding: bytes, as: UTF8.self)
        if Self.isASCII(start, count) { return text }
        // Invalid UTF-8 was repaired, so the bytes differ. This is four times as fast as String(validating:as:).
        if text.withUTF8({ $0.elementsEqual(bytes) }) { return text }
        refuse(UInt32(truncatingIfNeeded: offset))
        return ""
    }

    /// Compares eight bytes at a time; the last eight may overlap those before.
    @inline(__always)
    private static func isASCII(_ start: UnsafeRawPointer, _ count: Int) -> Bool {
        var high: UInt64 = 0
        if count >= 8 {
            var index = 0
            while index < count &- 8 {
                high |= start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                index &+= 8
            }
            high |= start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        } else if count >= 4 {
            high |= UInt64(start.loadUnaligned(as: UInt32.self))
            high |= UInt64(start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
        } else {
            for index in 0..<count { high |= UInt64(start.load(fromByteOffset: index, as: UInt8.self)) }
        }
        return high & 0x8080_8080_8080_8080 == 0
    }

    /// Records the error that fails the decode at its end; the first one is kept.
    private func refuse(_ offset: UInt32) {
        let arena = arena.assumingMemoryBound(to: hm_arena.self)
        guard arena.pointee.refused_in == nil else { return }
        arena.pointee.refused_in = base
        arena.pointee.refused_at = offset
    }

    @usableFromInline
    func appendUnknownFields(to unknown: inout UnknownFields) {
        for field in unknownRecords { append(field, to: &unknown.records) }
    }

    /// The unknown fields one by one.
    var rawFields: [RawFields.Field] {
        unknownRecords.map { field in
            var encoded: [UInt8] = []
            append(field, to: &encoded)
            return RawFields.Field(number: field.tag, encoded: encoded)
        }
    }

    private var unknownRecords: UnsafeBufferPointer<ProtobufCMessageUnknownField> {
        let message = base.load(as: ProtobufCMessage.self)
        return UnsafeBufferPointer(start: message.unknown_fields, count: Int(message.n_unknown_fields))
    }

    private func append(_ field: ProtobufCMessageUnknownField, to encoded: inout [UInt8]) {
        // libprotobuf-c accepts invalid field numbers, which other readers would refuse.
        guard field.tag >= 1, field.tag < 1 << 29 else { return refuse(Self.unknownFieldsOffset) }
        encoded.appendTag(field.tag, UInt8(truncatingIfNeeded: field.wire_type.rawValue))
        encoded.append(contentsOf: UnsafeBufferPointer(start: field.data, count: field.len))
    }
}
