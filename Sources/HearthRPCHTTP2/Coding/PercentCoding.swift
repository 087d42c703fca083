internal import HearthBase

/// Coding of `grpc-message`: printable ASCII unchanged, `%` and every other byte of the UTF-8 text as `%XX` (gRPC over
/// HTTP/2, "Responses").
enum PercentCoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    static func encode(_ text: some StringProtocol) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte >= 0x20, byte <= 0x7E, byte != UInt8(ascii: "%") {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
        }
        return bytes
    }

    /// Invalid escapes stay unchanged; invalid UTF-8 becomes U+FFFD.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let high = hexValue(rest[rest.startIndex]), let low = hexValue(rest[rest.startIndex + 1])
            {
                decoded.append(high << 4 | low)
                rest.removeFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}
