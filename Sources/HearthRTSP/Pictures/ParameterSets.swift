package import HearthCameraMedia

/// The parameter sets of a video track, from its description and from the stream.
package struct ParameterSets: Hashable, Sendable {
    /// The longest set, in bytes.
    static let mostBytes = 1_024
    /// The most sets of a type.
    static let mostSets = 8

    private struct Entry: Hashable {
        /// The number that pictures name it by.
        var number: Int
        var bytes: [UInt8]
    }

    private let codec: VideoCodec
    /// By type; of each type the last one is the newest.
    private var sets: [UInt8: [Entry]] = [:]
    /// The format; nil until all sets are there. Each key picture asks for it, so it is made when a set changes.
    package private(set) var format: VideoFormat?

    init(_ codec: VideoCodec) { self.codec = codec }

    /// Creates the sets of a track from the parameters of its description (RFC 6184, section 8.1; RFC 7798, section
    /// 7.1).
    package init?(_ track: MediaTrack) {
        switch track.codec {
        case .h264: codec = .h264
        case .h265: codec = .h265
        default: return nil
        }
        for name in ["sprop-parameter-sets", "sprop-vps", "sprop-sps", "sprop-pps"] {
            for text in track.parameters[name]?.split(separator: ",") ?? [] {
                if let unit = Base64Text.decode(text) { add(unit[...]) }
            }
        }
    }

    /// Takes a set; other units have no effect. One with the same number replaces the former one.
    mutating func add(_ unit: ArraySlice<UInt8>) {
        guard let first = unit.first, unit.count > codec.headBytes, unit.count <= Self.mostBytes else { return }
        let type = codec.type(first)
        guard codec.content(type) == .parameters(type) else { return }
        var known = sets[type] ?? []
        guard !known.contains(where: { $0.bytes.elementsEqual(unit) }), let number = number(unit, type) else { return }
        known.removeAll { $0.number == number }
        if known.count == Self.mostSets { known.removeFirst() }
        sets[type] = known + [Entry(number: number, bytes: Array(unit))]
        format = makeFormat()
    }

    /// The number of a set; nil if it can't be right.
    private func number(_ unit: ArraySlice<UInt8>, _ type: UInt8) -> Int? {
        switch (codec, type) {
        case (.h264, 7): return H264Sequence(unit)?.id
        case (.h265, 33): return H265Sequence(unit)?.id
        case (.h265, 32):
            var reader = BitReader(unit.dropFirst(2))
            return Int(reader.bits(4))
        default:
            var reader = BitReader(unit.dropFirst(codec.headBytes))
            let number = reader.unsigned()
            return reader.isOver ? nil : number
        }
    }

    private func makeFormat() -> VideoFormat? {
        guard codec.parameterTypes.allSatisfy({ sets[$0] != nil }),
            let newest = sets[codec == .h264 ? 7 : 33]?.last?.bytes
        else { return nil }
        func all(_ type: UInt8) -> [[UInt8]] { sets[type]?.map(\.bytes) ?? [] }
        switch codec {
        case .h264:
            guard let sequence = H264Sequence(newest[...]) else { return nil }
            return VideoFormat(
                codec: sequence.codec, configuration: sequence.record(newest, all(8)),
                width: sequence.size.width, height: sequence.size.height)
        case .h265:
            guard let sequence = H265Sequence(newest[...]) else { return nil }
            return VideoFormat(
                codec: sequence.codec,
                configuration: sequence.record(codec.parameterTypes.map { ($0, all($0)) }),
                width: sequence.size.width, height: sequence.size.height)
        }
    }
}
