@testable internal import HearthMessage
internal import HearthRPCServices
@testable internal import InteropService

/// A message must be the same when it is written and read again. Bytes are compared, because NaN is not equal to
/// itself.
private func readTwice<M: Message>(_ type: M.Type, _ bytes: [UInt8]) {
    guard let message = try? M(serialized: bytes.span.bytes) else { return }
    let again = message.serialized()
    guard let second = try? M(serialized: again.span.bytes) else {
        return must(again.count > 4 << 20, "a written message can't be read")
    }
    must(second.serialized() == again, "\(M.layout.name) changes")
}

/// Writes the message in a reader's memory, and frees that memory.
private func packed(_ fields: FieldReader, _ count: Int) -> [UInt8] {
    var writer = FieldWriter(UnsafeMutableRawPointer(mutating: fields.base), fields.arena)
    writer.bound = count * 16  // a tag of five bytes and a number of ten for what may have been one byte
    return writer.finish(reserving: 0)
}

/// Reading in one pass must give the same result as libprotobuf-c.
private func readBothWays(_ layout: MessageLayout, _ bytes: [UInt8]) {
    var limits = DecodeLimits()
    limits.expansion = 1000
    bytes.withUnsafeBytes { bytes in
        guard let read = Decoding.read(layout, bytes, limits) else { return }
        let first = packed(read, bytes.count)
        guard let unpacked = try? Decoding.unpack(layout, bytes, limits) else {
            return must(false, "\(layout.name) is read, but libprotobuf-c refuses it")
        }
        must(packed(unpacked, bytes.count) == first, "\(layout.name) is read with another result")
    }
}

/// A layout with every kind of field, including itself.
private enum FuzzedTree {
    static let layout: MessageLayout = MessageLayout.planned("FuzzedTree", fields)

    private static let kinds: [FieldKind] = [
        .bool, .int32, .sint32, .uint32, .int64, .sint64, .uint64, .fixed32, .sfixed32, .fixed64, .sfixed64, .float,
        .double, .string, .bytes, .enumeration, .message,
    ]
    /// As singular fields, as lists and as members of a oneof.
    private static let fields: [FieldSpec] = kinds.enumerated().flatMap { index, kind in
        let number = UInt32(index) + 1
        return [
            FieldSpec(number, "single", kind, message: { layout }),
            FieldSpec(number + 20, "list", kind, label: .repeated(kind), message: { layout }),
            FieldSpec(number + 40, "member", kind, label: .oneof, message: { layout }),
        ]
    }
}

func fuzzMessage(_ bytes: [UInt8]) {
    readTwice(Grpc_Testing_SimpleRequest.self, bytes)
    readTwice(Grpc_Testing_StreamingOutputCallRequest.self, bytes)
    readTwice(Grpc_Testing_StreamingInputCallRequest.self, bytes)
    readTwice(Grpc_Testing_EchoStatus.self, bytes)
    readBothWays(FuzzedTree.layout, bytes)
    readBothWays(Grpc_Testing_StreamingOutputCallRequest.layout, bytes)
    if let raw = try? RawFields(serialized: bytes.span.bytes) { _ = raw }
}
