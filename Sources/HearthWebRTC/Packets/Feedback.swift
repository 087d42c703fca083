/// What a client reports by RTCP (RFC 3550, section 6; RFC 4585, section 6), as far as a sender acts on it.
package enum Feedback: Hashable, Sendable {
    /// Packets of a stream are missing.
    case missing([UInt16], of: UInt32)
    /// The decoder needs a picture to begin with (PLI, or FIR of RFC 5104).
    case needsKeyPicture
    /// The client leaves a stream.
    case bye

    /// The most sequence numbers of a message that are read.
    package static let mostMissing = 512

    private enum PacketType {
        static let (bye, transport, payload): (UInt8, UInt8, UInt8) = (203, 205, 206)
    }

    /// Reads a compound packet, without encryption; what comes before an error.
    package static func read(_ bytes: [UInt8]) -> [Feedback] {
        var found: [Feedback] = []
        var rest = bytes[...]
        while rest.count >= 4, rest[rest.startIndex] >> 6 == 2 {
            let start = rest.startIndex
            let (form, type) = (rest[start] & 0x1F, rest[start + 1])
            let size = (Int(UInt16(networkBytes: rest[start + 2..<start + 4])) + 1) * 4
            guard rest.count >= size else { break }
            let body = rest[start + 4..<start + size]
            rest = rest.dropFirst(size)
            switch (type, form) {
            case (PacketType.bye, _): found.append(.bye)
            case (PacketType.transport, 1): if let missing = missing(body) { found.append(missing) }
            case (PacketType.payload, 1), (PacketType.payload, 4): found.append(.needsKeyPicture)
            default: break
            }
        }
        return found
    }

    /// Generic NACK: the sender, the stream, then pairs of a number and the 16 that follow it (RFC 4585, 6.2.1).
    private static func missing(_ body: ArraySlice<UInt8>) -> Feedback? {
        guard body.count >= 12 else { return nil }
        let source = UInt32(networkBytes: body.dropFirst(4).prefix(4))
        var sequences: [UInt16] = []
        var rest = body.dropFirst(8)
        while rest.count >= 4, sequences.count < mostMissing {
            let first = UInt16(networkBytes: rest.prefix(2))
            let mask = UInt16(networkBytes: rest.dropFirst(2).prefix(2))
            sequences.append(first)
            for bit in 0..<16 where mask & 1 << UInt16(bit) != 0 { sequences.append(first &+ UInt16(bit) &+ 1) }
            rest = rest.dropFirst(4)
        }
        return .missing(Array(sequences.prefix(mostMissing)), of: source)
    }
}
