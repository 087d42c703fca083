/// Finds line ends in bytes that arrive in pieces, looking at each byte only once.
struct LineScan {
    /// The number of bytes already searched of an incomplete line.
    private var seen = 0

    /// The bytes so far of the line that begins at `start`, including its line feed if present.
    private(set) var length = 0

    enum Line: Equatable {
        /// The range of the line, without its CRLF.
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
    static let bareLineFeed = HTTP1Error.malformed("a line ends in a bare line feed; lines must end in CRLF")
}
