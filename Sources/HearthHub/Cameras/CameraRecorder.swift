internal import HearthBase
internal import HearthCameraEvents
internal import HearthCameraMedia
internal import HearthClips
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Records clips of the cameras for which their owners have switched that on, and deletes old ones.
///
/// Its lock guards the sessions, the switches and the timer. No other lock is taken under it but the clock's. Files are
/// read and written without it, by ``ClipFolder``.
final class CameraRecorder: Sendable {
    private struct Recording {
        let session: ClipSession
        let task: Task<Void, Never>
    }

    private struct State {
        /// Whether the folder can be used.
        var isOpen = false
        /// The cameras that are switched on.
        var recorded: Set<ClipCamera> = []
        var recordings: [ClipCamera: Recording] = [:]
        var sweeper: (any ScheduledAction)?
        /// When each notice was given last, so that a full disk does not fill the log.
        var noticed: [String: Duration] = [:]
        var isOver = false
    }

    /// The time between two looks for clips to delete.
    private static let interval = Duration.seconds(60)
    /// The time for which a notice is not repeated.
    private static let noticeTime = Duration.seconds(3_600)

    private let environment: HubEnvironment
    private let directory: HomeDirectory
    private let saver: HomeSaver
    private let media: HubMedia?
    /// Switches one camera at a time, so that the last switch counts.
    private let edits = EditQueue()
    private let state = Mutex(State())

    /// - Parameter media: where clips are kept; nil for a hub that keeps none.
    init(_ environment: HubEnvironment, directory: HomeDirectory, saver: HomeSaver, media: HubMedia?) {
        self.environment = environment
        self.directory = directory
        self.saver = saver
        self.media = media
    }

    var keepsClips: Bool { state.withLock { $0.isOpen } }

    /// Why a camera is not recorded at the moment although it is switched on; empty while it is, or is switched off.
    func problem(of camera: ClipCamera) -> String {
        state.withLock { $0.recordings[camera]?.session }?.problem ?? ""
    }

    /// Finds the clips on the disk, and begins to record the cameras that are switched on. A folder that can't be used
    /// is noticed; the hub runs without clips then.
    func start() async {
        guard let media else { return }
        do throws(ClipError) {
            try await media.folder.open()
        } catch {
            return environment.notice("no clips are recorded: \(error.message)")
        }
        if media.records {
            let recorded = await media.folder.recorded
            state.withLock { state in
                state.isOpen = true
                state.recorded = recorded
            }
            for camera in recorded { begin(camera) }
        }
        await sweep()
    }

    /// Ends all recordings. The clips up to now are kept.
    func stop() async {
        let tasks = state.withLock { state in
            state.isOver = true
            state.sweeper?.cancel()
            state.sweeper = nil
            defer { state.recordings = [:] }
            return state.recordings.values.map(\.task)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    func take(_ happening: CameraHappening) {
        for camera in happening.cameras {
            let session = state.withLock { $0.recordings[camera]?.session }
            session?.add(Set(happening.events.map(\.rawValue)))
        }
    }

    /// Lets a camera be tried at once: its connectivity or its settings have changed.
    func wake(_ camera: ClipCamera) { state.withLock { $0.recordings[camera]?.session }?.wake() }

    // MARK: Switching

    func isRecorded(_ camera: ClipCamera) -> Bool { state.withLock { $0.recorded.contains(camera) } }

    /// Switches the recording of a camera on or off. It is durable when it returns. Switching off ends the recording
    /// first, even if that can't be stored.
    func set(_ camera: ClipCamera, isOn: Bool) async throws(RPCError) {
        guard let media, keepsClips else {
            throw RPCError(.failedPrecondition, "the hub keeps no clips; start it without --no-clips")
        }
        if !isOn { end(camera) }
        do {
            try await edits.run {
                if isOn { try checkHasRoom(for: camera, media.limits) } else { end(camera) }
                try await media.folder.setRecorded(camera, isOn: isOn)
                if isOn { begin(camera) }
            }
        } catch let error as ClipError {
            throw RPCError(
                .resourceExhausted,
                isOn
                    ? error.message
                    : "\(error.message); the recording is off, but will be on again after the hub's next start")
        } catch {
            throw RPCError(error)
        }
    }

    private func checkHasRoom(for camera: ClipCamera, _ limits: ClipLimits) throws(RPCError) {
        let recorded = state.withLock { $0.recorded }
        guard recorded.contains(camera) || recorded.count < limits.cameras else {
            throw RPCError(
                .resourceExhausted,
                "the hub records \(limits.cameras) cameras, the most it may; switch off the recording of another one")
        }
    }

    private func begin(_ camera: ClipCamera) {
        guard let media else { return }
        let session = ClipSession(camera, media.folder, media.limits, clock: environment.clock) { [weak self] text in
            self?.notice(text, about: camera)
        }
        let source = ClipSession.Source(
            open: { [directory] in
                let found = try directory.camera(of: camera, for: .owner)
                if let mode = CameraPrivacy.modeOfRecordings(in: found.record.attributes) {
                    throw RPCError(.failedPrecondition, mode)
                }
                guard let source = try found.reachable() as? any CameraSource else {
                    throw RPCError(.failedPrecondition, "the camera's process sends no live streams")
                }
                let device = found.providerPath.target
                return try await source.open(CameraRequest(device: device.deviceID, endpoint: device.endpoint))
            },
            mayRecord: { [directory] in
                guard let found = try? directory.camera(of: camera, for: .owner) else { return false }
                return !CameraPrivacy.forbidsRecording(found.record.attributes)
            },
            bufferBytes: { [weak self] in
                media.limits.bufferBytes(ofCameras: self?.state.withLock { $0.recordings.count } ?? 1)
            })
        state.withLock { state in
            state.recorded.insert(camera)
            guard !state.isOver, state.recordings[camera] == nil else { return }
            state.recordings[camera] = Recording(session: session, task: Task { await session.run(source) })
        }
    }

    private func end(_ camera: ClipCamera) {
        let ended = state.withLock { state in
            state.recorded.remove(camera)
            return state.recordings.removeValue(forKey: camera)
        }
        ended?.task.cancel()
    }

    /// Deletes the clips of a device that a person has removed, and records it no more. What its provider removes may
    /// come back: its clips are kept until they are too old.
    func removed(_ deviceID: String, from structureID: String) {
        guard let media else { return }
        Task {
            // It was moved to another structure.
            guard directory.entry(of: deviceID) == nil else { return }
            let cameras = state.withLock { $0.recorded }.filter {
                $0.deviceID == deviceID && $0.structureID == structureID
            }
            for camera in cameras { try? await set(camera, isOn: false) }
            let count = await media.folder.delete { $0.deviceID == deviceID && $0.structureID == structureID }
            if count > 0 {
                environment.notice("deleted \(count) clips of the camera \(quoted(deviceID)), which was removed")
            }
        }
    }

    private func notice(_ text: String, about camera: ClipCamera) {
        let key = camera.deviceID + " " + text
        let now = environment.clock.now
        let isNew = state.withLock { state in
            state.noticed = state.noticed.filter { now - $0.value < Self.noticeTime }
            guard state.noticed[key] == nil else { return false }
            state.noticed[key] = now
            return true
        }
        if isNew { environment.notice("a clip of the camera \(quoted(camera.deviceID)) is not recorded: \(text)") }
    }

    // MARK: Old clips

    private func sweep() async {
        guard let media else { return }
        await media.folder.sweep(at: saver.retentionTime.milliseconds)
        // A structure is removed by people only, and does not come back.
        let structures = Set(directory.cells.map(\.id))
        _ = await media.folder.delete { !structures.contains($0.structureID) }
        for camera in state.withLock({ $0.recorded }) where !structures.contains(camera.structureID) {
            try? await set(camera, isOn: false)
        }
        state.withLock { state in
            guard !state.isOver else { return }
            state.sweeper = environment.clock.schedule(after: Self.interval) { [weak self] in await self?.sweep() }
        }
    }
}
