public import HearthCameraMedia
public import HearthRPC

// Conversion of live streams, shared by hub, SDK and device host. Messages of peers are bounded here.

extension Hearth_V1_CameraQuality {
    /// A quality as a message.
    public init(_ quality: CameraQuality) {
        self =
            switch quality {
            case .main: .main
            case .sub: .sub
            }
    }
}

extension CameraQuality {
    /// The quality of a message; the main one for none and for one that this version does not know.
    public init(_ message: Hearth_V1_CameraQuality) {
        self =
            switch message {
            case .sub: .sub
            case .main, .unspecified, .unrecognized: .main
            }
    }
}

extension Hearth_V1_CameraAddress {
    /// An address as a message.
    package init(_ address: CameraAddress) {
        self.init(url: address.url, user: address.user, password: address.password, still: address.isStill)
    }
}

extension CameraAddress {
    /// The address of a message.
    package init(_ message: Hearth_V1_CameraAddress) {
        self.init(url: message.url, isStill: message.still, user: message.user, password: message.password)
    }
}

extension Hearth_V1_CameraFormat {
    /// A format as a message.
    public init(_ format: CameraFormat) {
        self.init(
            video: format.video.map {
                Hearth_V1_VideoFormat(
                    codec: $0.codec, configuration: $0.configuration, width: UInt32(clamping: $0.width),
                    height: UInt32(clamping: $0.height))
            },
            audio: format.audio.map {
                Hearth_V1_AudioFormat(
                    codec: $0.codec, configuration: $0.configuration, sampleRate: UInt32(clamping: $0.sampleRate),
                    channels: UInt32(clamping: $0.channels))
            })
    }
}

extension CameraFormat {
    /// The format of a message; nil if a codec's name or configuration is longer than allowed, or has control
    /// characters.
    public init?(_ message: Hearth_V1_CameraFormat) {
        let limits = CameraLimits()
        func isAllowed(_ codec: String, _ configuration: [UInt8]) -> Bool {
            codec.utf8.count <= limits.codecBytes && configuration.count <= limits.configurationBytes
                && codec.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        }
        self.init()
        if let video = message.video {
            guard isAllowed(video.codec, video.configuration) else { return nil }
            self.video = VideoFormat(
                codec: video.codec, configuration: video.configuration, width: Int(video.width),
                height: Int(video.height))
        }
        if let audio = message.audio {
            guard isAllowed(audio.codec, audio.configuration) else { return nil }
            self.audio = AudioFormat(
                codec: audio.codec, configuration: audio.configuration, sampleRate: Int(audio.sampleRate),
                channels: Int(audio.channels))
        }
    }
}

extension Hearth_V1_CameraUnit {
    /// A unit as a message.
    public init(_ unit: CameraUnit) {
        self.init(isAudio: unit.isAudio, isKey: unit.isKey, time: unit.time, data: unit.bytes)
    }
}

extension CameraUnit {
    /// The unit of a message; nil if it is empty or longer than allowed.
    public init?(_ message: Hearth_V1_CameraUnit) {
        guard !message.data.isEmpty, message.data.count <= CameraLimits().unitBytes else { return nil }
        self.init(isAudio: message.isAudio, isKey: message.isKey, time: message.time, bytes: message.data)
    }
}

extension Hearth_V1_OpenLiveViewResponse {
    /// A part as a message to a viewer.
    public init(_ part: CameraPart) {
        switch part {
        case .format(let format): self.init(part: .format(Hearth_V1_CameraFormat(format)))
        case .unit(let unit): self.init(part: .unit(Hearth_V1_CameraUnit(unit)))
        }
    }
}

extension Hearth_V1_FeedRequest {
    /// A part as a message of a provider.
    public init(_ part: CameraPart) {
        switch part {
        case .format(let format): self.init(content: .format(Hearth_V1_CameraFormat(format)))
        case .unit(let unit): self.init(content: .unit(Hearth_V1_CameraUnit(unit)))
        }
    }
}

extension CameraSessionError: RPCErrorConvertible {
    /// The error as a call's status.
    public var rpcError: RPCError {
        let code: RPCError.Code =
            switch self.code {
            case .malformed: .invalidArgument
            case .notSupported: .failedPrecondition
            case .tooMany: .resourceExhausted
            case .lost: .unavailable
            }
        return RPCError(code, description, cause: self)
    }
}
