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
    /// The source and the number of the last packet that was played.
    private var last: (source: UInt32, sequence: UInt16)?
    /// When all that has come would have come at the highest rate.
    private var paidUntil = Duration.zero

    package init(payloadType: UInt8) { self.payloadType = payloadType }

    /// The client talks after a pause, in which its numbers have moved on.
    package mutating func begin() { last = nil }

    /// What is played of a packet; nil for one that comes too late, is of another format, too long or too much.
    ///
    /// - Parameter source: the number of its stream (SSRC). Each has numbers of its own.
    package mutating func take(_ packet: RTPPacket, of source: UInt32, now: Duration) -> SpokenPacket? {
        guard packet.payloadType == payloadType, (1...Self.mostBytes).contains(packet.payload.count) else { return nil }
        if let last, last.source == source, Int16(bitPattern: packet.sequence &- last.sequence) <= 0 { return nil }
        let cost = Duration.seconds(1) * max(packet.payload.count, Self.leastBytes) / Self.bytesPerSecond
        let paid = max(paidUntil, now) + cost
        guard paid - now <= Self.burst else { return nil }
        (paidUntil, last) = (paid, (source, packet.sequence))
        return SpokenPacket(time: packet.timestamp, bytes: Array(packet.payload))
    }
}
