/// Reads the fields of one packet (section 1.5), within its end.
struct PacketReader {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    /// - Parameter range: the packet's bytes after its length; a valid range of `bytes`.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    var isAtEnd: Bool { position >= end }
    var remaining: Int { max(0, end - position) }

    private mutating func take(_ count: Int) throws(ProtocolViolation) -> ArraySlice<UInt8> {
        guard count <= remaining else { throw .malformed("a field is longer than its packet") }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func byte() throws(ProtocolViolation) -> UInt8 {
        guard position < end else { throw .malformed("a packet ends too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func two() throws(ProtocolViolation) -> UInt16 {
        try take(2).reduce(0) { $0 << 8 | UInt16($1) }
    }

    mutating func four() throws(ProtocolViolation) -> UInt32 {
        try take(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A packet identifier, which is never 0 (section 2.2.1).
    mutating func identifier() throws(ProtocolViolation) -> UInt16 {
        let id = try two()
        guard id != 0 else { throw .malformed("a packet identifier is 0") }
        return id
    }

    /// A variable byte integer, in the fewest bytes (section 1.5.5).
    mutating func variable() throws(ProtocolViolation) -> UInt32 {
        var value: UInt32 = 0
        for shift in stride(from: UInt32(0), through: 21, by: 7) {
            let byte = try byte()
            value |= UInt32(byte & 0x7F) << shift
            guard byte < 0x80 else { continue }
            guard byte != 0 || shift == 0 else { throw .malformed("a number has more bytes than it needs") }
            return value
        }
        throw .malformed("a number has more than four bytes")
    }

    mutating func binary() throws(ProtocolViolation) -> [UInt8] {
        let count = Int(try two())
        return Array(try take(count))
    }

    /// A text: well-formed UTF-8 without U+0000 (section 1.5.4).
    mutating func text() throws(ProtocolViolation) -> String {
        let count = Int(try two())
        let bytes = try take(count)
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed("a text is not UTF-8, or contains U+0000")
        }
        return text
    }

    /// All that is left.
    mutating func rest() -> [UInt8] {
        defer { position = end }
        return Array(bytes[min(position, end)..<end])
    }

    /// A part of the packet with its own length, such as its properties.
    mutating func part(_ count: UInt32) throws(ProtocolViolation) -> PacketReader {
        let slice = try take(Int(count))
        return PacketReader(bytes, in: slice.startIndex..<slice.endIndex)
    }
}
