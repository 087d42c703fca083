internal import Hearth
internal import HearthCameraMedia
internal import HearthHomeKitMapping
internal import HearthTraitCore

extension CameraPlace {
    /// Hands what the camera sends to a feed, until the stream ends or the task is cancelled.
    ///
    /// - Parameter firstPicture: called when the first picture has come.
    /// - Returns: why the stream has ended.
    func watch(_ feed: CameraFeed, firstPicture: @Sendable () -> Void) async -> HMError {
        do {
            let stream = try await open()
            feed.microphone.use(stream)
            let keeping = Task { await Self.keep(stream) }
            defer { keeping.cancel() }
            var isFirst = true
            for try await part in stream where feed.send(part) && isFirst {
                isFirst = false
                firstPicture()
            }
            try Task.checkCancellation()
            return HMError(.communicationFailure, "the camera of \(name) has ended its stream; start it again")
        } catch {
            return HMError(stream: error)
        }
    }

    /// A new stream. It does not retain the manager, so that its release ends the stream.
    private func open() async throws -> CameraStream {
        let (accessory, model) = try present()
        return try await model.model.live(accessory.record, endpoint: endpoint)
    }

    /// Extends a stream in time, as long as it runs: hubs end a stream whose viewer may be gone.
    private static func keep(_ stream: CameraStream) async {
        do {
            while true {
                try await Task.sleep(for: stream.duration / 2)
                try await stream.extend()
            }
        } catch {
            // The reader of the stream sees that it has ended.
        }
    }

    /// Hands over the pictures that others take of the camera, until the task is cancelled. Begins again after the hub
    /// or the camera was away.
    func watchPictures(_ taken: @Sendable (TakenPicture) -> Void) async {
        var pause = Duration.seconds(1)
        while !Task.isCancelled {
            do {
                let (model, pictures) = try await openPictures()
                pause = .seconds(1)
                while let picture = try await pictures.next() {
                    if !model.isOwn(picture.cause) { taken(picture) }
                }
            } catch let error as HomeError where error.code == .unimplemented {
                return
            } catch {
                // Tried again after a pause.
            }
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, Duration.seconds(60))  // in range: at most two minutes
        }
    }

    /// Does not retain the manager, so that its release ends the pictures.
    private func openPictures() async throws -> (HomeModel, TakenPictures) {
        let (accessory, model) = try present()
        let target = TraitTarget(deviceID: accessory.id, endpoint: endpoint)
        return (model.model, try await model.model.pictures(of: target))
    }

    /// Takes a picture.
    func takePicture() async throws(HMError) -> CameraPicture {
        let (accessory, model) = try present()
        guard let camera, camera.hasSnapshots else {
            throw HMError(.operationNotSupported, "\(name) takes no pictures")
        }
        let answer: StructureValue
        do {
            answer = try await model.model.send(camera.snapshotRequest, to: accessory.id, [:])
        } catch {
            throw HMError(any: error)
        }
        guard let picture = CameraPicture(answer) else {
            throw HMError(.accessoryResponseError, "the picture that \(name) has sent is no JPEG file")
        }
        return picture
    }
}

extension HMError {
    /// Converts the error of a camera's stream. What a call to the hub lacks is what the camera lacks.
    init(stream error: any Error) {
        let found = HMError(any: error)
        let code: Code =
            switch found.code {
            case .communicationFailure: .accessoryNotReachable
            case .maximumObjectLimitReached: .accessoryOutOfResources
            case .operationInProgress: .accessoryIsBusy
            default: found.code
            }
        self.init(code, found.message)
    }
}
