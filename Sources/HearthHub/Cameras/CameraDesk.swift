internal import HearthBase
internal import HearthCameraMedia
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Opens live views of cameras for callers who may watch them, and ends them when that is no longer so.
///
/// While there are views, it checks twice a second whether each of them may continue. So a revoked or expired
/// credential, a revoked grant, the end of a guest's hours, a privacy mode and a removed device all end a view in the
/// same way, within a second.
///
/// Its lock guards the views, the pools and the timer. It is held for one look or one entry, and no other lock is taken
/// under it but the clock's and a view's.
final class CameraDesk: Sendable {
    /// A view, or the place of one whose camera is being reached.
    private struct Place: Sendable {
        let target: TraitTarget
        let caller: Caller
        let deviceName: String
        let isSession: Bool
        /// Set to end the wait for the camera.
        let refused = OneShot<RPCError>()
        var view: LiveView?
        var until: Duration
        var talk = Talk.silent

        func end(_ reason: RPCError) {
            refused.set(reason)
            view?.end(reason)
            talk.line?.end(reason)
        }

        /// Ends a view whose time is over.
        func expire() {
            guard let view else { return refused.set(CameraDesk.late(deviceName)) }
            view.end(nil)
            talk.line?.end(nil)
        }
    }

    /// Whether the client of a view talks through its camera. Each time has a number, so that the late end of one does not
    /// end the next.
    private enum Talk: Sendable {
        case silent
        case opening(UInt64)
        /// The line is nil for a session over WebRTC, whose client talks past the hub.
        case on(UInt64, TalkLine?)

        var number: UInt64? {
            switch self {
            case .silent: nil
            case .opening(let number), .on(let number, _): number
            }
        }
        var line: TalkLine? { if case .on(_, let line) = self { line } else { nil } }
        var isOn: Bool { if case .on = self { true } else { false } }
    }

    private struct State {
        /// By the view's ID.
        var places: [String: Place] = [:]
        var pool: SharedPool<String>
        /// The views over WebRTC, which count in ``pool``, too.
        var sessions: SharedPool<String>
        /// The views of each camera.
        var ofCameras: [TraitTarget: SharedPool<String>] = [:]
        var ticker: (any ScheduledAction)?
        var isOver = false
        /// Whether the credential with an ID is neither revoked nor expired.
        var isValid: @Sendable (String) -> Bool = { _ in true }
        /// When the end of a session was last reported.
        var reported: Duration?
        /// The number of the last talk.
        var lastTalk: UInt64 = 0
    }

    private static let interval = Duration.milliseconds(500)
    /// How long a camera may take to begin. Longer than what ends the wait for a maker's process, which knows why.
    private static let reachTime = Duration.seconds(60)
    /// The shortest time between two notices about sessions, so that no client can fill the log.
    private static let noticePause = Duration.seconds(10)

    let clock: any HomeClock
    private let environment: HubEnvironment
    private let makeID: @Sendable () -> String
    private let notice: @Sendable (String) -> Void
    private let directory: HomeDirectory
    private let audit: AuditRecorder
    private let state: Mutex<State>

    init(_ environment: HubEnvironment, directory: HomeDirectory, audit: AuditRecorder) {
        clock = environment.clock
        let limits = environment.limits
        self.environment = environment
        makeID = environment.makeID
        notice = environment.notice
        self.directory = directory
        self.audit = audit
        let pool = limits.pool(limits.cameraViewers, share: limits.cameraViewersPerPerson)
        let sessions = limits.pool(limits.cameraSessions, share: max(1, limits.cameraSessions / 2))
        state = Mutex(State(pool: SharedPool(pool), sessions: SharedPool(sessions)))
    }

    private var limits: HubLimits { environment.limits }

    /// Sets the check of credentials: whether the one with an ID is neither revoked nor expired. It is called often,
    /// and must answer from memory. Without it, all are valid.
    func checkCredentials(_ isValid: @escaping @Sendable (String) -> Bool) {
        state.withLock { $0.isValid = isValid }
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
        try await view(target, quality, as: caller, isSession: false) { source, request in
            .frames(try await source.open(request))
        }
    }

    /// Opens a live view over WebRTC. It is closed when its session ends.
    ///
    /// - Parameter offer: the client's offer of SDP.
    /// - Throws: ``RPCError`` with the reason.
    func connect(
        _ target: TraitTarget, _ quality: CameraQuality, offer: String, as caller: Caller
    ) async throws(RPCError) -> LiveView {
        let most = CameraSession.mostDescriptionBytes
        guard offer.utf8.count <= most else {
            throw RPCError(.invalidArgument, "the offer has \(offer.utf8.count) bytes, more than \(most)")
        }
        let view = try await view(target, quality, as: caller, isSession: true) { source, request in
            guard let session = try await source.connect(request, offer: offer) else {
                throw RPCError(
                    .unimplemented,
                    "the camera's process does not speak WebRTC; switch it on, or open the live view by frames")
            }
            return .session(session)
        }
        Task {
            let error = await view.sessionEnds()
            if let error, !view.isOver { report(error, of: view) }
            await close(view)
        }
        return view
    }

    /// Notes in the log why a session has ended or never began: its client may have no call that says it.
    private func report(_ error: any Error, of view: LiveView) {
        let now = clock.now
        let isDue = state.withLock { state in
            if let reported = state.reported, now - reported < Self.noticePause { return false }
            state.reported = now
            return true
        }
        if isDue { notice("a live view of \(view.deviceName) over WebRTC has ended: \(RPCError(error).message)") }
    }

    private typealias Reaching = @Sendable (any CameraSource, CameraRequest) async throws -> ViewedStream

    private func view(
        _ target: TraitTarget, _ quality: CameraQuality, as caller: Caller, isSession: Bool,
        by reach: @escaping Reaching
    ) async throws(RPCError) -> LiveView {
        let found = try check(target, caller)
        guard let source = try found.reachable() as? any CameraSource else {
            throw RPCError(
                .failedPrecondition, "\(found.deviceName) has no live stream here; take pictures with captureSnapshot")
        }
        let id = makeID()
        let place = try enter(id, target, caller, found.deviceName, isSession: isSession)
        do {
            let device = found.providerPath.target
            let request = CameraRequest(device: device.deviceID, endpoint: device.endpoint, quality: quality)
            let stream = try await wait(for: place) { try await reach(source, request) }
            // The caller's right may have ended while the camera was being reached.
            _ = try check(target, caller)
            let view = LiveView(
                id: id, target: target, caller: caller, actor: directory.actor(caller, in: found.cell), found: found,
                stream: stream)
            let until = clock.now + viewTime
            let isOver = state.withLock { state in
                guard !state.isOver else { return true }
                state.places[id]?.view = view
                state.places[id]?.until = until
                return false
            }
            if isOver { throw HubError.isEnding.rpcError }
            await audit.watching(view, begins: true)
            return view
        } catch {
            leave(id)
            throw found.rpcError(error)
        }
    }

    /// Waits for a camera's stream, unless the place's wait is ended before.
    private func wait(
        for place: Place, _ reach: @escaping @Sendable () async throws -> ViewedStream
    ) async throws -> ViewedStream {
        try await withThrowingTaskGroup(of: ViewedStream?.self) { group in
            group.addTask { try await reach() }
            group.addTask {
                if let error = await place.refused.wait() { throw error }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let stream = result { return stream }
            }
            throw CancellationError()
        }
    }

    /// Waits until a view of the caller over WebRTC is over.
    ///
    /// - Parameter begun: called once the wait has begun.
    /// - Throws: ``RPCError`` with the reason for the end, unless the caller has ended it or its time is over.
    func watch(
        _ id: String, as principal: Principal, begun: () async throws(RPCError) -> Void
    ) async throws(RPCError) {
        let view = try own(id, principal)
        guard view.isSession else {
            throw RPCError(.failedPrecondition, "this live view is not over WebRTC; its own call says why it ends")
        }
        try await begun()
        let error = await view.sessionEnds()
        // What the hub ends, its session may call lost.
        if let reason = view.isOver ? view.reason : error.map({ RPCError($0) }) { throw reason }
    }

    /// Lets a view of the caller last ``viewTime`` from now on.
    func extend(_ id: String, as principal: Principal) throws(RPCError) {
        let view = try own(id, principal)
        _ = try check(view.target, view.caller)
        let now = clock.now
        let until = now + viewTime
        let isExtended = state.withLock { state in
            guard let place = state.places[id], !view.isOver, now < place.until else { return false }
            state.places[id]?.until = until
            return true
        }
        guard isExtended else { throw Self.missing(id, principal) }
    }

    /// Ends a view of the caller.
    func end(_ id: String, as principal: Principal) async throws(RPCError) {
        let view = try own(id, principal)
        view.end(nil)
        await close(view)
    }

    // MARK: Talking

    /// Lets the camera play what the client of a view over WebRTC says.
    func startTalking(_ id: String, as principal: Principal) async throws(RPCError) {
        let view = try own(id, principal)
        guard view.isSession else {
            throw RPCError(
                .failedPrecondition,
                "this live view is not over WebRTC; send the sound by Talk, or open a view with OpenWebRtcView")
        }
        let found = try checkTalk(view.target, view.caller)
        guard let number = try enterTalk(view) else { return }
        do {
            try await view.setTalking(true)
            // The caller's right may have ended while the camera opened its loudspeaker.
            _ = try checkTalk(view.target, view.caller)
        } catch {
            await stopTalking(view, number)
            throw found.rpcError(error)
        }
        if hasOpened(view, number) { await audit.talking(view, begins: true) }
    }

    /// Lets the camera play what the client of a view through the hub sends. Pass the line to ``close(_:)`` in the end.
    ///
    /// - Parameter codecs: those that the client can send.
    func talk(_ id: String, codecs: [String], as principal: Principal) async throws(RPCError) -> TalkLine {
        let limits = CameraLimits()
        guard (1...Self.mostCodecs).contains(codecs.count),
            codecs.allSatisfy({ (1...limits.codecBytes).contains($0.utf8.count) })
        else {
            throw RPCError(
                .invalidArgument,
                "hello has \(codecs.count) codecs; name 1 to \(Self.mostCodecs), each with 1 to \(limits.codecBytes) "
                    + "bytes")
        }
        let view = try own(id, principal)
        guard !view.isSession else {
            throw RPCError(.failedPrecondition, "a client of a live view over WebRTC talks by StartTalkback")
        }
        let found = try checkTalk(view.target, view.caller)
        guard let source = try found.reachable() as? any CameraSource else { throw Self.isMute(view) }
        guard let number = try enterTalk(view) else {
            throw RPCError(.resourceExhausted, "this live view has a call of Talk already; end that first")
        }
        var line: TalkLine?
        do {
            let device = found.providerPath.target
            let request = CameraRequest(device: device.deviceID, endpoint: device.endpoint)
            guard let opened = try await source.openSpeaker(of: request, among: codecs) else { throw Self.isMute(view) }
            let opening = TalkLine(opened, of: view, number: number)
            line = opening
            // The caller's right may have ended while the camera opened its loudspeaker.
            _ = try checkTalk(view.target, view.caller)
            guard hasOpened(view, number, opening) else {
                if view.isOver { throw view.reason ?? Self.missing(id, principal) }
                throw RPCError(.cancelled, "talking was ended while the camera opened its loudspeaker; talk again")
            }
            await audit.talking(view, begins: true)
            return opening
        } catch {
            line?.end(nil)
            await stopTalking(view, number)
            throw found.rpcError(error)
        }
    }

    /// The most codecs that a client may name.
    private static let mostCodecs = 8

    private static func isMute(_ view: LiveView) -> RPCError {
        RPCError(.failedPrecondition, "\(view.deviceName) has no loudspeaker that people can talk through")
    }

    /// Ends what the client of a view through the hub says.
    func close(_ line: TalkLine) async {
        line.end(nil)
        await stopTalking(line.view, line.number)
    }

    /// Gives a view the one place of those that talk through its camera.
    ///
    /// - Returns: the talk's number; nil if the view has the place already.
    private func enterTalk(_ view: LiveView) throws(RPCError) -> UInt64? {
        try state.withLock { (state) throws(RPCError) -> UInt64? in
            guard let place = state.places[view.id], !view.isOver else {
                throw Self.missing(view.id, view.caller.principal)
            }
            guard place.talk.number == nil else { return nil }
            guard !state.places.values.contains(where: { $0.target == view.target && $0.talk.number != nil }) else {
                throw RPCError(
                    .resourceExhausted,
                    "somebody else is talking through \(view.deviceName); wait until they have finished")
            }
            state.lastTalk &+= 1
            state.places[view.id]?.talk = .opening(state.lastTalk)
            return state.lastTalk
        }
    }

    /// Notes that the camera plays what a client says.
    ///
    /// - Returns: whether that was still wanted.
    private func hasOpened(_ view: LiveView, _ number: UInt64, _ line: TalkLine? = nil) -> Bool {
        state.withLock { state in
            guard case .opening(number)? = state.places[view.id]?.talk, !view.isOver else { return false }
            state.places[view.id]?.talk = .on(number, line)
            return true
        }
    }

    /// Ends what the client of a view says.
    func stopTalking(_ id: String, as principal: Principal) async throws(RPCError) {
        let view = try own(id, principal)
        guard let number = state.withLock({ $0.places[id]?.talk.number }) else { return }
        await stopTalking(view, number)
    }

    /// Ends a talk, unless it has ended.
    ///
    /// - Parameter reason: what the client of a view through the hub learns; nil if it has ended talking itself.
    private func stopTalking(_ view: LiveView, _ number: UInt64, _ reason: RPCError? = nil) async {
        let talk = state.withLock { state -> Talk in
            guard let talk = state.places[view.id]?.talk, talk.number == number else { return .silent }
            state.places[view.id]?.talk = .silent
            return talk
        }
        guard talk.number != nil else { return }
        talk.line?.end(reason)
        // Not in the caller's task, which may be cancelled: nothing may be heard any more.
        if view.isSession {
            await Task {
                do {
                    try await view.setTalking(false)
                } catch {
                    view.end(RPCError(.unavailable, "\(view.deviceName) can't be silenced, so the live view has ended"))
                }
            }.value
        }
        if talk.isOn { await audit.talking(view, begins: false) }
    }

    private func own(_ id: String, _ principal: Principal) throws(RPCError) -> LiveView {
        guard let view = state.withLock({ $0.places[id]?.view }), view.caller.principal.id == principal.id,
            view.caller.principal.person == principal.person
        else { throw Self.missing(id, principal) }
        return view
    }

    private static func missing(_ id: String, _ principal: Principal) -> RPCError {
        RPCError(
            .notFound, "\(principal.subject) has no live view with the id \(quoted(id)) any more; open another")
    }

    /// Notes that a view has ended. Does nothing after ``stop()``, which has noted it.
    func close(_ view: LiveView) async {
        guard let place = leave(view.id) else { return }
        place.talk.line?.end(nil)
        if place.talk.isOn { await audit.talking(view, begins: false) }
        await audit.watching(view, begins: false)
    }

    /// Ends all views and waits, logs the ends of the views, and refuses new ones.
    func stop() async {
        let places = state.withLock { state in
            state.isOver = true
            state.ticker?.cancel()
            state.ticker = nil
            return Array(state.places.values)
        }
        for place in places { place.end(HubError.isEnding.rpcError) }
        // The calls of the views may end only after the audit log has been saved.
        for case let view? in places.map(\.view) { await close(view) }
    }

    // MARK: Rights

    /// The camera, if the caller may watch it at the moment.
    private func check(_ target: TraitTarget, _ caller: Caller) throws(RPCError) -> LocatedTrait {
        if let credential = caller.principal.credential, !state.withLock({ $0.isValid })(credential) {
            throw RPCError(
                .unauthenticated, "the credential that the live view was opened with is no longer valid; sign in again")
        }
        let found = try directory.camera(target, for: caller.principal)
        if let mode = CameraPrivacy.mode(in: found.record.attributes) {
            throw RPCError(.failedPrecondition, "\(found.deviceName) shows nothing: \(mode)")
        }
        return found
    }

    /// The camera, if the caller may talk through it at the moment.
    private func checkTalk(_ target: TraitTarget, _ caller: Caller) throws(RPCError) -> LocatedTrait {
        let found = try check(target, caller)
        if let muting = CameraPrivacy.muting(in: found.record.attributes) {
            throw RPCError(.failedPrecondition, "\(found.deviceName) plays nothing: \(muting)")
        }
        return found
    }

    // MARK: Places

    private func enter(
        _ id: String, _ target: TraitTarget, _ caller: Caller, _ deviceName: String, isSession: Bool
    ) throws(RPCError) -> Place {
        let holder = caller.principal.poolHolder
        let place = Place(
            target: target, caller: caller, deviceName: deviceName, isSession: isSession, view: nil,
            until: clock.now + Self.reachTime)
        let most = limits.viewersPerCamera
        try state.withLock { (state) throws(RPCError) in
            guard !state.isOver else { throw HubError.isEnding.rpcError }
            var sessions = state.sessions
            if isSession { try Self.take("live views over WebRTC", from: &sessions, for: holder) }
            // So that a person does not lock others out of a camera.
            var ofCamera = state.ofCameras[target] ?? SharedPool(limits.pool(most, share: max(1, most / 2)))
            try Self.take("live views of \(deviceName)", from: &ofCamera, for: holder)
            try Self.take("live views", from: &state.pool, for: holder)
            state.sessions = sessions
            state.ofCameras[target] = ofCamera
            state.places[id] = place
            if state.ticker == nil { state.ticker = tickLater() }
        }
        return place
    }

    private static func take(
        _ things: String, from pool: inout SharedPool<String>, for holder: String?
    ) throws(RPCError) {
        do throws(PoolRefusal) {
            try pool.take(for: holder)
        } catch {
            throw RPCError(.resourceExhausted, error.sentence(things, wayOut: "end one that is not needed"))
        }
    }

    /// - Returns: the place of the view, or of the wait for one, if it was still there.
    @discardableResult
    private func leave(_ id: String) -> Place? {
        state.withLock { state in
            guard let place = state.places.removeValue(forKey: id) else { return nil }
            let holder = place.caller.principal.poolHolder
            state.pool.giveBack(of: holder)
            if place.isSession { state.sessions.giveBack(of: holder) }
            state.ofCameras[place.target]?.giveBack(of: holder)
            if state.ofCameras[place.target]?.taken == 0 { state.ofCameras[place.target] = nil }
            return place
        }
    }

    // MARK: Time

    private func tickLater() -> any ScheduledAction {
        clock.schedule(after: Self.interval) { [weak self] in self?.tick() }
    }

    /// Ends the views, and the waits for cameras, that may not continue. The ticker stops when there are none.
    private func tick() {
        let now = clock.now
        let places = state.withLock { state in
            state.ticker = state.places.isEmpty || state.isOver ? nil : tickLater()
            return Array(state.places.values)
        }
        for place in places {
            if now >= place.until {
                place.expire()
                continue
            }
            do throws(RPCError) {
                _ = try check(place.target, place.caller)
            } catch {
                place.end(error)
                continue
            }
            guard let number = place.talk.number, let view = place.view, let reason = silencing(view, place.talk.line)
            else { continue }
            Task { await stopTalking(view, number, reason) }
        }
    }

    /// Why the client of a view may not talk any longer; nil if it may.
    private func silencing(_ view: LiveView, _ line: TalkLine?) -> RPCError? {
        do throws(RPCError) {
            _ = try checkTalk(view.target, view.caller)
            return line.flatMap { $0.isOver ? $0.lost : nil }
        } catch {
            return error
        }
    }

    private static func late(_ deviceName: String) -> RPCError {
        RPCError(
            .unavailable,
            "\(deviceName) has not begun to send within \(reachTime.wholeSeconds) s; see whether it is connected")
    }
}
