internal import HearthCameraMedia
internal import HearthEventLoop
internal import HearthRTSP
internal import HearthTraitCore

/// The streams of all cameras of a process.
struct Cameras: CameraSource {
    /// A camera with its streams.
    struct Camera: Sendable {
        let entry: CameraEntry
        let main: CameraStream
        let sub: CameraStream?
    }

    /// By their IDs.
    let cameras: [String: Camera]
    /// Sends streams over WebRTC; nil where that is switched off.
    private let peers: (any CameraPeers)?

    /// - Parameters:
    ///   - loop: the loop that the connections run on.
    ///   - peers: sends streams over WebRTC; nil for none.
    ///   - viewersChanged: called with a camera's ID, the ID of its video stream, and the number of its viewers after
    ///     changes of it.
    ///   - failed: called with a camera and the error that ends or refuses its stream.
    /// - Throws: ``CamerasError`` if a camera's key can't be used.
    init(
        _ entries: [CameraEntry], loop: EventLoop, peers: (any CameraPeers)? = nil,
        viewersChanged: @escaping @Sendable (String, UInt16, Int) -> Void = { _, _, _ in },
        failed: @escaping @Sendable (CameraEntry, RTSPError) -> Void = { _, _ in }
    ) throws(CamerasError) {
        var cameras: [String: Camera] = [:]
        for entry in entries {
            do throws(RTSPError) {
                cameras[entry.id] = Camera(
                    entry: entry,
                    main: try Self.stream(
                        entry, entry.main, loop, viewersChanged: { viewersChanged(entry.id, 1, $0) }, failed: failed),
                    sub: try entry.sub.map { url throws(RTSPError) in
                        try Self.stream(
                            entry, url, loop, viewersChanged: { viewersChanged(entry.id, 2, $0) }, failed: failed)
                    })
            } catch {
                throw CamerasError(
                    .configuration, "\(entry.name): \(error.message)", wayOut: error.wayOut, cause: error)
            }
        }
        self.cameras = cameras
        self.peers = peers
    }

    private static func stream(
        _ entry: CameraEntry, _ url: CameraURL, _ loop: EventLoop, viewersChanged: @escaping @Sendable (Int) -> Void,
        failed: @escaping @Sendable (CameraEntry, RTSPError) -> Void
    ) throws(RTSPError) -> CameraStream {
        try CameraStream(
            entry.settings(url), loop: loop, viewersChanged: viewersChanged,
            failure: { error in
                failed(entry, error)
                return homeError(error, of: entry)
            })
    }

    /// What viewers get of an error. They may be guests, so it has neither the camera's address nor the state of its
    /// password.
    static func homeError(_ error: RTSPError, of entry: CameraEntry) -> HomeError {
        let (code, text): (HomeError.Code, String) =
            switch error.code {
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
            case .invalidURL, .insecure, .needsPassword, .wrongPassword, .refused:
                (
                    .failedPrecondition,
                    "the camera does not give its stream; hearth-cameras says the reason in its log"
                )
            }
        return HomeError(code, "\(entry.name): \(text)")
    }

    func open(_ request: CameraRequest) async throws -> CameraViewer {
        guard let camera = cameras[request.device], request.endpoint == 1 else {
            throw HomeError(.notFound, "there is no such camera")
        }
        do {
            return try await (request.quality == .sub ? camera.sub ?? camera.main : camera.main).open()
        } catch let error as RTSPError {
            throw Self.homeError(error, of: camera.entry)
        }
    }
    func connect(_ request: CameraRequest, offer: String) async throws -> CameraSession? {
        try await peers?.connect(request, offer: offer, from: self)
    }
}
