package import HearthCameraMedia
internal import HearthTLS

/// Checks and decrypts what a client sends (RFC 3711, section 3.3). Each packet is taken once.
package struct SRTPReceiver: Sendable {
    /// The most streams of a client that are told apart. It sends its sound only, and may begin again with another
    /// number.
    private static let mostStreams = 4

    private let keys: SRTPKeys.Part
    private var streams: [UInt32: ReplayWindow] = [:]

    package init(_ keys: SRTPKeys) { self.keys = keys.rtp }

    /// The packet; nil for one that is forged, has come before, or is not well-formed.
    package mutating func open(_ packet: [UInt8]) -> RTPPacket? {
        guard let head = RTPPacket.headBytes(of: packet), head + SRTPKeys.Part.tagBytes <= packet.count else {
            return nil
        }
        let sequence = UInt16(networkBytes: packet[2..<4])
        let source = UInt32(networkBytes: packet[8..<12])
        guard streams[source] != nil || streams.count < Self.mostStreams,
            let index = Self.index(of: sequence, after: streams[source]?.highest)
        else { return nil }
        let covered = Array(packet.dropLast(SRTPKeys.Part.tagBytes))
        let rollovers = UInt32(truncatingIfNeeded: index >> 16)
        guard
            constantTimeEquals(
                keys.tag(of: covered + rollovers.networkBytes), Array(packet.suffix(SRTPKeys.Part.tagBytes))),
            streams[source, default: ReplayWindow()].take(index),
            let body = keys.apply(covered.dropFirst(head), source: source, index: index)
        else { return nil }
        return RTPPacket(covered.prefix(head) + body)
    }

    /// The index of a packet: its number with how often the numbers have begun again, which is guessed so that the
    /// index is the nearest one to the highest so far (section 3.3.1).
    ///
    /// - Returns: nil for one from before the first packet.
    private static func index(of sequence: UInt16, after highest: UInt64?) -> UInt64? {
        guard let highest else { return UInt64(sequence) }
        let (rollovers, last) = (highest >> 16, Int(highest & 0xFFFF))
        let distance = Int(sequence) - last
        if distance > 0x8000 { return rollovers == 0 ? nil : (rollovers - 1) << 16 | UInt64(sequence) }
        // 48 bits.
        return ((distance < -0x8000 ? rollovers + 1 : rollovers) & 0xFFFF_FFFF) << 16 | UInt64(sequence)
    }
}
