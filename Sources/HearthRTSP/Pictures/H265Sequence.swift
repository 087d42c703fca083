internal import HearthBase

/// What a sequence parameter set of H.265 says (ITU-T H.265, 7.3.2.2.1).
struct H265Sequence: Hashable, Sendable {
    /// The profile space, tier and profile in one byte; compatibility flags; constraint flags; level: the first twelve
    /// bytes of `profile_tier_level`.
    var profile: [UInt8]
    var layers: Int
    var isNested: Bool
    var id: Int
    var chroma: Int
    var lumaBits: Int
    var chromaBits: Int
    var size: PictureSize

    /// Reads a set; nil if it can't be right.
    ///
    /// - Parameter unit: the NAL unit.
    init?(_ unit: ArraySlice<UInt8>) {
        var reader = BitReader(unit.dropFirst(2))
        reader.skip(4)
        let sublayers = Int(reader.bits(3))
        isNested = reader.bit()
        profile = (0..<12).map { _ in UInt8(truncatingIfNeeded: reader.bits(8)) }
        guard sublayers <= 6 else { return nil }
        layers = sublayers + 1
        let present = (0..<sublayers).map { _ in (reader.bit(), reader.bit()) }
        if sublayers > 0 { reader.skip((8 - sublayers) * 2) }
        for (hasProfile, hasLevel) in present { reader.skip((hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)) }
        id = reader.unsigned()
        chroma = reader.unsigned()
        let isEachColour = chroma == 3 && reader.bit()
        var (width, height) = (reader.unsigned(), reader.unsigned())
        if reader.bit() {
            let (left, right, top, bottom) = (
                reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()
            )
            // H.265, table 6-1.
            let isOneColour = chroma == 0 || isEachColour
            width -= (left + right) * (!isOneColour && chroma < 3 ? 2 : 1)
            height -= (top + bottom) * (!isOneColour && chroma < 2 ? 2 : 1)
        }
        lumaBits = min(reader.unsigned(), 100) + 8
        chromaBits = min(reader.unsigned(), 100) + 8
        guard !reader.isOver, id <= 15, chroma <= 3, lumaBits <= 15, chromaBits <= 15,
            let size = PictureSize(width: width, height: height)
        else { return nil }
        self.size = size
    }

    /// The codec (ISO/IEC 14496-15, annex E.3).
    var codec: String {
        let space = ["", "A", "B", "C"][Int(profile[0] >> 6)]
        // The flags are written with the first one as the lowest bit.
        var flags: UInt32 = 0
        for bit in 0..<32 where profile[1 + bit / 8] >> (7 - bit % 8) & 1 == 1 { flags |= 1 << UInt32(bit) }
        var constraints = profile[5..<11]
        while constraints.last == 0 { constraints.removeLast() }
        let tier = profile[0] & 0x20 == 0 ? "L" : "H"
        let first = "hvc1.\(space)\(profile[0] & 0x1F).\(hex(flags, digits: 1, uppercase: true)).\(tier)\(profile[11])"
        return ([first] + constraints.map { hex($0, digits: 1, uppercase: true) }).joined(separator: ".")
    }

    /// The decoder's record (ISO/IEC 14496-15, 8.3.3.1.2).
    ///
    /// - Parameter sets: units by their NAL unit types, in the order of the record.
    func record(_ sets: [(type: UInt8, units: [[UInt8]])]) -> [UInt8] {
        var record = [1] + profile + [0xF0, 0, 0xFC]
        // In range: read with these limits.
        record += [0xFC | UInt8(chroma), 0xF8 | UInt8((lumaBits - 8) & 7), 0xF8 | UInt8((chromaBits - 8) & 7), 0, 0]
        record.append(UInt8(layers) << 3 | (isNested ? 4 : 0) | 3)
        record.append(UInt8(clamping: sets.count))
        for set in sets {
            let count = UInt16(clamping: set.units.count)
            record += [0x80 | set.type, UInt8(count >> 8), UInt8(count & 0xFF)]
            for unit in set.units { record += LengthPrefix.two(unit) }
        }
        return record
    }
}
