internal import HearthCameraMedia
internal import HearthRTSP
internal import HearthTraitCore

/// The loudspeaker of the camera that a stream comes from, with the stream's login and its place in the log.
struct StreamedSpeaker: Sendable {
    let stream: CameraStream
    let login: CameraLogin
    /// The camera's ID in the log's memory, and its name for people.
    let id: String
    let name: String
    let failures: CameraFailures

    /// - Returns: what the camera plays of what people say, the preferred format first.
    /// - Throws: `HomeError` with the way out.
    func formats() async throws -> [AudioFormat] {
        try await asking { try await stream.speakerFormats() }
    }

    /// - Throws: `HomeError` with the way out.
    func open(_ format: AudioFormat) async throws -> any CameraSpeaker {
        let speaker = try await asking { [failures, id, name] in
            try await stream.openSpeaker(format) { error in
                failures.failed(id, name: name, .speaker, error)
                return Self.homeError(error)
            }
        }
        failures.works(id, .speaker)
        return speaker
    }

    private func asking<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        do {
            try login.check()
            return try await body()
        } catch let error as RTSPError {
            login.ended(error)
            throw Self.homeError(error)
        }
    }

    /// What viewers get of an error, without the camera's address.
    private static func homeError(_ error: RTSPError) -> HomeError {
        guard error.code == .notSupported else { return error.homeError(of: nil) }
        return HomeError(.failedPrecondition, error.description)
    }
}

extension StreamedSpeaker {
    init(_ camera: Cameras.Camera, failures: CameraFailures) {
        self.init(
            stream: camera.main, login: camera.login, id: camera.entry.id, name: camera.entry.name, failures: failures)
    }
}
