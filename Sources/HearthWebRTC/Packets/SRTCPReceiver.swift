internal import HearthTLS

/// Checks and decrypts a client's reports (RFC 3711, section 3.4). Each is taken once.
package struct SRTCPReceiver: Sendable {
    private let keys: SRTPKeys.Part
    /// The highest index so far, and which of the 64 up to it have come.
    private var highest: UInt32 = 0
    private var come: UInt64 = 0
    private var hasBegun = false

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
        guard isNew(index) else { return nil }
        let content = covered.dropLast(4)
        // Whether it is encrypted.
        guard trailer & 0x8000_0000 != 0 else { return Array(content) }
        let source = UInt32(networkBytes: content[4..<8])
        return keys.apply(content.dropFirst(Self.headBytes), source: source, index: UInt64(index)).map {
            content.prefix(Self.headBytes) + $0
        }
    }

    private mutating func isNew(_ index: UInt32) -> Bool {
        guard hasBegun else {
            (highest, come, hasBegun) = (index, 1, true)
            return true
        }
        if index > highest {
            let steps = index - highest
            come = steps < 64 ? come << UInt64(steps) | 1 : 1
            highest = index
            return true
        }
        let age = highest - index
        guard age < 64, come & 1 << UInt64(age) == 0 else { return false }
        come |= 1 << UInt64(age)
        return true
    }
}
