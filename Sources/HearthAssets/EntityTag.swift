/// Entity tags (RFC 9110, section 8.8.3).
enum EntityTag {
    /// Whether the value of `if-none-match` contains a tag. Weak and strong tags compare as equal (section 13.1.2); a
    /// malformed value contains none.
    static func isNamed(_ tag: String, in value: String) -> Bool {
        let bytes = Array(value.utf8)
        let wanted = opaque(tag)
        var position = 0
        var found = false
        while true {
            while position < bytes.count, isBetween(bytes[position]) { position += 1 }
            guard position < bytes.count else { return found }
            if bytes[position] == UInt8(ascii: "*") {
                return bytes[(position + 1)...].allSatisfy(isBetween) && bytes[..<position].allSatisfy(isBetween)
            }
            if bytes[position...].starts(with: "W/".utf8) { position += 2 }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return false }
            let start = position + 1
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")),
                bytes[start..<end].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
            else { return false }
            found = found || bytes[start..<end].elementsEqual(wanted)
            position = end + 1
            guard position == bytes.count || isBetween(bytes[position]) else { return false }
        }
    }

    /// The text between the quotes.
    private static func opaque(_ tag: String) -> [UInt8] {
        Array(tag.utf8.drop { $0 != UInt8(ascii: "\"") }.dropFirst().dropLast())
    }

    private static func isBetween(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
