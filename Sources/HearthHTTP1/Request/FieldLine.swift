/// A line of a head or of trailers, `name: value` (RFC 9112, section 5). Malformed lines are refused.
struct FieldLine {
    let name: Range<Int>
    /// Without surrounding spaces and tabs.
    let value: Range<Int>
    /// Whether spaces or tabs follow the value.
    let hasBlanksBehind: Bool
    /// Whether the name has letters in upper case.
    let hasUpperCase: Bool

    /// - Parameters:
    ///   - line: the range of the line, without its CRLF.
    ///   - classes: ``ByteClass/table``.
    init(_ bytes: [UInt8], _ line: Range<Int>, _ classes: [UInt8]) throws(HTTP1Error) {
        var index = line.lowerBound
        var seen: UInt8 = 0
        while index < line.upperBound {
            let kind = classes[Int(bytes[index])]
            guard kind & ByteClass.token != 0 else { break }
            seen |= kind
            index &+= 1
        }
        hasUpperCase = seen & ByteClass.upperCase != 0
        name = line.lowerBound..<index
        guard index < line.upperBound, bytes[index] == UInt8(ascii: ":"), !name.isEmpty else {
            throw Self.notAName(bytes, line, at: index)
        }
        index &+= 1
        while index < line.upperBound, Self.isBlank(bytes[index]) { index &+= 1 }
        var end = line.upperBound
        while end > index, Self.isBlank(bytes[end &- 1]) { end &-= 1 }
        value = index..<end
        hasBlanksBehind = end < line.upperBound
        let span = bytes.span.bytes
        while index < end {
            // The last word may overlap bytes that are already checked.
            let start = min(index, end &- ByteWord.count)
            if start >= value.lowerBound, !ByteWord(span, at: start).mayContainControl {
                index = start &+ ByteWord.count
            } else if classes[Int(bytes[index])] & ByteClass.value != 0 {
                index &+= 1
            } else {
                break
            }
        }
        guard index == end else { throw .malformed("a header field has a control character in its value") }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func notAName(_ bytes: [UInt8], _ line: Range<Int>, at index: Int) -> HTTP1Error {
        if isBlank(bytes[line.lowerBound]) {
            return .malformed("a header field continues on the next line, which RFC 9112 forbids")
        }
        if index < line.upperBound, isBlank(bytes[index]) {
            return .malformed("there is a space in the name of a header field, or before its colon")
        }
        return .malformed("a header line is not of the form name: value")
    }
}
