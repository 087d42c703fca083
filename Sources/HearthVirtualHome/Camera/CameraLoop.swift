internal import HearthBase
internal import HearthCameraMedia

/// Pictures that follow each other in a circle, and their sound, as `scripts/make-camera-loop` writes them.
struct CameraLoop: Sendable {
    /// The format with sound.
    let format: CameraFormat
    /// The time between two pictures, in microseconds.
    let interval: Int64
    private let pictures: [(isKey: Bool, bytes: [UInt8])]
    private let packets: [[UInt8]]
    /// The time of a packet of sound, in microseconds.
    private static let packetTime: Int64 = 20_000

    /// Nil for content that is not a loop.
    init?(_ bytes: [UInt8], sound: [UInt8]) {
        var content = LoopReader(bytes)
        guard let codec = content.bytes(after: 1), let record = content.bytes(after: 2),
            let width = content.number(2), let height = content.number(2), let interval = content.number(4),
            interval > 0, let count = content.number(2), count > 0
        else { return nil }
        var pictures: [(isKey: Bool, bytes: [UInt8])] = []
        for _ in 0..<count {
            guard let isKey = content.number(1), let bytes = content.bytes(after: 4) else { return nil }
            pictures.append((isKey == 1, bytes))
        }
        var soundContent = LoopReader(sound)
        var packets: [[UInt8]] = []
        while let packet = soundContent.bytes(after: 2) { packets.append(packet) }
        guard !packets.isEmpty else { return nil }
        format = CameraFormat(
            video: VideoFormat(
                codec: String(decoding: codec, as: UTF8.self), configuration: record, width: width, height: height),
            audio: AudioFormat(codec: "opus", sampleRate: 48_000))
        self.interval = Int64(interval)
        self.pictures = pictures
        self.packets = packets
    }

    /// The picture with a number, from 0 on.
    func unit(_ number: Int) -> CameraUnit {
        let picture = pictures[number % pictures.count]
        return CameraUnit(isKey: picture.isKey, time: Int64(number) * interval, bytes: picture.bytes)
    }

    /// The packets of sound that begin while the picture with a number is shown.
    func sound(with number: Int) -> [CameraUnit] {
        let begin = Int64(number) * interval
        let first = (begin + Self.packetTime - 1) / Self.packetTime
        let next = (begin + interval + Self.packetTime - 1) / Self.packetTime
        return (first..<next).map { packet in
            CameraUnit(
                isAudio: true, isKey: true, time: packet * Self.packetTime,
                bytes: packets[Int(packet % Int64(packets.count))])
        }
    }

    // MARK: The demo's loops

    private static let sound = decoded(CameraLoopData.sound) ?? []
    private static let main = decoded(CameraLoopData.main).flatMap { CameraLoop($0, sound: sound) }
    private static let sub = decoded(CameraLoopData.sub).flatMap { CameraLoop($0, sound: sound) }

    /// A picture of the loop in JPEG, 640 × 360.
    static let picture = decoded(CameraLoopData.picture) ?? []

    /// The demo's loop in a quality.
    static func demo(_ quality: CameraQuality) -> CameraLoop? {
        switch quality {
        case .main: main
        case .sub: sub
        }
    }

    private static func decoded(_ text: StaticString) -> [UInt8]? {
        text.withUTF8Buffer { Base64.decode(Array($0)[...]) }
    }
}

/// Reads a loop's numbers, with the highest byte first, and contents behind their lengths.
private struct LoopReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func number(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// - Parameter count: the bytes of the length.
    mutating func bytes(after count: Int) -> [UInt8]? {
        guard let length = number(count), rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return Array(rest.prefix(length))
    }
}
