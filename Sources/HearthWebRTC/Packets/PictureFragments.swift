internal import HearthCameraMedia

/// Divides pictures in H.264 into payloads of RTP (RFC 6184, packetization mode 1).
package enum PictureFragments {
    /// The longest payload, in bytes, so that a packet fits where a datagram of 1,280 bytes does, with all its heads.
    package static let mostBytes = 1_200

    /// The most NAL units of a picture. Encoders make some dozens; without a bound, a hostile camera makes hundreds of
    /// thousands of packets of one picture.
    package static let mostUnits = 2_048

    private static let (aggregate, fragment): (UInt8, UInt8) = (24, 28)

    /// The payloads of a picture. A NAL unit that fits is a payload of its own (section 5.6), a longer one is divided
    /// (FU-A, section 5.8).
    ///
    /// - Parameters:
    ///   - picture: NAL units, each behind its length in four bytes.
    ///   - parameterSets: the sets that go before it, in one payload if they fit (STAP-A, section 5.7.1).
    /// - Returns: nil for a picture with more than ``mostUnits``.
    package static func payloads(of picture: [UInt8], parameterSets: [ArraySlice<UInt8>]) -> [[UInt8]]? {
        let units = ByteStream.units(in: picture)
        guard units.count <= mostUnits else { return nil }
        return sets(parameterSets.filter { !$0.isEmpty }) + units.filter { !$0.isEmpty }.flatMap { divided($0) }
    }

    private static func sets(_ sets: [ArraySlice<UInt8>]) -> [[UInt8]] {
        let size = sets.reduce(1) { $0 + 2 + $1.count }
        guard sets.count > 1, size <= mostBytes else { return sets.flatMap { divided($0) } }
        // The importance of the most important unit (section 5.7).
        let importance = sets.compactMap(\.first).map { $0 & 0x60 }.max() ?? 0
        return [
            sets.reduce(into: [importance | aggregate]) { $0 += UInt16(truncatingIfNeeded: $1.count).networkBytes + $1 }
        ]
    }

    private static func divided(_ unit: ArraySlice<UInt8>) -> [[UInt8]] {
        guard unit.count > mostBytes, let head = unit.first else { return [Array(unit)] }
        var payloads: [[UInt8]] = []
        var rest = unit.dropFirst()
        while !rest.isEmpty {
            let piece = rest.prefix(mostBytes - 2)
            let isFirst = rest.count == unit.count - 1
            rest = rest.dropFirst(piece.count)
            let flags: UInt8 = (isFirst ? 0x80 : 0) | (rest.isEmpty ? 0x40 : 0)
            payloads.append([head & 0xE0 | fragment, flags | head & 0x1F] + piece)
        }
        return payloads
    }
}
