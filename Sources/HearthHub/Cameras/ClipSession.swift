internal import HearthBase
internal import HearthCameraMedia
internal import HearthClips
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// The recording of one camera: keeps its stream open and writes clips at its events. Bytes of pictures are copied and
/// never read.
///
/// Its lock guards the events that are not recorded yet, the reason why nothing is recorded, and the pause.
final class ClipSession: Sendable {
    /// Where a session gets the stream of its camera, and whether it may still record it.
    struct Source: Sendable {
        /// Opens the stream. Throws while the camera can't be reached or must not be recorded.
        let open: @Sendable () async throws -> CameraViewer
        /// Whether the camera may be recorded at the moment.
        let mayRecord: @Sendable () -> Bool
        /// The memory in bytes for what came before an event.
        let bufferBytes: @Sendable () -> Int
    }

    private struct State {
        var happened: Set<UInt64> = []
        var problem = "the hub is connecting to the camera"
        var isWoken = false
        /// Ends the pause between two attempts; nil outside it.
        var pause: AsyncStream<Never>.Continuation?
    }

    /// The pauses between two attempts to open the stream: the first and the longest.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(60))
    /// The time between two looks at the camera's privacy modes.
    private static let interval = Duration.milliseconds(500)

    private static let wrongFormat = "the camera's stream has a format that clips can't have; use one in H.264 or H.265"

    private let camera: ClipCamera
    private let folder: ClipFolder
    private let limits: ClipLimits
    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameter notice: receives what keeps a clip from being written.
    init(
        _ camera: ClipCamera, _ folder: ClipFolder, _ limits: ClipLimits, clock: any HomeClock,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.camera = camera
        self.folder = folder
        self.limits = limits
        self.clock = clock
        self.notice = notice
    }

    /// Notes events: the next part of the stream begins a clip for them, or extends the present one.
    func add(_ events: Set<UInt64>) { state.withLock { $0.happened.formUnion(events) } }

    /// Why nothing is recorded at the moment; empty while the stream is received.
    var problem: String { state.withLock { $0.problem } }

    private func explain(_ problem: String) { state.withLock { $0.problem = problem } }

    /// Ends the pause between two attempts to open the stream: the camera may be reached or recorded again.
    func wake() {
        state.withLock { state in
            state.isWoken = true
            state.pause?.finish()
        }
    }

    /// Records until the task is cancelled.
    func run(_ source: Source) async {
        var pause = Self.pauses.first
        while !Task.isCancelled {
            do {
                // Events from before can't be recorded any more.
                state.withLock { $0.happened = [] }
                let viewer = try await source.open()
                if await record(viewer, source) { pause = Self.pauses.first }
            } catch {
                explain(RPCError(error).message)
            }
            let isWoken = await rest(for: pause)
            pause = isWoken ? Self.pauses.first : min(pause * 2, Self.pauses.longest)  // in range: 120 s at most
        }
    }

    /// Waits before the next attempt, at least for the first pause, so that a flood of reports opens no flood of streams.
    ///
    /// - Returns: whether the wait was ended because the camera changed.
    private func rest(for pause: Duration) async -> Bool {
        await clock.sleep(for: Self.pauses.first)
        let (end, reached) = AsyncStream.makeStream(of: Never.self)
        let isWoken = state.withLock { state in
            if !state.isWoken { state.pause = reached }
            return state.isWoken
        }
        if !isWoken {
            let alarm = clock.schedule(after: pause - Self.pauses.first) { reached.finish() }
            for await _ in end {}
            alarm.cancel()
        }
        return state.withLock { state in
            state.pause = nil
            defer { state.isWoken = false }
            return state.isWoken
        }
    }

    /// Records a stream until it ends, or may not be recorded any more.
    ///
    /// - Returns: whether anything came.
    private func record(_ viewer: CameraViewer, _ source: Source) async -> Bool {
        var machine = ClipMachine(limits)
        var current: UInt64?
        var hasUnits = false
        var looked = clock.now
        while true {
            let part = try? await viewer.next()
            let now = clock.now
            if now - looked >= Self.interval || part == nil {
                looked = now
                guard part != nil, source.mayRecord() else { break }
                machine.limitBuffer(bytes: source.bufferBytes())
            }
            guard let part else { break }
            switch part {
            case .format(let format):
                explain(FragmentedMovie(format, start: 0) == nil ? Self.wrongFormat : "")
            case .unit: hasUnits = true
            }
            var actions = machine.take(part, at: now)
            let events = state.withLock { state in
                defer { state.happened = [] }
                return state.happened
            }
            if !events.isEmpty { actions += machine.happened(events, at: now) }
            await carryOut(actions, &current)
            if machine.isBroken {
                notice("the stream's time went back; the hub opens it again")
                break
            }
        }
        explain("the camera's stream has ended; the hub opens it again")
        await carryOut(machine.end(), &current)
        return hasUnits
    }

    /// - Parameter current: the clip that is being written; nil without one, or if it was given up.
    private func carryOut(_ actions: [ClipMachine.Action], _ current: inout UInt64?) async {
        for action in actions {
            do throws(ClipError) {
                switch action {
                case .begin(let format, let first, let earlier, let events):
                    let now = clock.sinceEpoch.milliseconds
                    current = try await folder.begin(
                        camera, format, first: first, start: now - earlier / 1_000, events: events, now: now)
                    if current == nil { notice(Self.wrongFormat) } else { explain("") }
                case .write(let units, let until):
                    if let current { try await folder.write(units, until: until, to: current) }
                case .note(let events):
                    if let current { await folder.note(events, in: current) }
                case .finish(let duration):
                    guard let ended = current.take() else { continue }
                    try await folder.finish(ended, duration: duration)
                }
            } catch {
                current = nil
                explain(error.message)
                notice(error.message)
            }
        }
    }
}
