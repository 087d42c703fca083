/// One encoded picture, or one packet of encoded sound.
public struct CameraUnit: Sendable, Hashable {
    /// Whether this is sound.
    public var isAudio: Bool
    /// Whether a decoder can begin with this picture. Always true for sound and for JPEG.
    public var isKey: Bool
    /// When it is presented, in microseconds from the beginning of the stream. Never goes back within a stream; pictures
    /// and sound have the same clock.
    public var time: Int64
    /// The content. For H.264 and H.265 the NAL units of one picture, each behind its length in four bytes, the highest
    /// first, as in an MP4 file and without parameter sets. Otherwise the packet as the codec has it.
    public var bytes: [UInt8]

    /// Creates a unit.
    public init(isAudio: Bool = false, isKey: Bool, time: Int64, bytes: [UInt8]) {
        self.isAudio = isAudio
        self.isKey = isKey
        self.time = time
        self.bytes = bytes
    }
}

/// A picture that can be decoded alone.
package struct KeyPicture: Sendable, Hashable {
    package var format: VideoFormat
    package var unit: CameraUnit

    package init(format: VideoFormat, unit: CameraUnit) {
        self.format = format
        self.unit = unit
    }
}

/// A part of a camera's stream. The first part is a format, the second a key picture.
public enum CameraPart: Sendable, Hashable {
    /// The format of all units until the next format.
    case format(CameraFormat)
    /// A picture or a packet of sound.
    case unit(CameraUnit)
}
