internal import HearthBase
internal import HearthCameraMedia
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Opens live views of cameras for callers who may watch them, and ends them when that is no longer so.
///
/// While there are views, it checks twice a second whether each of them may continue. So a revoked grant, the end of a
/// guest's hours, a privacy mode and a removed device all end a view in the same way, within a second.
///
/// Its lock guards the views, the pool and the timer. It is held for one look or one entry, and no other lock is taken
/// under it but the clock's.
final class CameraDesk: Sendable {
    /// A view, or the place of one whose camera is being reached.
    private struct Place {
        let target: TraitTarget
        let holder: String?
        var view: LiveView?
        var until: Duration
    }

    private struct State {
        /// By the view's ID.
        var places: [String: Place] = [:]
        var pool: SharedPool<String>
        var ticker: (any ScheduledAction)?
        var isOver = false
    }

    private static let interval = Duration.milliseconds(500)

    private let clock: any HomeClock
    private let limits: HubLimits
    private let makeID: @Sendable () -> String
    private let directory: HomeDirectory
    private let audit: AuditRecorder
    private let state: Mutex<State>

    init(_ environment: HubEnvironment, directory: HomeDirectory, audit: AuditRecorder) {
        clock = environment.clock
        limits = environment.limits
        makeID = environment.makeID
        self.directory = directory
        self.audit = audit
        let pool = limits.pool(limits.cameraViewers, share: limits.cameraViewersPerPerson)
        state = Mutex(State(pool: SharedPool(pool)))
    }

    /// How long a view lasts from its opening or extension on.
    var viewTime: Duration { limits.cameraViewTime }

    /// The number of open views.
    var count: Int { state.withLock { $0.places.count } }

    // MARK: Calls

    /// Opens a live view. Pass it to ``close(_:)`` in the end.
    ///
    /// - Throws: ``RPCError`` with the reason.
    func open(_ target: TraitTarget, _ quality: CameraQuality, as caller: Caller) async throws(RPCError) -> LiveView {
        let found = try check(target, caller)
        guard let source = try found.reachable() as? any CameraSource else {
            throw RPCError(
                .failedPrecondition, "\(found.deviceName) has no live stream here; take pictures with captureSnapshot")
        }
        let id = makeID()
        try enter(id, target, caller.principal, found.deviceName)
        do {
            let place = found.providerPath.target
            let viewer = try await source.open(
                CameraRequest(device: place.deviceID, endpoint: place.endpoint, quality: quality))
            // The caller's right may have ended while the camera was being reached.
            _ = try check(target, caller)
            let view = LiveView(
                id: id, target: target, caller: caller, actor: directory.actor(caller, in: found.cell), found: found,
                viewer: viewer)
            let isOver = state.withLock { state in
                state.places[id]?.view = view
                return state.isOver
            }
            if isOver { throw HubError.isEnding.rpcError }
            await audit.watching(view, begins: true)
            return view
        } catch {
            leave(id)
            throw found.rpcError(error)
        }
    }

    /// Lets a view of the caller last ``viewTime`` from now on.
    func extend(_ id: String, as principal: Principal) throws(RPCError) {
        let view = state.withLock { $0.places[id]?.view }
        guard let view, view.caller.principal.id == principal.id, view.caller.principal.person == principal.person
        else {
            throw RPCError(
                .notFound, "\(principal.subject) has no live view with the id \(quoted(id)) any more; open another")
        }
        _ = try check(view.target, view.caller)
        let until = clock.now + viewTime
        state.withLock { $0.places[id]?.until = until }
    }

    /// Notes that a view has ended.
    func close(_ view: LiveView) async {
        leave(view.id)
        await audit.watching(view, begins: false)
    }

    /// Ends all views, and refuses new ones.
    func stop() {
        let views = state.withLock { state in
            state.isOver = true
            state.ticker?.cancel()
            state.ticker = nil
            return state.places.values.compactMap(\.view)
        }
        for view in views { view.end(HubError.isEnding.rpcError) }
    }

    // MARK: Rights

    /// The camera, if the caller may watch it at the moment.
    private func check(_ target: TraitTarget, _ caller: Caller) throws(RPCError) -> LocatedTrait {
        try directory.runningOrThrow()
        let found = try directory.locate(TraitPath(target, CameraPrivacy.trait), for: caller.principal)
        guard found.access.rights.isSuperset(of: .operate) else {
            throw RPCError(
                .permissionDenied,
                "\(caller.principal.subject) may not watch \(found.deviceName); ask for the right to "
                    + Rights.operate.homeName)
        }
        if let mode = CameraPrivacy.mode(in: found.record.attributes) {
            throw RPCError(.failedPrecondition, "\(found.deviceName) shows nothing: \(mode)")
        }
        return found
    }

    // MARK: Places

    private func enter(
        _ id: String, _ target: TraitTarget, _ principal: Principal, _ deviceName: String
    ) throws(RPCError) {
        let holder = principal.poolHolder
        let place = Place(target: target, holder: holder, view: nil, until: clock.now + viewTime)
        try state.withLock { (state) throws(RPCError) in
            guard !state.isOver else { throw HubError.isEnding.rpcError }
            guard state.places.values.count(where: { $0.target == target }) < limits.viewersPerCamera else {
                throw RPCError(
                    .resourceExhausted,
                    "\(deviceName) has \(limits.viewersPerCamera) viewers, the most a camera may have; end one")
            }
            do throws(PoolRefusal) {
                try state.pool.take(for: holder)
            } catch {
                throw RPCError(.resourceExhausted, error.sentence("live views", wayOut: "end one that is not needed"))
            }
            state.places[id] = place
            if state.ticker == nil { state.ticker = tickLater() }
        }
    }

    private func leave(_ id: String) {
        state.withLock { state in
            guard let place = state.places.removeValue(forKey: id) else { return }
            state.pool.giveBack(of: place.holder)
        }
    }

    // MARK: Time

    private func tickLater() -> any ScheduledAction {
        clock.schedule(after: Self.interval) { [weak self] in self?.tick() }
    }

    /// Ends the views that may not continue. The ticker stops when there are none.
    private func tick() {
        let now = clock.now
        let open = state.withLock { state -> [(LiveView, Duration)] in
            state.ticker = state.places.isEmpty || state.isOver ? nil : tickLater()
            return state.places.values.compactMap { place in place.view.map { ($0, place.until) } }
        }
        for (view, until) in open {
            guard now < until else {
                view.end(nil)
                continue
            }
            do throws(RPCError) {
                _ = try check(view.target, view.caller)
            } catch {
                view.end(error)
            }
        }
    }
}
