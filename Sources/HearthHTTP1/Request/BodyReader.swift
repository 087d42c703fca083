/// Parses the body of a request incrementally: of a known length, or in chunks (RFC 9112, section 7.1).
struct BodyReader {
    private enum State {
        /// The number of bytes left of it.
        case length(Int)
        case chunkLine
        /// The number of bytes left of the chunk.
        case chunk(Int)
        case chunkEnd
        case trailers(LineScan, bytes: Int)
        case whole
    }

    private var state: State
    /// The number of bytes that further chunks may have.
    private var allowed = 0
    private let limit: Int

    /// The most bytes of trailers, which are discarded.
    static let maxTrailerBytes = 4 << 10

    init(length: Int) {
        state = length > 0 ? .length(length) : .whole
        limit = length
    }

    init(chunkedUpTo limit: Int) {
        state = .chunkLine
        allowed = limit
        self.limit = limit
    }

    /// Whether the body is complete.
    var isWhole: Bool {
        if case .whole = state { true } else { false }
    }

    /// The number of bytes to come; nil for a chunked body.
    var bytesLeft: Int? {
        switch state {
        case .length(let left): left
        case .whole: 0
        default: nil
        }
    }

    /// The range of the next piece; empty when the body is complete or needs more bytes. Each chunk is a piece of its
    /// own.
    mutating func next(_ bytes: [UInt8], at position: inout Int) throws(HTTP1Error) -> Range<Int> {
        while position < bytes.count {
            let available = bytes.count &- position
            switch state {
            case .whole: return position..<position
            case .length(let left):
                let count = min(left, available)
                state = count == left ? .whole : .length(left &- count)
                defer { position &+= count }
                return position..<(position &+ count)
            case .chunkLine:
                var scan = LineScan()
                let line = scan.line(in: bytes, from: position)
                guard scan.length <= ChunkLine.maxBytes else { throw ChunkLine.tooLong }
                switch line {
                case .incomplete: return position..<position
                case .bare: throw .bareLineFeed
                case .whole(let range):
                    let size = try ChunkLine(bytes, range).size
                    guard size <= allowed else { throw .bodyTooLarge(limit) }
                    allowed &-= size
                    position &+= scan.length
                    state = size > 0 ? .chunk(size) : .trailers(LineScan(), bytes: 0)
                }
            case .chunk(let left):
                let count = min(left, available)
                state = count == left ? .chunkEnd : .chunk(left &- count)
                defer { position &+= count }
                return position..<(position &+ count)
            case .chunkEnd:
                guard bytes[position] == UInt8(ascii: "\r") else { throw Self.wrongSize }
                guard available > 1 else { return position..<position }
                guard bytes[position &+ 1] == UInt8(ascii: "\n") else { throw Self.wrongSize }
                position &+= 2
                state = .chunkLine
            case .trailers(let scan, let size):
                guard try readTrailer(bytes, at: &position, scan, size) else { return position..<position }
            }
        }
        return position..<position
    }

    private static let wrongSize = HTTP1Error.malformed("a chunk does not end after the size that it announces")

    /// Parses a trailer line; false when it needs more bytes.
    private mutating func readTrailer(
        _ bytes: [UInt8], at position: inout Int, _ scan: LineScan, _ size: Int
    ) throws(HTTP1Error) -> Bool {
        var scan = scan
        let line = scan.line(in: bytes, from: position)
        guard size &+ scan.length <= Self.maxTrailerBytes else {
            throw HTTP1Error(431, "the trailers are larger than \(Self.maxTrailerBytes) bytes")
        }
        switch line {
        case .incomplete:
            state = .trailers(scan, bytes: size)
            return false
        case .bare: throw .bareLineFeed
        case .whole(let range):
            position &+= scan.length
            if range.isEmpty {
                state = .whole
            } else {
                let name = try FieldLine(bytes, range, ByteClass.table).name
                guard !Self.isForHead(bytes[name]) else {
                    throw .malformed(
                        "a trailer has the name of a framing or routing field")
                }
                state = .trailers(scan, bytes: size &+ scan.length)
            }
            return true
        }
    }

    /// Whether a trailer has the name of a framing or routing field (RFC 9110, section 6.5.1), which another parser
    /// might obey.
    private static func isForHead(_ name: ArraySlice<UInt8>) -> Bool {
        ["content-length", "transfer-encoding", "host"].contains(String(decoding: name, as: UTF8.self).lowercased())
    }
}
