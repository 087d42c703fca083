internal import HearthBase

/// What a sequence parameter set of H.264 says (ITU-T H.264, 7.3.2.1.1).
struct H264Sequence: Hashable, Sendable {
    var profile: UInt8
    var constraints: UInt8
    var level: UInt8
    var id: Int
    var chroma = 1
    var lumaBits = 8
    var chromaBits = 8
    var size: PictureSize

    /// The profiles whose sets have a chroma format.
    private static let high: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// Whether the set has a chroma format, and the decoder's record has it, too.
    var isHigh: Bool { Self.high.contains(profile) }

    /// Reads a set; nil if it can't be right.
    ///
    /// - Parameter unit: the NAL unit.
    init?(_ unit: ArraySlice<UInt8>) {
        var reader = BitReader(unit.dropFirst())
        profile = UInt8(truncatingIfNeeded: reader.bits(8))
        constraints = UInt8(truncatingIfNeeded: reader.bits(8))
        level = UInt8(truncatingIfNeeded: reader.bits(8))
        id = reader.unsigned()
        var isEachColour = false
        if Self.high.contains(profile) {
            chroma = reader.unsigned()
            if chroma == 3 { isEachColour = reader.bit() }
            // The limits of the additions.
            lumaBits = min(reader.unsigned(), 100) + 8
            chromaBits = min(reader.unsigned(), 100) + 8
            reader.skip(1)
            if reader.bit() { Self.skipScaling(&reader, lists: chroma == 3 ? 12 : 8) }
        }
        guard id <= 31, chroma <= 3, lumaBits <= 14, chromaBits <= 14 else { return nil }
        _ = reader.unsigned()
        switch reader.unsigned() {
        case 0: _ = reader.unsigned()
        case 1:
            reader.skip(1)
            _ = (reader.signed(), reader.signed())
            for _ in 0..<min(reader.unsigned(), 255) { _ = reader.signed() }
        default: break
        }
        _ = reader.unsigned()
        reader.skip(1)
        let width = (reader.unsigned() + 1) * 16
        let rows = reader.unsigned() + 1
        let isProgressive = reader.bit()
        if !isProgressive { reader.skip(1) }
        reader.skip(1)
        let height = rows * 16 * (isProgressive ? 1 : 2)
        var (horizontal, vertical) = (0, 0)
        if reader.bit() {
            let (left, right, top, bottom) = (
                reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()
            )
            // H.264, table 6-1: chroma of 4:2:0 has half the columns and rows, of 4:2:2 half the columns.
            let isOneColour = chroma == 0 || isEachColour
            horizontal = (left + right) * (!isOneColour && chroma < 3 ? 2 : 1)
            vertical = (top + bottom) * (!isOneColour && chroma < 2 ? 2 : 1) * (isProgressive ? 1 : 2)
        }
        guard !reader.isOver, let size = PictureSize(width: width - horizontal, height: height - vertical) else {
            return nil
        }
        self.size = size
    }

    private static func skipScaling(_ reader: inout BitReader, lists: Int) {
        for list in 0..<lists where reader.bit() {
            var (last, next) = (8, 8)
            for _ in 0..<(list < 6 ? 16 : 64) {
                if next != 0 { next = (last + reader.signed() % 256 + 256) % 256 }
                if next != 0 { last = next }
            }
        }
    }

    /// The codec as RFC 6381, section 3.3 has it.
    var codec: String { "avc1." + [profile, constraints, level].map { hex($0, digits: 2, uppercase: true) }.joined() }

    /// The decoder's record (ISO/IEC 14496-15, 5.3.3.1.2).
    ///
    /// - Parameters:
    ///   - sets: this set's unit, at most 65,535 bytes.
    ///   - pictureSets: the units of the picture parameter sets, at most 255.
    func record(_ set: [UInt8], _ pictureSets: [[UInt8]]) -> [UInt8] {
        var record = [1, profile, constraints, level, 0xFF, 0xE1] + LengthPrefix.two(set)
        record.append(UInt8(clamping: pictureSets.count))
        for set in pictureSets { record += LengthPrefix.two(set) }
        if isHigh, profile != 44 {
            // In range: read with these limits.
            record += [0xFC | UInt8(chroma), 0xF8 | UInt8(lumaBits - 8), 0xF8 | UInt8(chromaBits - 8), 0]
        }
        return record
    }
}
