internal import HearthBase
internal import HearthEventLoop

/// Base64 in pieces, as in bodies of `application/grpc-web-text`. Padding may occur anywhere: each part that the sender
/// encoded separately ends with it (grpc/grpc, PROTOCOL-WEB.md).
struct Base64Stream {
    /// The digits of an incomplete group of four.
    private var group: [UInt8] = []

    /// Whether a group is incomplete.
    var isInGroup: Bool { !group.isEmpty }

    /// The bytes that the piece completes; nil if it is not base64.
    mutating func decode(_ piece: RawSpan) -> [UInt8]? {
        let text = group + [UInt8](copying: piece)
        let whole = text[..<(text.count / 4 * 4)]
        group = Array(text[whole.endIndex...])
        var bytes: [UInt8] = []
        bytes.reserveCapacity(whole.count / 4 * 3)
        var start = 0
        // Decodes up to each padding, or to the end of the piece.
        while start < whole.endIndex {
            let padding = whole[start...].firstIndex(of: UInt8(ascii: "="))
            let end = padding.map { $0 / 4 * 4 + 4 } ?? whole.endIndex
            guard let decoded = Base64.decode(whole[start..<end]) else { return nil }
            bytes += decoded
            start = end
        }
        return bytes
    }
}
