internal import HearthTLS

/// Checks and decrypts a client's reports (RFC 3711, section 3.4). Each is taken once.
package struct SRTCPReceiver: Sendable {
    private let keys: SRTPKeys.Part
    private var window = ReplayWindow()

    private static let headBytes = 8
    private static let trailerBytes = 4 + SRTPKeys.Part.tagBytes

    package init(_ keys: SRTPKeys) { self.keys = keys.rtcp }

    /// The compound packet; nil for one that is forged, has come before, or is not well-formed.
    package mutating func open(_ packet: [UInt8]) -> [UInt8]? {
        guard packet.count >= Self.headBytes + Self.trailerBytes else { return nil }
        let covered = Array(packet.dropLast(SRTPKeys.Part.tagBytes))
        guard constantTimeEquals(keys.tag(of: covered), Array(packet.suffix(SRTPKeys.Part.tagBytes))) else {
            return nil
        }
        let trailer = UInt32(networkBytes: covered.suffix(4))
        let index = trailer & 0x7FFF_FFFF
        guard window.take(UInt64(index)) else { return nil }
        let content = covered.dropLast(4)
        // Whether it is encrypted.
        guard trailer & 0x8000_0000 != 0 else { return Array(content) }
        let source = UInt32(networkBytes: content[4..<8])
        return keys.apply(content.dropFirst(Self.headBytes), source: source, index: UInt64(index)).map {
            content.prefix(Self.headBytes) + $0
        }
    }
}
