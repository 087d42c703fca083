internal import HearthCameraMedia
public import HearthCameraTraits
public import HearthMessage
internal import HearthTraitCatalog
public import HearthTraitCore

/// CameraAvStreamManagement (Matter cluster 0x0551) of a camera whose streams are always there, as those of network
/// cameras are. Allocating a stream gives the one that fits. The stream itself is a `CameraSource`'s; its number of
/// viewers comes as `PhysicalInput.viewers`.
public struct CameraAvStreamManagementBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.CameraAvStreamManagementTrait

    public var attributes = T.Attributes()
    private let pictures: SharedPictures<CameraPicture, TraitError>?
    private let actuator: (any CameraActuator)?
    private var applied: CameraSettings?

    /// Creates a camera with a live view.
    ///
    /// - Parameters:
    ///   - pictures: what takes pictures for CaptureSnapshot; nil for a camera that can't.
    ///   - settings: what people can set.
    ///   - actuator: what carries the settings out; nil for a camera whose settings only are kept.
    public init(
        _ streams: CameraStreams, pictures: (any CameraPictureSource)?, settings: CameraSettings = CameraSettings(),
        actuator: (any CameraActuator)? = nil
    ) {
        self.pictures = pictures.map { SharedPictures($0) }
        self.actuator = actuator
        attributes.featureMap = [.video, .privacy]
        attributes.maxContentBufferSize = 8 << 20
        attributes.maxNetworkBandwidth = UInt32(
            clamping: streams.videos.reduce(0) { $0 + Int($1.video.bitRate) } / 1_000)
        attributes.supportedStreamUsages = streams.usages
        attributes.streamUsagePriorities = streams.usages
        attributes.softRecordingPrivacyModeEnabled = false
        attributes.softLivestreamPrivacyModeEnabled = false
        attributes.hardPrivacyModeOn = false
        describe(streams)
        var settings = settings
        if let audio = streams.audio {
            describe(audio)
            settings.microphone = settings.microphone ?? CameraSettings.Sound()
        }
        // Who can talk through a camera can silence it.
        if streams.talk != .notSupported { settings.speaker = settings.speaker ?? CameraSettings.Sound() }
        attributes.describe(settings)
        if settings.speaker != nil { attributes.twoWayTalkSupport = streams.talk }
        if pictures != nil { describePictures(of: streams.main) }
    }

    private mutating func describe(_ streams: CameraStreams) {
        let main = streams.main
        attributes.maxConcurrentEncoders = UInt8(clamping: streams.videos.count)
        attributes.maxEncodedPixelRate = streams.videos.reduce(0) { sum, stream in
            let (added, isOver) = sum.addingReportingOverflow(stream.video.pixelRate)
            return isOver ? .max : added
        }
        attributes.videoSensorParams = T.VideoSensorParamsStruct(
            sensorWidth: main.width, sensorHeight: main.height, maxFPS: main.frameRate)
        // The viewport is fixed, so the camera has no digital zoom.
        attributes.minViewportResolution = main.resolution
        attributes.viewport = T.ViewportStruct(x1: 0, y1: 0, x2: main.width, y2: main.height)
        attributes.currentFrameRate = main.frameRate
        attributes.rateDistortionTradeOffPoints = streams.videos.map { _, video in
            T.RateDistortionTradeOffPointsStruct(
                codec: video.codec, resolution: video.resolution, minBitRate: video.bitRate)
        }
        attributes.allocatedVideoStreams = streams.videos.map { id, video in
            T.VideoStreamStruct(
                videoStreamID: id, streamUsage: .liveView, videoCodec: video.codec, minFrameRate: video.frameRate,
                maxFrameRate: video.frameRate, minResolution: video.resolution, maxResolution: video.resolution,
                minBitRate: video.bitRate, maxBitRate: video.bitRate, keyFrameInterval: video.keyFrameInterval,
                referenceCount: 0)
        }
    }

    private mutating func describe(_ audio: CameraStreams.Audio) {
        attributes.featureMap?.insert(.audio)
        attributes.microphoneCapabilities = T.AudioCapabilitiesStruct(
            maxNumberOfChannels: audio.channels, supportedCodecs: [audio.codec],
            supportedSampleRates: [audio.sampleRate], supportedBitDepths: [Self.bitDepth])
        attributes.allocatedAudioStreams = [
            T.AudioStreamStruct(
                audioStreamID: 1, streamUsage: .liveView, audioCodec: audio.codec, channelCount: audio.channels,
                sampleRate: audio.sampleRate, bitRate: audio.bitRate, bitDepth: Self.bitDepth, referenceCount: 0)
        ]
    }

    private mutating func describePictures(of main: CameraStreams.Video) {
        attributes.featureMap?.insert(.snapshot)
        attributes.snapshotCapabilities = [
            T.SnapshotCapabilitiesStruct(
                resolution: main.resolution, maxFrameRate: 1, imageCodec: .jpeg, requiresEncodedPixels: false)
        ]
        attributes.allocatedSnapshotStreams = [
            T.SnapshotStreamStruct(
                snapshotStreamID: 1, imageCodec: .jpeg, frameRate: 1, minResolution: main.resolution,
                maxResolution: main.resolution, quality: Self.quality, referenceCount: 0, encodedPixels: false,
                hardwareEncoder: false)
        ]
    }

    private static let bitDepth: UInt8 = 16
    /// The quality that is stated for pictures of unknown quality, in percent.
    private static let quality: UInt8 = 80

    /// The soft privacy modes, and what people set.
    public static let storedAttributes: Set<UInt32> = [19, 20, 22, 25, 26, 29, 30, 34, 35, 36, 39, 40]

    // MARK: Commands

    public mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        switch command {
        case .videoStreamAllocate(let wish): return T.VideoStreamAllocateResponse(videoStreamID: try video(wish))
        case .audioStreamAllocate(let wish): return T.AudioStreamAllocateResponse(audioStreamID: try audio(wish))
        case .snapshotStreamAllocate(let wish):
            return T.SnapshotStreamAllocateResponse(snapshotStreamID: try snapshot(wish))
        // The streams stay for all clients.
        case .videoStreamDeallocate(let wish):
            try check(wish.videoStreamID, isIn: attributes.allocatedVideoStreams?.map(\.videoStreamID))
        case .audioStreamDeallocate(let wish):
            try check(wish.audioStreamID, isIn: attributes.allocatedAudioStreams?.map(\.audioStreamID))
        case .snapshotStreamDeallocate(let wish):
            try check(wish.snapshotStreamID, isIn: attributes.allocatedSnapshotStreams?.map(\.snapshotStreamID))
        case .setStreamPriorities(let wish):
            guard wish.streamPriorities == attributes.streamUsagePriorities else {
                throw TraitError(
                    .invalidInState, "the camera's streams are always there, so its priorities stay as they are")
            }
        case .captureSnapshot(let wish): try capture(wish, &context)
        case .videoStreamModify, .snapshotStreamModify:
            throw TraitError(.unsupportedCommand, "the camera writes nothing into its pictures")
        }
        return nil
    }

    private func check(_ id: UInt16, isIn ids: [UInt16]?) throws(TraitError) {
        guard ids?.contains(id) != true else { return }
        throw TraitError(.notFound, "the camera has no stream \(id)")
    }

    private func video(_ wish: T.Commands.VideoStreamAllocate) throws(TraitError) -> UInt16 {
        let fitting = attributes.allocatedVideoStreams?.first { stream in
            stream.streamUsage == wish.streamUsage && stream.videoCodec == wish.videoCodec
                && stream.maxResolution.isWithin(wish.minResolution, wish.maxResolution)
        }
        guard let fitting else { throw Self.noStream }
        return fitting.videoStreamID
    }

    private func audio(_ wish: T.Commands.AudioStreamAllocate) throws(TraitError) -> UInt16 {
        let fitting = attributes.allocatedAudioStreams?.first { stream in
            stream.streamUsage == wish.streamUsage && stream.audioCodec == wish.audioCodec
                && stream.channelCount == wish.channelCount && stream.sampleRate == wish.sampleRate
        }
        guard let fitting else { throw Self.noStream }
        return fitting.audioStreamID
    }

    private func snapshot(_ wish: T.Commands.SnapshotStreamAllocate) throws(TraitError) -> UInt16 {
        let fitting = attributes.allocatedSnapshotStreams?.first { stream in
            stream.imageCodec == wish.imageCodec
                && stream.maxResolution.isWithin(wish.minResolution, wish.maxResolution)
        }
        guard let fitting else { throw Self.noStream }
        return fitting.snapshotStreamID
    }

    private static let noStream = TraitError(
        .resourceExhausted, "the camera has no such stream; the lists of allocated streams have those that it has")

    private func capture(
        _ wish: T.Commands.CaptureSnapshot, _ context: inout EndpointContext
    ) throws(TraitError) {
        guard let pictures else { throw TraitError(.unsupportedCommand, "the camera takes no pictures") }
        if let id = wish.snapshotStreamID {
            try check(id, isIn: attributes.allocatedSnapshotStreams?.map(\.snapshotStreamID))
        }
        guard !isPrivate else { throw SharedPictures<CameraPicture, TraitError>.hidden }
        pictures.setPrivacy(false)
        let now = context.now
        context.answer { () throws(TraitError) in
            let picture = try await pictures.picture(at: now)
            return T.CaptureSnapshotResponse(
                data: picture.jpeg, imageCodec: .jpeg,
                resolution: T.VideoResolutionStruct(width: picture.width, height: picture.height))
        }
    }

    private var isPrivate: Bool {
        attributes.hardPrivacyModeOn == true || attributes.softLivestreamPrivacyModeEnabled == true
    }

    // MARK: Inputs

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        guard changes.viewport == nil || attributes.viewport == before.viewport else {
            throw TraitError(.dynamicConstraintError, "the camera shows its whole picture; its viewport is fixed")
        }
        pictures?.setPrivacy(isPrivate)
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        switch input {
        case .privacySwitch(let isOn):
            attributes.hardPrivacyModeOn = isOn
            // A picture that is being taken is not given out.
            pictures?.setPrivacy(isPrivate)
        case .viewers(let stream, let count):
            guard let index = attributes.allocatedVideoStreams?.firstIndex(where: { $0.videoStreamID == stream }) else {
                return
            }
            attributes.allocatedVideoStreams?[index].referenceCount = UInt8(clamping: count)
        default: break
        }
    }

    // MARK: Hardware

    public mutating func settle(_ context: inout EndpointContext) {
        let settings = attributes.settings
        guard let actuator, settings != applied else { return }
        applied = settings
        context.operate(T.self) { await actuator.apply(settings) }
    }
}

extension CameraStreams.Video {
    fileprivate var resolution: Matter.CameraAvStreamManagementTrait.VideoResolutionStruct {
        .init(width: width, height: height)
    }

    /// Pixels in a second.
    fileprivate var pixelRate: UInt32 {
        UInt32(clamping: UInt64(width) * UInt64(height) * UInt64(frameRate))
    }
}

extension Matter.CameraAvStreamManagementTrait.VideoResolutionStruct {
    fileprivate func isWithin(_ smallest: Self, _ largest: Self) -> Bool {
        smallest.width <= width && width <= largest.width && smallest.height <= height && height <= largest.height
    }
}
