/// Writes files of the tz database (RFC 9636, section 3).
struct ZoneBytes {
    /// The version's byte: 0, or the digit of version 2 and later.
    var version = UInt8(ascii: "2")
    var changes: [(instant: Int64, kind: UInt8)] = []
    var offsets: [Int32] = [0]
    var leaps = 0
    var rule = ""

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// One header with what follows it.
    private func part(isWide: Bool) -> [UInt8] {
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, leaps, changes.count, offsets.count, 4] { bytes += Self.bytes(UInt32(count)) }
        for change in changes {
            bytes += isWide ? Self.bytes(change.instant) : Self.bytes(Int32(truncatingIfNeeded: change.instant))
        }
        bytes += changes.map(\.kind)
        for offset in offsets { bytes += Self.bytes(offset) + [0, 0] }
        return bytes + Array("LMT\u{0}".utf8) + [UInt8](repeating: 0, count: leaps * (isWide ? 12 : 8))
    }

    /// The file. The part for readers of version 1 says nothing in later versions, as in those of zic's "slim" form.
    var file: [UInt8] {
        guard version > 0 else { return part(isWide: false) }
        return ZoneBytes(version: version).part(isWide: false) + part(isWide: true) + Array("\n\(rule)\n".utf8)
    }
}
