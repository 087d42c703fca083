public import HearthCameraTraits
internal import HearthTraitCore

/// The streams of a camera, which are always there: their IDs are 1 for the main stream, 2 for the small one.
public struct CameraStreams: Hashable, Sendable {
    /// A stream of pictures.
    public struct Video: Hashable, Sendable {
        /// The codec.
        public var codec: Matter.CameraAvStreamManagementTrait.VideoCodecEnum
        /// Width in pixels; at least 64.
        public var width: UInt16
        /// Height in pixels; at least 64.
        public var height: UInt16
        /// Pictures in a second; at least 1.
        public var frameRate: UInt16
        /// Bits in a second; at least 1.
        public var bitRate: UInt32
        /// The time between pictures with which a decoder can begin, in milliseconds; at most 65,500.
        public var keyFrameInterval: UInt16

        /// Creates a stream.
        public init(
            codec: Matter.CameraAvStreamManagementTrait.VideoCodecEnum = .h264, width: UInt16, height: UInt16,
            frameRate: UInt16, bitRate: UInt32, keyFrameInterval: UInt16 = 4_000
        ) {
            self.codec = codec
            self.width = width
            self.height = height
            self.frameRate = frameRate
            self.bitRate = bitRate
            self.keyFrameInterval = keyFrameInterval
        }
    }

    /// A stream of sound.
    public struct Audio: Hashable, Sendable {
        /// The codec.
        public var codec: Matter.CameraAvStreamManagementTrait.AudioCodecEnum
        /// Channels, 1 to 8.
        public var channels: UInt8
        /// Samples of a channel in a second; at least 1.
        public var sampleRate: UInt32
        /// Bits in a second; at least 1.
        public var bitRate: UInt32

        /// Creates a stream.
        public init(
            codec: Matter.CameraAvStreamManagementTrait.AudioCodecEnum, channels: UInt8 = 1, sampleRate: UInt32,
            bitRate: UInt32
        ) {
            self.codec = codec
            self.channels = channels
            self.sampleRate = sampleRate
            self.bitRate = bitRate
        }
    }

    /// The main stream, with ID 1.
    public var main: Video
    /// The small stream, with ID 2; nil if there is none.
    public var sub: Video?
    /// The sound, with ID 1; nil if there is none, or in a codec that Matter has no name for.
    public var audio: Audio?
    /// Whether people can talk through the camera, and hear it meanwhile.
    public var talk: Matter.CameraAvStreamManagementTrait.TwoWayTalkSupportTypeEnum
    /// What the camera can use its streams for, the most important first. The streams that are always there are for
    /// live views.
    public var usages: [Matter.CameraAvStreamManagementTrait.StreamUsageEnum]

    /// Creates the streams of a camera.
    public init(
        main: Video, sub: Video? = nil, audio: Audio? = nil,
        talk: Matter.CameraAvStreamManagementTrait.TwoWayTalkSupportTypeEnum = .notSupported,
        usages: [Matter.CameraAvStreamManagementTrait.StreamUsageEnum] = [.liveView]
    ) {
        self.main = main
        self.sub = sub
        self.audio = audio
        self.talk = talk
        self.usages = usages
    }

    /// The streams of pictures with their IDs.
    var videos: [(id: UInt16, video: Video)] {
        let mains: [(id: UInt16, video: Video)] = [(1, main)]
        guard let sub else { return mains }
        return mains + [(id: 2, video: sub)]
    }
}
