/// Finds the ends of lines in bytes that come in pieces, and looks at no byte twice.
struct LineScan {
    /// How many bytes of a line that has not ended were looked at.
    private var seen = 0

    /// How many bytes the line that begins at `start` has so far, with its line feed if that is there.
    private(set) var length = 0

    enum Line: Equatable {
        /// Where the line stands, without its CRLF.
        case whole(Range<Int>)
        case incomplete
        /// It ends in a line feed without a carriage return.
        case bare
    }

    mutating func line(in bytes: [UInt8], from start: Int) -> Line {
        var index = start &+ seen
        let end = bytes.count
        let span = bytes.span.bytes
        while end &- index >= ByteWord.count, !ByteWord(span, at: index).mayContain(UInt8(ascii: "\n")) {
            index &+= ByteWord.count
        }
        while index < end, bytes[index] != UInt8(ascii: "\n") { index &+= 1 }
        guard index < end else {
            seen = index &- start
            length = seen
            return .incomplete
        }
        seen = 0
        length = index &- start &+ 1
        guard index > start, bytes[index &- 1] == UInt8(ascii: "\r") else { return .bare }
        return .whole(start..<(index &- 1))
    }
}

extension HTTP1Error {
    static let bareLineFeed = HTTP1Error.malformed("a line ends in a line feed alone; lines end in CRLF")
}
