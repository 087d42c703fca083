internal import HearthBase
internal import HearthCameraMedia

/// The packets of what a person says, on the connection to the camera (RFC 2326, section 10.12; RFC 3551, section 4.1).
struct SpokenTrack: Hashable, Sendable {
    private let channel: UInt8
    private let payloadType: UInt8
    private let source: UInt32
    private var sequence: UInt16
    private var hasBegun = false

    /// - Parameters:
    ///   - channel: the one that the camera has granted.
    ///   - random: makes random bytes, for the numbers that a stream begins with.
    init(channel: UInt8, payloadType: UInt8, random: (Int) -> [UInt8]) {
        self.channel = channel
        self.payloadType = payloadType
        source = random(4).reduce(0) { $0 << 8 | UInt32($1) }
        sequence = random(2).reduce(0) { $0 << 8 | UInt16($1) }
    }

    /// The bytes of a packet; nil for one that is longer than a frame may be.
    mutating func bytes(_ packet: SpokenPacket) -> [UInt8]? {
        let content = RTPPacket(
            isMarked: !hasBegun, payloadType: payloadType, sequence: sequence, timestamp: packet.time,
            payload: packet.bytes[...]
        ).bytes(source: source)
        guard let length = UInt16(exactly: content.count) else { return nil }
        hasBegun = true
        sequence &+= 1
        return [UInt8(ascii: "$"), channel, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }
}
