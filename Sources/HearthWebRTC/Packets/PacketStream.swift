internal import HearthCameraMedia

/// The packets of one stream of RTP (RFC 3550, section 5.1): numbers and heads, and what reports say of them.
struct PacketStream: Sendable {
    let source: UInt32
    private let payloadType: UInt8
    private var sequence: UInt16
    /// The packets and bytes of payload so far, as in reports: they wrap.
    private(set) var packetCount: UInt32 = 0
    private(set) var byteCount: UInt32 = 0

    /// - Parameter firstSequence: a random number.
    init(source: UInt32, payloadType: UInt8, firstSequence: UInt16) {
        self.source = source
        self.payloadType = payloadType
        sequence = firstSequence
    }

    /// The source of a packet with a head of 12 bytes; nil for a shorter one.
    static func source(of packet: [UInt8]) -> UInt32? {
        packet.count < 12 ? nil : UInt32(networkBytes: packet[8..<12])
    }

    /// The next packet.
    ///
    /// - Parameter isMarked: whether it ends a picture.
    mutating func packet(_ payload: [UInt8], timestamp: UInt32, isMarked: Bool) -> [UInt8] {
        defer {
            sequence &+= 1
            packetCount &+= 1
            byteCount &+= UInt32(truncatingIfNeeded: payload.count)
        }
        return RTPPacket(
            isMarked: isMarked, payloadType: payloadType, sequence: sequence, timestamp: timestamp,
            payload: payload[...]
        ).bytes(source: source)
    }
}
