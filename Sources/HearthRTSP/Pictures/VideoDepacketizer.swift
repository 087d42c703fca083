internal import HearthCameraMedia

/// Puts pictures together from packets (RFC 6184 for H.264, RFC 7798 for H.265).
///
/// A picture of which a part is missing is left out, and so are the pictures up to the next key picture, which may
/// refer to it.
struct VideoDepacketizer: Sendable {
    /// A whole picture.
    struct Picture: Hashable, Sendable {
        var timestamp: UInt32
        var isKey: Bool
        /// The NAL units, each behind its length in four bytes.
        var bytes: [UInt8]
        /// The format, if it has changed.
        var format: VideoFormat?
    }

    /// The most pictures that a packet completes. Cameras send one in many packets, or two at a loss of the mark.
    private static let mostPictures = 4
    /// The most units in a packet; a picture has one for each slice.
    private static let mostUnits = 256

    private let codec: VideoCodec
    private let mostBytes: Int
    private var parameters: ParameterSets
    private(set) var format: VideoFormat?
    /// The picture in progress.
    private var timestamp: UInt32?
    private var picture: [UInt8] = []
    private var isKey = false
    /// The unit that comes in fragments; nil if none does.
    private var fragments: [UInt8]?
    /// Whether pictures are left out up to a key picture.
    private var needsKey = true
    /// The timestamp of the picture that a mark ended last.
    private var marked: UInt32?
    /// Whether the camera marks each part of a picture, so that a mark ends none.
    private var marksParts = false
    /// The pictures that the present packet completes.
    private var done: [Picture] = []

    /// - Parameters:
    ///   - parameters: the sets of the description.
    ///   - mostBytes: the longest picture, in bytes.
    init(_ codec: VideoCodec, _ parameters: ParameterSets, mostBytes: Int) {
        self.codec = codec
        self.parameters = parameters
        self.mostBytes = mostBytes
    }

    /// Takes the next packet.
    ///
    /// - Parameter afterLoss: whether packets before it are missing.
    /// - Returns: the pictures that are now whole.
    mutating func received(_ packet: RTPPacket, afterLoss: Bool) -> [Picture] {
        done = []
        if afterLoss { lose() }
        if let timestamp, timestamp != packet.timestamp { finish() }
        timestamp = packet.timestamp
        take(packet.payload)
        // Cameras mark packets of parameter sets, too, although their picture follows.
        if packet.isMarked, !picture.isEmpty, !marksParts {
            finish()
            marked = packet.timestamp
        }
        return done
    }

    /// A part of the picture in progress is missing.
    private mutating func lose() {
        picture = []
        isKey = false
        fragments = nil
        needsKey = true
    }

    private mutating func finish() {
        if fragments != nil { lose() }
        defer { (picture, isKey) = ([], false) }
        guard !picture.isEmpty, let timestamp, isKey || !needsKey else { return }
        var new: VideoFormat?
        if isKey {
            guard let now = parameters.format else { return lose() }
            if now != format { (format, new) = (now, now) }
            needsKey = false
        }
        done.append(Picture(timestamp: timestamp, isKey: isKey, bytes: picture, format: new))
    }

    private mutating func take(_ payload: ArraySlice<UInt8>) {
        guard let first = payload.first, payload.count > codec.headBytes else { return }
        switch (codec, codec.type(first)) {
        case (.h264, 24), (.h265, 48): takeAggregate(payload.dropFirst(codec.headBytes))
        case (.h264, 28), (.h265, 49): takeFragment(payload)
        // Types of the interleaved mode, and undefined ones.
        case (.h264, 0), (.h264, 25...), (.h265, 50...): lose()
        default: take(unit: payload)
        }
    }

    private mutating func take(unit: ArraySlice<UInt8>) {
        if fragments != nil { lose() }
        append(unit)
    }

    private mutating func append(_ unit: ArraySlice<UInt8>) {
        guard let first = unit.first, unit.count > codec.headBytes else { return }
        switch codec.content(codec.type(first)) {
        case .picture(let isKey):
            // The first bit of a slice's head says whether it is the first one of its picture: `first_mb_in_slice`,
            // `first_slice_segment_in_pic_flag`.
            let isFirst = unit[unit.startIndex + codec.headBytes] & 0x80 != 0
            if isFirst {
                if !picture.isEmpty { finish() }
            } else if picture.isEmpty {
                if marked == timestamp { marksParts = true }
                return lose()
            }
            guard unit.count + 4 <= mostBytes - picture.count else { return lose() }
            LengthPrefix.append(unit, to: &picture)
            self.isKey = isKey || self.isKey
        case .parameters: parameters.add(unit)
        case .other: break
        }
    }

    private mutating func takeAggregate(_ units: ArraySlice<UInt8>) {
        var rest = units
        var count = 0
        while rest.count >= 2 {
            guard count < Self.mostUnits, done.count < Self.mostPictures else { return lose() }
            count += 1
            let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
            rest = rest.dropFirst(2)
            guard length <= rest.count else { return lose() }
            take(unit: rest.prefix(length))
            rest = rest.dropFirst(length)
        }
    }

    private mutating func takeFragment(_ payload: ArraySlice<UInt8>) {
        guard payload.count > codec.headBytes + 1 else { return lose() }
        let start = payload.startIndex
        let flags = payload[start + codec.headBytes]
        let content = payload.dropFirst(codec.headBytes + 1)
        if flags & 0x80 != 0 {
            if fragments != nil { lose() }
            switch codec {
            case .h264: fragments = [payload[start] & 0xE0 | flags & 0x1F]
            case .h265: fragments = [payload[start] & 0x81 | (flags & 0x3F) << 1, payload[start + 1]]
            }
        }
        guard let count = fragments?.count, content.count <= mostBytes - count else { return lose() }
        fragments?.append(contentsOf: content)
        guard flags & 0x40 != 0, let unit = fragments.take() else { return }
        append(unit[...])
    }
}
