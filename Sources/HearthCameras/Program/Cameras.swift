internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthRTSP
internal import HearthTraitCore

/// The streams of all cameras of a process, and those of the hub's own cameras, whose addresses the hub sends.
struct Cameras: CameraSource, CameraOpener, CameraSpeakers {
    /// A camera with its streams.
    struct Camera: Sendable {
        let entry: CameraEntry
        let main: CameraStream
        let sub: CameraStream?
        let login: CameraLogin
        /// Those of its small stream, or of its only one.
        let pictures: StreamedPictures
    }

    /// By their IDs.
    let cameras: [String: Camera]
    private let addressed: AddressedCameras
    private let failures: CameraFailures
    /// Sends streams over WebRTC; nil where that is switched off.
    private let peers: (any CameraPeers)?

    /// - Parameters:
    ///   - loop: the loop that the connections run on.
    ///   - peers: sends streams over WebRTC; nil for none.
    ///   - failures: says the errors that end or refuse streams.
    ///   - viewersChanged: called with a camera's ID, the ID of its video stream, and the number of its viewers after
    ///     changes of it.
    /// - Throws: ``CamerasError`` if a camera's key can't be used.
    init(
        _ entries: [CameraEntry], loop: EventLoop, peers: (any CameraPeers)? = nil, failures: CameraFailures,
        viewersChanged: @escaping @Sendable (String, UInt16, Int) -> Void = { _, _, _ in }
    ) throws(CamerasError) {
        self.failures = failures
        let decoder = PictureDecoder()
        addressed = AddressedCameras(loop: loop, failures: failures, decoder: decoder)
        var cameras: [String: Camera] = [:]
        for entry in entries {
            do throws(RTSPError) {
                let login = CameraLogin()
                let main = try Self.stream(entry, entry.main, login, loop, failures) { viewersChanged(entry.id, 1, $0) }
                let sub = try entry.sub.map { url throws(RTSPError) in
                    try Self.stream(entry, url, login, loop, failures) { viewersChanged(entry.id, 2, $0) }
                }
                let pictures = StreamedPictures(
                    stream: sub ?? main, login: login, id: entry.id, name: entry.name, decoder: decoder,
                    failures: failures)
                cameras[entry.id] = Camera(entry: entry, main: main, sub: sub, login: login, pictures: pictures)
            } catch {
                throw CamerasError(
                    .configuration, "\(entry.name): \(error.message)", wayOut: error.wayOut, cause: error)
            }
        }
        self.cameras = cameras
        self.peers = peers
    }

    private static func stream(
        _ entry: CameraEntry, _ url: CameraURL, _ login: CameraLogin, _ loop: EventLoop, _ failures: CameraFailures,
        viewersChanged: @escaping @Sendable (Int) -> Void
    ) throws(RTSPError) -> CameraStream {
        try CameraStream(
            entry.settings(url), loop: loop,
            viewersChanged: { count in
                viewersChanged(count)
                guard count > 0 else { return }
                login.accepted()
                failures.works(entry.id, .stream)
            },
            failure: { error in
                login.ended(error)
                failures.failed(entry.id, name: entry.name, .stream, error)
                return error.homeError(of: entry.name)
            })
    }

    private func camera(_ request: CameraRequest) throws(HomeError) -> Camera {
        guard let camera = cameras[request.device], request.endpoint == CameraDevice.endpoint else {
            throw HomeError(.notFound, "there is no such camera")
        }
        return camera
    }

    /// The loudspeaker of a camera, which its main stream's description has.
    private func speaker(of request: CameraRequest) throws(HomeError) -> StreamedSpeaker {
        try StreamedSpeaker(camera(request), failures: failures)
    }

    func speakerFormats(of request: CameraRequest) async throws -> [AudioFormat] {
        try await speaker(of: request).formats()
    }

    func openSpeaker(of request: CameraRequest, _ format: AudioFormat) async throws -> any CameraSpeaker {
        try await speaker(of: request).open(format)
    }

    func open(_ request: CameraRequest) async throws -> CameraViewer {
        let camera = try camera(request)
        do {
            try camera.login.check()
            return try await (request.quality == .sub ? camera.sub ?? camera.main : camera.main).open()
        } catch let error as RTSPError {
            throw error.homeError(of: camera.entry.name)
        }
    }

    func open(_ address: CameraAddress) async throws -> CameraViewer { try await addressed.open(address) }

    func connect(_ request: CameraRequest, offer: String) async throws -> CameraSession? {
        try await peers?.connect(request, offer: offer, from: self)
    }

    func openSpeaker(at address: CameraAddress, among codecs: [String]) async throws -> OpenedSpeaker? {
        try await AddressedCamera(address: address, opener: addressed).openSpeaker(of: .atAddress, among: codecs)
    }

    func connect(_ address: CameraAddress, offer: String) async throws -> CameraSession? {
        try await peers?.connect(.atAddress, offer: offer, from: AddressedCamera(address: address, opener: addressed))
    }
}

/// The one stream that the hub named, as the source of a session over WebRTC.
private struct AddressedCamera: CameraSource, CameraSpeakers {
    let address: CameraAddress
    let opener: AddressedCameras

    func open(_ request: CameraRequest) async throws -> CameraViewer { try await opener.open(address) }

    func speakerFormats(of request: CameraRequest) async throws -> [AudioFormat] {
        try await opener.speaker(of: address).formats()
    }

    func openSpeaker(of request: CameraRequest, _ format: AudioFormat) async throws -> any CameraSpeaker {
        try await opener.speaker(of: address).open(format)
    }
}

extension CameraRequest {
    /// For a stream that only its address names.
    fileprivate static let atAddress = CameraRequest(device: "", endpoint: 0)
}

extension RTSPError {
    /// What viewers get of an error. They may be guests, so it has neither the camera's address nor the state of its
    /// password.
    ///
    /// - Parameter name: the camera's; nil if the hub knows it.
    func homeError(of name: String?) -> HomeError {
        let (reason, text): (HomeError.Code, String) =
            switch code {
            case .timedOut:
                (.deadlineExceeded, "the camera does not answer in time; try again, or see whether its network is good")
            case .unreachable: (.unavailable, "the camera can't be reached; see whether it has power and a network")
            case .disconnected, .malformed: (.unavailable, "the connection to the camera is broken; try again")
            case .notSupported:
                (
                    .failedPrecondition,
                    "the camera sends no pictures that can be shown; set it to H.264, with a key frame at least every "
                        + "10 s"
                )
            case .invalidURL, .insecure, .needsPassword, .wrongPassword, .forbidden, .refused:
                (
                    .failedPrecondition,
                    "the camera does not give its stream; hearth-cameras says the reason in its log"
                )
            }
        return HomeError(reason, name.map { "\($0): \(text)" } ?? text)
    }
}
