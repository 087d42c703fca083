/// Minifies a page's style sheets and JSON files.
enum ShortText {
    /// A style sheet without comments and unnecessary space.
    static func style(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var (position, isSpace, isComment) = (0, false, false)
        while position < bytes.count {
            let byte = bytes[position]
            if spaces.contains(byte) {
                isSpace = true
                position += 1
                continue
            }
            if bytes[position...].starts(with: "/*".utf8) {
                isComment = true
                position = end(of: bytes, from: position + 2, "*/")
                continue
            }
            if let last = result.last {
                if isSpace, !afterWhich.contains(last), !beforeWhich.contains(byte) {
                    result.append(UInt8(ascii: " "))
                } else if isComment, !isSpace, !afterWhich.contains(last), !beforeWhich.contains(byte) {
                    // Without the comment the two tokens would merge.
                    result += Array("/**/".utf8)
                }
                if byte == UInt8(ascii: "}"), result.last == UInt8(ascii: ";") { result.removeLast() }
            }
            (isSpace, isComment) = (false, false)
            var next = position + 1
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                next = endOfString(bytes, from: position)
            } else if byte == UInt8(ascii: "\\") {
                next += 1
            } else if byte == UInt8(ascii: "("), isAddress(result) {
                // An unquoted URL contains no comments.
                next = end(of: bytes, from: position, ")")
            }
            next = min(next, bytes.count)
            result += bytes[position..<next]
            position = next
        }
        return result
    }

    /// JSON without space between its values, with replaced member names in the outermost object.
    static func data(_ bytes: [UInt8], names: [String: String] = [:]) -> [UInt8] {
        var result: [UInt8] = []
        read(bytes) { part, isName in
            let name = isName ? names[String(decoding: bytes[part].dropFirst().dropLast(), as: UTF8.self)] : nil
            result += name.map { Array("\"\($0)\"".utf8) } ?? Array(bytes[part])
        }
        return result
    }

    /// The member names of the outermost object, as written.
    static func names(in bytes: [UInt8]) -> [String] {
        var names: [String] = []
        read(bytes) { part, isName in
            if isName { names.append(String(decoding: bytes[part].dropFirst().dropLast(), as: UTF8.self)) }
        }
        return names
    }

    /// Splits JSON into strings and single bytes without space, and reports for each whether it is a member name of the
    /// outermost object.
    private static func read(_ bytes: [UInt8], _ body: (_ part: Range<Int>, _ isName: Bool) -> Void) {
        var (position, depth, last) = (0, 0, UInt8(ascii: " "))
        while position < bytes.count {
            let byte = bytes[position]
            let isString = byte == UInt8(ascii: "\"")
            let next = isString ? min(endOfString(bytes, from: position), bytes.count) : position + 1
            if !spaces.contains(byte) {
                let isName = isString && depth == 1 && (last == UInt8(ascii: "{") || last == UInt8(ascii: ","))
                body(position..<next, isName)
                last = byte
            }
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
            position = next
        }
    }

    private static let spaces = Set(" \n\r\t\u{c}".utf8)
    /// Bytes of a style sheet after which, or before which, space has no meaning. Space after a colon has none, space
    /// before one has.
    private static let afterWhich = Set("{};,>:(".utf8)
    private static let beforeWhich = Set("{};,>)!".utf8)

    private static func isAddress(_ written: [UInt8]) -> Bool {
        String(decoding: written.suffix(3), as: UTF8.self).lowercased() == "url"
    }

    /// The index after the quote that ends a string.
    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < bytes.count, bytes[position] != bytes[start] {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return position + 1
    }

    /// The index after the next occurrence of a text; the end index if the text does not occur.
    private static func end(of bytes: [UInt8], from start: Int, _ text: String) -> Int {
        let text = Array(text.utf8)
        var position = min(start, bytes.count)
        while position < bytes.count {
            if bytes[position...].starts(with: text) { return position + text.count }
            position += 1
        }
        return bytes.count
    }
}
