package import HearthCameraMedia

/// Takes the sound out of packets: the payload as it is (RFC 3551, RFC 7587), or the access units of AAC (RFC 3640,
/// section 3.3.6).
package struct AudioDepacketizer: Hashable, Sendable {
    /// A unit of sound.
    struct Unit: Hashable, Sendable {
        /// Units of the clock after the packet's timestamp.
        var delay: UInt32
        var bytes: [UInt8]
    }

    /// How access units of AAC are described in a packet.
    private struct Lengths: Hashable {
        var size: Int
        var index: Int
    }

    package let format: AudioFormat
    private let lengths: Lengths?
    private let mostBytes: Int
    /// The fragments of an access unit, and its whole length.
    private var fragments: [UInt8] = []
    private var whole = 0

    /// The most access units of a packet; cameras send one to ten.
    private static let mostUnits = 64
    /// The samples of an access unit of AAC.
    private static let samples: UInt32 = 1_024

    /// - Parameter mostBytes: the longest unit, in bytes.
    /// - Returns: nil for a track of another kind, or AAC without a configuration.
    package init?(_ track: MediaTrack, mostBytes: Int) {
        self.mostBytes = mostBytes
        func format(_ codec: String, _ configuration: [UInt8] = []) -> AudioFormat {
            AudioFormat(
                codec: codec, configuration: configuration, sampleRate: track.clockRate, channels: track.channels)
        }
        lengths = track.codec == .aac ? Self.lengths(track.parameters) : nil
        switch track.codec {
        case .h264, .h265: return nil
        case .pcmu: self.format = format("ulaw")
        case .pcma: self.format = format("alaw")
        case .opus: self.format = format("opus")
        case .aac:
            let configuration = Self.bytes(track.parameters["config"] ?? "")
            guard lengths != nil, configuration.count >= 2, configuration.count <= 64 else { return nil }
            // The type of audio object has five bits (ISO/IEC 14496-3, 1.6.2.1).
            self.format = format("mp4a.40.\(configuration[0] >> 3)", configuration)
        }
    }

    private static func lengths(_ parameters: [String: String]) -> Lengths? {
        guard let size = parameters["sizelength"].flatMap({ Int($0) }), (1...16).contains(size),
            let index = Int(parameters["indexlength"] ?? "0"), (0...16).contains(index),
            parameters["indexdeltalength"] ?? "\(index)" == "\(index)"
        else { return nil }
        return Lengths(size: size, index: index)
    }

    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits.utf8.prefix(256))
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
    }

    /// Takes the next packet.
    mutating func received(_ packet: RTPPacket, afterLoss: Bool) -> [Unit] {
        if afterLoss { fragments = [] }
        guard let lengths else {
            let isUsable = !packet.payload.isEmpty && packet.payload.count <= mostBytes
            return isUsable ? [Unit(delay: 0, bytes: Array(packet.payload))] : []
        }
        return units(packet, lengths)
    }

    private mutating func units(_ packet: RTPPacket, _ lengths: Lengths) -> [Unit] {
        let payload = packet.payload
        guard payload.count > 2 else { return [] }
        let start = payload.startIndex
        let headBits = Int(payload[start]) << 8 | Int(payload[start + 1])
        let headBytes = (headBits + 7) / 8
        guard headBits > 0, headBytes < payload.count - 2 else { return [] }
        var reader = PlainBits(payload.dropFirst(2).prefix(headBytes))
        var rest = payload.dropFirst(2 + headBytes)
        var units: [Unit] = []
        for number in 0..<min(headBits / (lengths.size + lengths.index), Self.mostUnits) {
            let size = reader.bits(lengths.size)
            _ = reader.bits(lengths.index)
            guard size > 0, size <= mostBytes else { break }
            if size > rest.count || !fragments.isEmpty {
                if let unit = join(rest, whole: size) { units.append(Unit(delay: 0, bytes: unit)) }
                break
            }
            units.append(Unit(delay: UInt32(clamping: number) &* Self.samples, bytes: Array(rest.prefix(size))))
            rest = rest.dropFirst(size)
        }
        return units
    }

    /// Joins a fragment with those before it.
    ///
    /// - Returns: the access unit, if it is whole.
    private mutating func join(_ bytes: ArraySlice<UInt8>, whole: Int) -> [UInt8]? {
        if self.whole != whole { fragments = [] }
        self.whole = whole
        fragments += bytes
        guard fragments.count >= whole else { return nil }
        defer { fragments = [] }
        return fragments.count == whole ? fragments : nil
    }
}

/// Reads bits without any escaping.
private struct PlainBits {
    private var rest: ArraySlice<UInt8>
    private var left = 8

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// - Parameter count: at most 16. Zeros past the end.
    mutating func bits(_ count: Int) -> Int {
        var value = 0
        for _ in 0..<count {
            value <<= 1
            guard let byte = rest.first else { continue }
            left -= 1
            value |= Int(byte >> UInt8(left) & 1)
            if left == 0 {
                left = 8
                rest = rest.dropFirst()
            }
        }
        return value
    }
}
