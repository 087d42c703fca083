package import HearthCameraMedia

/// The sound of a client that talks, from its packets: in order, in the agreed format, and no more than speech needs.
package struct SpokenSound: Sendable {
    /// The longest packet, in bytes: 160 ms of G.711, and more than any of Opus (RFC 6716, section 3.4).
    package static let mostBytes = 1_280
    /// The most bytes of a second: twice what G.711 has, and what is counted for a packet at least.
    private static let (bytesPerSecond, leastBytes) = (16_000, 128)
    /// How much of that may come at once, after a pause of the network.
    private static let burst = Duration.milliseconds(500)

    private let payloadType: UInt8
    private var last: UInt16?
    /// When all that has come would have come at the highest rate.
    private var paidUntil = Duration.zero

    package init(payloadType: UInt8) { self.payloadType = payloadType }

    /// What is played of a packet; nil for one that comes too late, is of another format, too long or too much.
    package mutating func take(_ packet: RTPPacket, now: Duration) -> SpokenPacket? {
        guard packet.payloadType == payloadType, (1...Self.mostBytes).contains(packet.payload.count) else { return nil }
        if let last, Int16(bitPattern: packet.sequence &- last) <= 0 { return nil }
        let cost = Duration.seconds(1) * max(packet.payload.count, Self.leastBytes) / Self.bytesPerSecond
        let paid = max(paidUntil, now) + cost
        guard paid - now <= Self.burst else { return nil }
        (paidUntil, last) = (paid, packet.sequence)
        return SpokenPacket(time: packet.timestamp, bytes: Array(packet.payload))
    }
}
