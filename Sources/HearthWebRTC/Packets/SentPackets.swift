/// The packets of a stream that were sent last, to send them again to a client that misses them (RFC 4585, section
/// 6.2.1).
struct SentPackets: Sendable {
    /// The most packets that are kept.
    static let most = 512

    private var packets: [[UInt8]?] = Array(repeating: nil, count: most)

    /// Keeps a packet as it was sent.
    mutating func add(_ packet: [UInt8]) {
        guard let sequence = Self.sequence(of: packet) else { return }
        packets[Int(sequence) % Self.most] = packet
    }

    /// The packet with a sequence number; nil if it is not kept.
    func packet(_ sequence: UInt16) -> [UInt8]? {
        guard let packet = packets[Int(sequence) % Self.most], Self.sequence(of: packet) == sequence else { return nil }
        return packet
    }

    private static func sequence(of packet: [UInt8]) -> UInt16? {
        packet.count < 4 ? nil : UInt16(networkBytes: packet[2..<4])
    }
}
