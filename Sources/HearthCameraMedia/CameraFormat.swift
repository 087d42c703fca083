/// The format of a camera's stream: what a decoder must know before the first unit. Any part of it may change while the
/// stream runs; a new format then comes before the first unit that needs it.
public struct CameraFormat: Sendable, Hashable {
    /// The pictures; nil for a stream of sound only.
    public var video: VideoFormat?
    /// The sound; nil for a stream without sound.
    public var audio: AudioFormat?

    /// Creates a format.
    public init(video: VideoFormat? = nil, audio: AudioFormat? = nil) {
        self.video = video
        self.audio = audio
    }

    /// The bytes of both configurations.
    package var configurationBytes: Int {
        (video?.configuration.count ?? 0) + (audio?.configuration.count ?? 0)
    }
}

/// The format of encoded pictures.
public struct VideoFormat: Sendable, Hashable {
    /// The codec's name with profile and level, as in RFC 6381, for example "avc1.42E01F", "hvc1.1.6.L93.B0" or "jpeg".
    public var codec: String
    /// The decoder configuration record of ISO/IEC 14496-15, with the parameter sets: the content of an `avcC` or `hvcC`
    /// box. Empty for JPEG.
    public var configuration: [UInt8]
    /// Width in pixels; 0 if unknown.
    public var width: Int
    /// Height in pixels; 0 if unknown.
    public var height: Int

    /// Creates a format.
    public init(codec: String, configuration: [UInt8] = [], width: Int = 0, height: Int = 0) {
        self.codec = codec
        self.configuration = configuration
        self.width = width
        self.height = height
    }
}

/// The format of encoded sound.
public struct AudioFormat: Sendable, Hashable {
    /// The codec's name as in RFC 6381 and WebCodecs: "mp4a.40.2" (AAC), "opus", "ulaw" (PCMU) or "alaw" (PCMA).
    public var codec: String
    /// AudioSpecificConfig of ISO/IEC 14496-3 for AAC, else empty.
    public var configuration: [UInt8]
    /// Samples of one channel in a second.
    public var sampleRate: Int
    /// Number of channels.
    public var channels: Int

    /// Creates a format.
    public init(codec: String, configuration: [UInt8] = [], sampleRate: Int, channels: Int = 1) {
        self.codec = codec
        self.configuration = configuration
        self.sampleRate = sampleRate
        self.channels = channels
    }
}
