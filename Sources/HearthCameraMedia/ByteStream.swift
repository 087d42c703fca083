/// Units as a byte stream, as players read it from a file or a pipe: of H.264 and H.265 the NAL units behind start codes
/// (ITU-T H.264 and H.265, Annex B), with the parameter sets before each key picture; of other codecs the packets one
/// after the other.
public struct ByteStream: Sendable {
    private static let startCode: [UInt8] = [0, 0, 0, 1]

    /// Whether units consist of NAL units.
    private let hasNALUnits: Bool
    /// The parameter sets of the format, behind start codes.
    private let parameterSets: [UInt8]

    /// Creates the byte stream of a format.
    public init(_ format: VideoFormat) {
        let codec = format.codec.prefix { $0 != "." }
        let record = format.configuration
        switch codec {
        case "avc1", "avc3":
            (hasNALUnits, parameterSets) = (true, Self.joined(Self.parameterSets(inAVC: record)))
        case "hvc1", "hev1":
            (hasNALUnits, parameterSets) = (true, Self.joined(Self.parameterSets(inHEVC: record)))
        default:
            (hasNALUnits, parameterSets) = (false, [])
        }
    }

    /// The bytes of a unit of pictures. What is not a NAL unit is left out.
    public func bytes(of unit: CameraUnit) -> [UInt8] {
        guard hasNALUnits else { return unit.bytes }
        return (unit.isKey ? parameterSets : []) + Self.joined(Self.units(in: unit.bytes))
    }

    /// The NAL units in the bytes of a unit of H.264 or H.265; those before an error.
    package static func units(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var reader = ByteReader(bytes)
        var units: [ArraySlice<UInt8>] = []
        while let length = reader.number(4), let unit = reader.bytes(length) { units.append(unit) }
        return units
    }

    private static func joined(_ units: [ArraySlice<UInt8>]) -> [UInt8] {
        units.reduce(into: []) { $0 += startCode + $1 }
    }

    /// The parameter sets in an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1); those before an error.
    package static func parameterSets(inAVC record: [UInt8]) -> [ArraySlice<UInt8>] {
        var reader = ByteReader(record)
        guard reader.bytes(5) != nil, let sequences = reader.number(1) else { return [] }
        var sets = reader.units(sequences & 0x1F)
        sets += reader.units(reader.number(1) ?? 0)
        return sets
    }

    /// The parameter sets in an HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1); those before an error.
    private static func parameterSets(inHEVC record: [UInt8]) -> [ArraySlice<UInt8>] {
        var reader = ByteReader(record)
        guard reader.bytes(22) != nil, let arrays = reader.number(1) else { return [] }
        var sets: [ArraySlice<UInt8>] = []
        for _ in 0..<arrays {
            guard reader.bytes(1) != nil, let count = reader.number(2) else { break }
            sets += reader.units(count)
        }
        return sets
    }
}

/// Reads big-endian numbers and pieces of bytes.
private struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// A number of at most four bytes.
    mutating func number(_ count: Int) -> Int? {
        bytes(count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Up to this number of units, each behind its length in two bytes.
    mutating func units(_ count: Int) -> [ArraySlice<UInt8>] {
        var units: [ArraySlice<UInt8>] = []
        for _ in 0..<count {
            guard let length = number(2), let unit = bytes(length) else { break }
            units.append(unit)
        }
        return units
    }
}
