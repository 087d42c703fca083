/// Base64 that comes in pieces, as bodies of `application/grpc-web-text` do. Padding may stand anywhere: what a sender wrote
/// at once ends with it (WEB-02).
struct Base64Stream {
    /// Digits of a group of four whose rest is to come.
    private var group: [UInt8] = []

    /// Whether a group has begun and not ended.
    var isInGroup: Bool { !group.isEmpty }

    /// The bytes that the piece completes; nil for what is not base64.
    mutating func decode(_ piece: RawSpan) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(piece.byteCount / 4 * 3 + 3)
        for offset in piece.byteOffsets {
            // The offset is one of the span's.
            group.append(piece.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
            guard group.count == 4 else { continue }
            guard let decoded = Base64.decode(group[...]) else { return nil }
            bytes += decoded
            group.removeAll(keepingCapacity: true)
        }
        return bytes
    }
}
