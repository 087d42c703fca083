/// A packet of RTP (RFC 3550, section 5.1).
package struct RTPPacket: Hashable, Sendable {
    /// Whether it ends a picture, or begins a talkspurt.
    package var isMarked: Bool
    package var payloadType: UInt8
    package var sequence: UInt16
    package var timestamp: UInt32
    package var payload: ArraySlice<UInt8>

    /// Reads a packet; nil if it is not well-formed.
    package init?(_ bytes: [UInt8]) {
        guard let start = Self.headBytes(of: bytes) else { return nil }
        var end = bytes.count
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

    package init(isMarked: Bool, payloadType: UInt8, sequence: UInt16, timestamp: UInt32, payload: ArraySlice<UInt8>) {
        self.isMarked = isMarked
        self.payloadType = payloadType
        self.sequence = sequence
        self.timestamp = timestamp
        self.payload = payload
    }

    /// The packet's bytes, with a head of 12 bytes.
    ///
    /// - Parameter source: the number of its stream (SSRC).
    package func bytes(source: UInt32) -> [UInt8] {
        var bytes: [UInt8] = [0x80, (isMarked ? 0x80 : 0) | payloadType & 0x7F]
        bytes.reserveCapacity(12 + payload.count)
        for shift in [8, 0] { bytes.append(UInt8(truncatingIfNeeded: sequence >> shift)) }
        for number in [timestamp, source] {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        return bytes + payload
    }

    /// The length of a packet's head with its extension, which is never encrypted (RFC 3711, section 3.1); nil for one
    /// that is not well-formed. It may be longer than the packet.
    package static func headBytes(of bytes: [UInt8]) -> Int? {
        guard bytes.count >= 12, bytes[0] >> 6 == 2 else { return nil }
        let start = 12 + Int(bytes[0] & 0x0F) * 4
        guard bytes[0] & 0x10 != 0 else { return start }
        guard bytes.count >= start + 4 else { return nil }
        return start + 4 + (Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])) * 4
    }
}
