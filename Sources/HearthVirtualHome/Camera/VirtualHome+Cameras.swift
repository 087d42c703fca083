public import HearthCameraMedia
internal import HearthCameraTraits
internal import HearthDeviceBehaviors
internal import HearthTraitCore

// The live streams of the virtual cameras.
extension VirtualHome: CameraSource, CameraSpeakers {
    /// Opens the stream of a camera, which shows a loop.
    ///
    /// - Throws: `TraitError` if the device has no camera there, or is offline or private.
    public func open(_ request: CameraRequest) throws -> CameraViewer {
        let (_, attributes) = try camera(request)
        guard let loop = CameraLoop.demo(request.quality) else { throw Self.noCamera(request) }
        return cameras.open(request, loop, isMuted: CameraLoop.isMuted(attributes) == true) { [weak self] in
            guard let self else { return }
            Task { await self.countViewers(of: request) }
        }
    }

    /// A camera that may be watched, with the attributes of CameraAvStreamManagement.
    private func camera(_ request: CameraRequest) throws(TraitError) -> (VirtualDevice, StructureValue) {
        guard let device = device(request.device),
            let trait = device.endpoint(request.endpoint)?.behaviors.traits.first(where: {
                $0.descriptor.id == Matter.CameraAvStreamManagementTrait.descriptor.id
            })
        else { throw Self.noCamera(request) }
        guard device.isOnline else { throw TraitError(.timeout, "\(device.name) does not answer; it is offline") }
        guard !CameraLoop.isPrivate(trait.attributes) else {
            throw TraitError(.invalidInState, "\(device.name) shows nothing while its privacy mode is on")
        }
        return (device, trait.attributes)
    }

    private static func noCamera(_ request: CameraRequest) -> TraitError {
        TraitError(.unsupportedEndpoint, "\(request.device) has no camera on endpoint \(request.endpoint)")
    }

    /// Lets streams follow a change of the microphone.
    func heed(_ outcome: VirtualDevice.Outcome, of device: VirtualDevice) {
        for (key, values) in outcome.attributes
        where key.traitID == Matter.CameraAvStreamManagementTrait.descriptor.id {
            guard let isMuted = CameraLoop.isMuted(values) else { continue }
            cameras.setMuted(isMuted, device: device.id, endpoint: key.endpoint)
        }
    }

    /// Opens the stream of a camera for a client over WebRTC.
    public func connect(_ request: CameraRequest, offer: String) async throws -> CameraSession? {
        try await peers?.connect(request, offer: offer, from: self)
    }

    // MARK: Talking

    /// The formats that the loudspeaker of a camera plays, which its microphone hears.
    ///
    /// - Throws: as ``open(_:)``.
    public func speakerFormats(of request: CameraRequest) throws -> [AudioFormat] {
        let (_, attributes) = try camera(request)
        return CameraLoop.plays(attributes) ? [CameraLoop.spoken] : []
    }

    /// Opens the loudspeaker of a camera. What it plays is heard in the camera's streams, in place of their own sound.
    ///
    /// - Throws: as ``open(_:)``.
    public func openSpeaker(of request: CameraRequest, _ format: AudioFormat) throws -> any CameraSpeaker {
        let (device, attributes) = try camera(request)
        guard CameraLoop.plays(attributes), format == CameraLoop.spoken else {
            throw TraitError(.unsupportedEndpoint, "\(device.name) does not play what people say")
        }
        return LoopSpeaker(cameras, device: request.device, endpoint: request.endpoint)
    }

    private func countViewers(of request: CameraRequest) {
        let stream: UInt16 = request.quality == .main ? 1 : 2
        try? play(
            .viewers(videoStream: stream, count: cameras.viewers(of: request)), on: request.device,
            endpoint: request.endpoint)
    }
}

/// Takes pictures of the virtual cameras' scene.
struct LoopPictures: CameraPictureSource {
    func takePicture() -> CameraPicture {
        CameraPicture(jpeg: CameraLoop.picture, width: 640, height: 360)
    }
}

extension CameraLoop {
    /// The streams of a virtual camera.
    static let streams = CameraStreams(
        main: CameraStreams.Video(width: 640, height: 360, frameRate: 15, bitRate: 40_000, keyFrameInterval: 2_000),
        sub: CameraStreams.Video(width: 320, height: 180, frameRate: 10, bitRate: 20_000, keyFrameInterval: 2_000),
        audio: CameraStreams.Audio(codec: .opus, sampleRate: 48_000, bitRate: 12_000), talk: .fullDuplex,
        usages: [.liveView, .recording])

    /// What people say at a virtual camera, in the format of its own sound.
    fileprivate static let spoken = AudioFormat(codec: "opus", sampleRate: 48_000)

    /// Whether people can talk through it.
    fileprivate static func plays(_ attributes: StructureValue) -> Bool {
        let twoWayTalkSupport: UInt32 = 9
        return (attributes[twoWayTalkSupport]?.integer ?? 0) > 0
    }

    /// The settings of a virtual camera. It keeps them, and only the microphone changes what it sends.
    static let settings = CameraSettings(
        speaker: CameraSettings.Sound(), nightVision: .auto, imageRotation: 0, isMirrored: false, isUpsideDown: false,
        statusLight: .auto)

    /// Whether the microphone is muted; nil if the attributes do not say it.
    fileprivate static func isMuted(_ attributes: StructureValue) -> Bool? {
        let microphoneMuted: UInt32 = 29
        return attributes[microphoneMuted]?.bool
    }

    /// Whether a privacy mode is on.
    fileprivate static func isPrivate(_ attributes: StructureValue) -> Bool {
        let softLivestreamPrivacyModeEnabled: UInt32 = 20
        let hardPrivacyModeOn: UInt32 = 21
        return attributes[softLivestreamPrivacyModeEnabled]?.bool == true || attributes[hardPrivacyModeOn]?.bool == true
    }
}
