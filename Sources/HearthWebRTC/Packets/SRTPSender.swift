/// Encrypts what is sent (RFC 3711, sections 3.3 and 3.4). Each stream counts for itself.
struct SRTPSender: Sendable {
    private let keys: SRTPKeys
    private var streams: [UInt32: Stream] = [:]

    private struct Stream: Sendable {
        /// How often the sequence number has begun again.
        var rollovers: UInt32 = 0
        var last: UInt16?
        var reports: UInt32 = 0
    }

    private static let headBytes = 12
    private static let reportHeadBytes = 8

    init(_ keys: SRTPKeys) { self.keys = keys }

    /// A packet of RTP with a head of 12 bytes, encrypted; nil for a shorter one. Packets of a stream come in the order
    /// of their sequence numbers.
    mutating func protect(_ packet: [UInt8]) -> [UInt8]? {
        guard packet.count >= Self.headBytes else { return nil }
        let (sequence, source) = (UInt16(networkBytes: packet[2..<4]), UInt32(networkBytes: packet[8..<12]))
        var stream = streams[source] ?? Stream()
        if let last = stream.last, sequence < last { stream.rollovers &+= 1 }
        stream.last = sequence
        streams[source] = stream
        let index = UInt64(stream.rollovers) << 16 | UInt64(sequence)
        guard let body = keys.rtp.apply(packet.dropFirst(Self.headBytes), source: source, index: index) else {
            return nil
        }
        let sealed: [UInt8] = packet.prefix(Self.headBytes) + body
        return sealed + keys.rtp.tag(of: sealed + stream.rollovers.networkBytes)
    }

    /// A compound packet of RTCP, encrypted; nil for one without a head.
    mutating func protectReport(_ packet: [UInt8]) -> [UInt8]? {
        guard packet.count >= Self.reportHeadBytes else { return nil }
        let source = UInt32(networkBytes: packet[4..<8])
        let index = streams[source, default: Stream()].reports & 0x7FFF_FFFF
        streams[source, default: Stream()].reports = index &+ 1
        let body = keys.rtcp.apply(packet.dropFirst(Self.reportHeadBytes), source: source, index: UInt64(index))
        guard let body else { return nil }
        // The highest bit says that it is encrypted.
        let sealed: [UInt8] = packet.prefix(Self.reportHeadBytes) + body + (0x8000_0000 | index).networkBytes
        return sealed + keys.rtcp.tag(of: sealed)
    }
}
