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

    /// - Parameters:
    ///   - loop: the loop that the connections run on.
    ///   - viewersChanged: called with a camera's ID, the ID of its video stream, and the number of its viewers after
    ///     changes of it.
    /// - Throws: ``CamerasError`` if a camera's key can't be used.
    init(
        _ entries: [CameraEntry], loop: EventLoop,
        viewersChanged: @escaping @Sendable (String, UInt16, Int) -> Void = { _, _, _ in }
    ) throws(CamerasError) {
        var cameras: [String: Camera] = [:]
        for entry in entries {
            do throws(RTSPError) {
                cameras[entry.id] = Camera(
                    entry: entry,
                    main: try Self.stream(entry, entry.main, loop) { viewersChanged(entry.id, 1, $0) },
                    sub: try entry.sub.map { url throws(RTSPError) in
                        try Self.stream(entry, url, loop) { viewersChanged(entry.id, 2, $0) }
                    })
            } catch {
                throw CamerasError(
                    .configuration, "\(entry.name): \(error.message)", wayOut: error.wayOut, cause: error)
            }
        }
        self.cameras = cameras
    }

    private static func stream(
        _ entry: CameraEntry, _ url: CameraURL, _ loop: EventLoop, viewersChanged: @escaping @Sendable (Int) -> Void
    ) throws(RTSPError) -> CameraStream {
        try CameraStream(
            entry.settings(url), loop: loop, viewersChanged: viewersChanged,
            failure: { error in homeError(error, of: entry) })
    }

    /// What viewers get of an error.
    static func homeError(_ error: RTSPError, of entry: CameraEntry) -> HomeError {
        let code: HomeError.Code =
            switch error.code {
            case .timedOut: .deadlineExceeded
            case .unreachable, .disconnected, .malformed: .unavailable
            case .invalidURL, .insecure, .needsPassword, .wrongPassword, .refused, .notSupported: .failedPrecondition
            }
        return HomeError(code, "\(entry.name): \(error)")
    }

    func open(_ request: CameraRequest) async throws -> CameraViewer {
        guard let camera = cameras[request.device], request.endpoint == 1 else {
            throw HomeError(.notFound, "there is no such camera")
        }
        return try await (request.quality == .sub ? camera.sub ?? camera.main : camera.main).open()
    }
}
