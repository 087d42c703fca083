package import HearthCameraMedia

/// The sound of a client that talks, from its packets: in order, in the agreed format, and no more than speech needs.
package struct SpokenSound: Sendable {
    private let payloadType: UInt8
    /// The source and the number of the last packet that was played.
    private var last: (source: UInt32, sequence: UInt16)?
    private var meter = SpeechMeter()

    package init(payloadType: UInt8) { self.payloadType = payloadType }

    /// The client talks after a pause, in which its numbers have moved on.
    package mutating func begin() { last = nil }

    /// What is played of a packet; nil for one that comes too late, is of another format, too long or too much.
    ///
    /// - Parameter source: the number of its stream (SSRC). Each has numbers of its own.
    package mutating func take(_ packet: RTPPacket, of source: UInt32, now: Duration) -> SpokenPacket? {
        guard packet.payloadType == payloadType else { return nil }
        if let last, last.source == source, Int16(bitPattern: packet.sequence &- last.sequence) <= 0 { return nil }
        guard meter.takes(packet.payload.count, at: now) else { return nil }
        last = (source, packet.sequence)
        return SpokenPacket(time: packet.timestamp, bytes: Array(packet.payload))
    }
}
