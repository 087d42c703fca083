public import HearthCameraTraits
internal import HearthTraitCore

/// The settings of a camera apart from its streams and its privacy modes. Those that the camera lacks are nil.
public struct CameraSettings: Hashable, Sendable {
    /// A microphone or a speaker.
    public struct Sound: Hashable, Sendable {
        /// Whether it is silent.
        public var isMuted: Bool
        /// The volume, from 0 to 254.
        public var level: UInt8

        /// Creates a microphone or a speaker.
        public init(isMuted: Bool = false, level: UInt8 = 254) {
            self.isMuted = isMuted
            self.level = level
        }
    }

    /// The microphone. A camera whose streams have sound has one, also if this is nil at first.
    public var microphone: Sound?
    /// The speaker.
    public var speaker: Sound?
    /// Whether the camera sees in the dark.
    public var nightVision: Matter.CameraAvStreamManagementTrait.TriStateAutoEnum?
    /// The clockwise rotation of the picture, in degrees from 0 to 359.
    public var imageRotation: UInt16?
    /// Whether left and right are exchanged.
    public var isMirrored: Bool?
    /// Whether top and bottom are exchanged.
    public var isUpsideDown: Bool?
    /// The brightness of the light that shows whether the camera is on.
    public var statusLight: Matter.CameraAvStreamManagementTrait.ThreeLevelAutoEnum?

    /// Creates settings.
    public init(
        microphone: Sound? = nil, speaker: Sound? = nil,
        nightVision: Matter.CameraAvStreamManagementTrait.TriStateAutoEnum? = nil, imageRotation: UInt16? = nil,
        isMirrored: Bool? = nil, isUpsideDown: Bool? = nil,
        statusLight: Matter.CameraAvStreamManagementTrait.ThreeLevelAutoEnum? = nil
    ) {
        self.microphone = microphone
        self.speaker = speaker
        self.nightVision = nightVision
        self.imageRotation = imageRotation
        self.isMirrored = isMirrored
        self.isUpsideDown = isUpsideDown
        self.statusLight = statusLight
    }
}

extension Matter.CameraAvStreamManagementTrait.Attributes {
    /// The settings of a camera with these attributes.
    var settings: CameraSettings {
        CameraSettings(
            microphone: microphoneMuted.map { CameraSettings.Sound(isMuted: $0, level: microphoneVolumeLevel ?? 254) },
            speaker: speakerMuted.map { CameraSettings.Sound(isMuted: $0, level: speakerVolumeLevel ?? 254) },
            nightVision: nightVision, imageRotation: imageRotation, isMirrored: imageFlipHorizontal,
            isUpsideDown: imageFlipVertical,
            statusLight: statusLightBrightness)
    }

    /// Describes a camera that has settings.
    mutating func describe(_ settings: CameraSettings) {
        if let microphone = settings.microphone {
            microphoneMuted = microphone.isMuted
            microphoneVolumeLevel = microphone.level
            microphoneMinLevel = 0
            microphoneMaxLevel = 254
        }
        if let speaker = settings.speaker { describe(speaker) }
        if let vision = settings.nightVision {
            featureMap?.insert(.nightVision)
            nightVision = vision
            nightVisionUsesInfrared = true
        }
        imageRotation = settings.imageRotation
        imageFlipHorizontal = settings.isMirrored
        imageFlipVertical = settings.isUpsideDown
        if imageRotation != nil || imageFlipHorizontal != nil || imageFlipVertical != nil {
            featureMap?.insert(.imageControl)
        }
        if let light = settings.statusLight {
            statusLightEnabled = true
            statusLightBrightness = light
        }
    }

    /// A speaker. It plays the device's own sounds, and what people say if the camera's streams have that. Matter has
    /// no name for G.711, which most cameras play, and demands a codec.
    private mutating func describe(_ speaker: CameraSettings.Sound) {
        featureMap?.insert(.speaker)
        speakerMuted = speaker.isMuted
        speakerVolumeLevel = speaker.level
        speakerMinLevel = 0
        speakerMaxLevel = 254
        speakerCapabilities = Matter.CameraAvStreamManagementTrait.AudioCapabilitiesStruct(
            maxNumberOfChannels: 1, supportedCodecs: [.opus], supportedSampleRates: [48_000], supportedBitDepths: [16])
    }
}
