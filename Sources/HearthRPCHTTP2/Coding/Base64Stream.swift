internal import HearthBase
internal import HearthLoop

/// Base64 that comes in pieces, as bodies of `application/grpc-web-text` do. Padding may stand anywhere: what a sender wrote
/// at once ends with it (WEB-02).
struct Base64Stream {
    /// Digits of a group of four whose rest is to come.
    private var group: [UInt8] = []

    /// Whether a group has begun and not ended.
    var isInGroup: Bool { !group.isEmpty }

    /// The bytes that the piece completes; nil for what is not base64.
    mutating func decode(_ piece: RawSpan) -> [UInt8]? {
        let text = group + [UInt8](copying: piece)
        let whole = text[..<(text.count / 4 * 4)]
        group = Array(text[whole.endIndex...])
        var bytes: [UInt8] = []
        bytes.reserveCapacity(whole.count / 4 * 3)
        var start = 0
        // As much at once as ends with padding, or with the piece.
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
