/// A packet of RTP (RFC 3550, section 5.1).
struct RTPPacket: Hashable, Sendable {
    /// Whether it ends a picture, or begins a talkspurt.
    var isMarked: Bool
    var payloadType: UInt8
    var sequence: UInt16
    var timestamp: UInt32
    var payload: ArraySlice<UInt8>

    /// Reads a packet; nil if it is not well-formed.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 12, bytes[0] >> 6 == 2 else { return nil }
        var start = 12 + Int(bytes[0] & 0x0F) * 4
        var end = bytes.count
        if bytes[0] & 0x10 != 0 {
            guard end >= start + 4 else { return nil }
            start += 4 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])) * 4
        }
        if bytes[0] & 0x20 != 0 {
            let padding = Int(bytes[end - 1])
            guard padding > 0 else { return nil }
            end -= padding
        }
        guard start <= end else { return nil }
        isMarked = bytes[1] & 0x80 != 0
        payloadType = bytes[1] & 0x7F
        sequence = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        timestamp = bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
        payload = bytes[start..<end]
    }
}
