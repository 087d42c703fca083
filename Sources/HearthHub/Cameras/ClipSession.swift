internal import HearthBase
internal import HearthCameraMedia
internal import HearthClips
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// The recording of one camera: keeps its stream open and writes clips at its events. Bytes of pictures are copied and
/// never read.
///
/// Its lock guards the events that are not recorded yet.
final class ClipSession: Sendable {
    /// Where a session gets the stream of its camera, and whether it may still record it.
    struct Source: Sendable {
        /// Opens the stream. Throws while the camera can't be reached or must not be recorded.
        let open: @Sendable () async throws -> CameraViewer
        /// Whether the camera may be recorded at the moment.
        let mayRecord: @Sendable () -> Bool
    }

    /// The pauses between two attempts to open the stream: the first and the longest.
    private static let pauses = (first: Duration.seconds(1), longest: Duration.seconds(60))
    /// The time between two looks at the camera's privacy modes.
    private static let interval = Duration.milliseconds(500)

    private let camera: ClipCamera
    private let folder: ClipFolder
    private let limits: ClipLimits
    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void
    private let happened = Mutex<Set<UInt64>>([])

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

    /// Notes events, which the next part of the stream begins or extends a clip for.
    func add(_ events: Set<UInt64>) { happened.withLock { $0.formUnion(events) } }

    /// Records until the task is cancelled.
    func run(_ source: Source) async {
        var pause = Self.pauses.first
        while !Task.isCancelled {
            do {
                // Events from before can't be recorded any more.
                happened.withLock { $0 = [] }
                let viewer = try await source.open()
                if try await record(viewer, while: source.mayRecord) { pause = Self.pauses.first }
            } catch {
                // The reason is seen where the camera is watched.
            }
            await clock.sleep(for: pause)
            pause = min(pause * 2, Self.pauses.longest)  // in range: 120 s at most
        }
    }

    /// Records a stream until it ends, or may not be recorded any more.
    ///
    /// - Returns: whether anything came.
    private func record(_ viewer: CameraViewer, while mayRecord: () -> Bool) async throws -> Bool {
        var machine = ClipMachine(limits)
        var current: UInt64?
        var hasUnits = false
        var looked = clock.now
        while true {
            let part = try? await viewer.next()
            let now = clock.now
            if now - looked >= Self.interval || part == nil {
                looked = now
                guard part != nil, mayRecord() else { break }
            }
            guard let part else { break }
            if case .unit = part { hasUnits = true }
            var actions = machine.take(part)
            let events = happened.withLock { events in
                defer { events = [] }
                return events
            }
            if !events.isEmpty { actions += machine.happened(events) }
            await carryOut(actions, &current)
        }
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
                    if current == nil { notice("clips of a camera in JPEG can't be recorded; use its H.264 stream") }
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
                notice(error.message)
            }
        }
    }
}
