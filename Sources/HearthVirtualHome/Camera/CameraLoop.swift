internal import HearthBase
internal import HearthCameraMedia

/// Pictures that follow each other in a circle, as `scripts/make-camera-loop` writes them.
struct CameraLoop: Sendable {
    let format: CameraFormat
    /// The time between two pictures, in microseconds.
    let interval: Int64
    private let pictures: [(isKey: Bool, bytes: [UInt8])]

    /// Nil for content that is not a loop.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func number(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        }
        func content(_ count: Int?) -> [UInt8]? {
            guard let count, rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        guard let codec = content(number(1)), let record = content(number(2)), let width = number(2),
            let height = number(2), let interval = number(4), interval > 0, let count = number(2), count > 0
        else { return nil }
        var pictures: [(isKey: Bool, bytes: [UInt8])] = []
        for _ in 0..<count {
            guard let isKey = number(1), let bytes = content(number(4)) else { return nil }
            pictures.append((isKey == 1, bytes))
        }
        format = CameraFormat(
            video: VideoFormat(
                codec: String(decoding: codec, as: UTF8.self), configuration: record, width: width, height: height))
        self.interval = Int64(interval)
        self.pictures = pictures
    }

    /// The picture with a number, from 0 on.
    func unit(_ number: Int) -> CameraUnit {
        let picture = pictures[number % pictures.count]
        return CameraUnit(isKey: picture.isKey, time: Int64(number) * interval, bytes: picture.bytes)
    }

    // MARK: The demo's loops

    private static let main = decoded(CameraLoopData.main).flatMap { CameraLoop($0) }
    private static let sub = decoded(CameraLoopData.sub).flatMap { CameraLoop($0) }

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
