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
/// Its lock guards the sessions, the switches and the timer. No other lock is taken under it but the clock's.
final class CameraRecorder: Sendable {
    private struct Recording {
        let session: ClipSession
        let task: Task<Void, Never>
    }

    private struct State {
        var switches: ClipSwitches?
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
    private let state = Mutex(State())

    /// - Parameter media: where clips are kept; nil for a hub that keeps none.
    init(_ environment: HubEnvironment, directory: HomeDirectory, saver: HomeSaver, media: HubMedia?) {
        self.environment = environment
        self.directory = directory
        self.saver = saver
        self.media = media
    }

    var keepsClips: Bool { state.withLock { $0.switches != nil } }

    /// Finds the clips on the disk, and begins to record the cameras that are switched on. A folder that can't be used
    /// is noticed; the hub runs without clips then.
    func start() async {
        guard let media else { return }
        do throws(ClipError) {
            try await media.folder.open()
        } catch {
            return environment.notice("no clips are recorded: \(error.message)")
        }
        let switches = ClipSwitches(in: media.path)
        state.withLock { $0.switches = switches }
        for camera in switches.cameras { begin(camera) }
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

    // MARK: Switching

    func isRecorded(_ camera: ClipCamera) -> Bool {
        state.withLock { $0.switches?.cameras.contains(camera) ?? false }
    }

    /// Switches the recording of a camera on or off. It is durable when it returns.
    func set(_ camera: ClipCamera, isOn: Bool) throws(RPCError) {
        let problem = state.withLock { state -> RPCError? in
            do throws(ClipError) {
                guard try state.switches?.set(camera, isOn: isOn) != nil else {
                    return RPCError(.failedPrecondition, "the hub keeps no clips; start it without --no-clips")
                }
                return nil
            } catch {
                return RPCError(.resourceExhausted, error.message)
            }
        }
        if let problem { throw problem }
        if isOn { begin(camera) } else { end(camera) }
    }

    private func begin(_ camera: ClipCamera) {
        guard let media else { return }
        let session = ClipSession(camera, media.folder, media.limits, clock: environment.clock) { [weak self] text in
            self?.notice(text, about: camera)
        }
        let source = ClipSession.Source(
            open: { [directory] in
                let found = try directory.camera(of: camera, for: .owner)
                guard !CameraPrivacy.forbidsRecording(found.record.attributes),
                    let source = try found.reachable() as? any CameraSource
                else { throw CancellationError() }
                let device = found.providerPath.target
                return try await source.open(CameraRequest(device: device.deviceID, endpoint: device.endpoint))
            },
            mayRecord: { [directory] in
                guard let found = try? directory.camera(of: camera, for: .owner) else { return false }
                return !CameraPrivacy.forbidsRecording(found.record.attributes)
            })
        state.withLock { state in
            guard !state.isOver, state.recordings[camera] == nil else { return }
            state.recordings[camera] = Recording(session: session, task: Task { await session.run(source) })
        }
    }

    private func end(_ camera: ClipCamera) {
        state.withLock { $0.recordings.removeValue(forKey: camera) }?.task.cancel()
    }

    private func notice(_ text: String, about camera: ClipCamera) {
        let now = environment.clock.now
        let isNew = state.withLock { state in
            state.noticed = state.noticed.filter { now - $0.value < Self.noticeTime }
            guard state.noticed[text] == nil else { return false }
            state.noticed[text] = now
            return true
        }
        if isNew { environment.notice("a clip of the camera \(quoted(camera.deviceID)) is not recorded: \(text)") }
    }

    // MARK: Old clips

    private func sweep() async {
        guard let media else { return }
        await media.folder.sweep(at: saver.retentionTime.milliseconds) { [self] in isKnown($0) }
        let gone = state.withLock { $0.switches?.cameras.filter { !isKnown($0) } ?? [] }
        // Its owner decides again if the camera comes back.
        for camera in gone { try? set(camera, isOn: false) }
        state.withLock { state in
            guard !state.isOver else { return }
            state.sweeper = environment.clock.schedule(after: Self.interval) { [weak self] in await self?.sweep() }
        }
    }

    /// Whether a camera is still in its home.
    private func isKnown(_ camera: ClipCamera) -> Bool {
        directory.entry(of: camera.deviceID)?.cell.id == camera.structureID
    }
}
