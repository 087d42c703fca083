internal import HearthBase
internal import HearthCameraMedia
internal import HearthHomeState
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A provider in another process: its call, and the hub's side of it.
///
/// Its lock guards the call's machine, the commands in flight, the shapes of its devices, its port and its ticker. It
/// is held for one step of the machine; messages are sent and answers given without it.
final class RemoteProvider: DeviceProvider, CameraSource, ProviderConnection {
    /// A command or an update in flight.
    private struct Call {
        /// Its name in errors.
        let what: @Sendable () -> String
        let answer: OneShot<Result<Hearth_V1_CallResult, any Error>>
    }

    private struct State {
        var machine: ProviderMachine
        var calls: [UInt64: Call] = [:]
        /// The traits of devices that the hub accepted, by device id.
        var shapes: [String: ProvidedDevices.Shape] = [:]
        var own: [UInt32: TraitDescriptor] = [:]
        /// The port for its reports; nil before the welcome.
        var port: ProviderPort?
        var hello = Hearth_V1_AttachHello()
        /// Whether the last part of the welcome was sent.
        var isWelcomed = false
        var ticker: (any ScheduledAction)?
        var reason: RPCError?
        /// Whether the hub had no room for a report, which has ended the call.
        var isRefused = false
    }

    private let registrar: DeviceRegistrar
    private let principal: Principal
    private let mayHavePasswords: Bool
    private let stream: RPCStream<Hearth_V1_AttachResponse>
    private let feeds: RemoteFeeds
    private let sessions: RemoteSessions
    private let speakers: RemoteSpeakers
    private let state: Mutex<State>
    /// Opened when the call ends, which cancels the reader.
    private let ended = Latch()
    /// Opened when its devices are offline and its state is released.
    private let closed = Latch()

    init(
        registrar: DeviceRegistrar, principal: Principal, peer: Peer, stream: RPCStream<Hearth_V1_AttachResponse>
    ) {
        self.registrar = registrar
        self.principal = principal
        mayHavePasswords = CameraPasswords.mayGo(to: principal, at: peer)
        self.stream = stream
        feeds = RemoteFeeds(clock: registrar.clock, limits: registrar.limits)
        sessions = RemoteSessions(clock: registrar.clock)
        speakers = RemoteSpeakers(clock: registrar.clock)
        state = Mutex(State(machine: ProviderMachine(limits: registrar.limits, now: registrar.clock.now)))
    }

    // MARK: The call

    /// Reads to the end of the call, whatever ends it.
    func run(_ requests: RPCReader<Hearth_V1_AttachRequest>) async {
        stream.onEnd { [weak self] _ in self?.end(Self.lost) }
        tickLater()
        await withTaskCancellationHandler {
            // Child tasks of the handler, so that they read where the messages arrive.
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.read(requests) }
                group.addTask { _ = await self.ended.wait() }
                await group.next()
                group.cancelAll()
            }
        } onCancel: {
            end(Self.lost)
        }
    }

    private static let lost = RPCError(
        .unavailable, "the connection of the provider was lost; try again once it is attached again")

    private func read(_ requests: RPCReader<Hearth_V1_AttachRequest>) async {
        var handle: ProviderHandle?
        var intake = ReportIntake(registrar)
        var reason: RPCError?
        do {
            while let request = try await next(requests, &intake) {
                try await admit(request, &intake)
                let action = try state.withLock { (state) throws(RPCError) in try state.machine.receive(request) }
                if case .report(let report) = action {
                    if let cell = try take(report) { intake.changed(cell) }
                    continue
                }
                intake.rest()
                if case .start(let hello) = action {
                    handle = try await background { try await self.start(hello) }
                } else {
                    try await perform(action)
                }
            }
        } catch {
            reason = RPCError(error)
        }
        intake.rest()
        let isFirst = giveUpCalls(reason)
        if let handle { await registrar.detach(handle) }
        registrar.forget(self, id: hello.providerID)
        // Its port holds it, and its descriptors have to be released.
        state.withLock { state in
            state.port = nil
            state.own = [:]
            state.shapes = [:]
        }
        // A client that reads the status finds its devices offline and its traits unused.
        if isFirst { finish(reason) }
        closed.open()
    }

    /// Runs work that grows with the number of devices off the event loop, which serves other connections.
    private func background<R: Sendable>(_ body: @Sendable () async throws -> R) async rethrows -> R {
        try await registrar.background.run(body)
    }

    /// The next message. Messages that are here are taken together; watches are notified before any wait.
    private func next(
        _ requests: RPCReader<Hearth_V1_AttachRequest>, _ intake: inout ReportIntake
    ) async throws(RPCError) -> Hearth_V1_AttachRequest? {
        if intake.hasRoom {
            if let request = try requests.nextReady() { return request }
            state.withLock { $0.machine.pauseReading() }
            await intake.pause()
        } else {
            state.withLock { $0.machine.pauseReading() }
            await intake.next()
        }
        state.withLock { $0.machine.readOn(at: registrar.clock.now) }
        if let request = try requests.nextReady() { return request }
        intake.rest()
        return try await requests.next()
    }

    /// Waits while the provider sends more than it may, which makes it wait, too (back-pressure).
    private func admit(_ request: Hearth_V1_AttachRequest, _ intake: inout ReportIntake) async throws(RPCError) {
        intake.take(bytes: request.approximateSize)
        switch state.withLock({ $0.machine.admit(request, at: registrar.clock.now) }) {
        case .pass: return
        case .pause(let time):
            intake.rest()
            await registrar.pause(time)
        case .flood:
            throw RPCError(
                .resourceExhausted,
                "the provider keeps sending more than \(registrar.limits.providerMessagesPerSecond) messages a second; "
                    + "batch several changes into one report")
        }
    }

    func end(_ error: RPCError?) {
        if giveUpCalls(error) { finish(error) }
    }

    private func finish(_ error: RPCError?) {
        stream.finish(error)
        ended.open()
    }

    /// Ends the machine, and answers the commands and updates in flight.
    ///
    /// - Returns: whether the call had not ended before.
    private func giveUpCalls(_ error: RPCError?) -> Bool {
        let calls = state.withLock { state -> [Call]? in
            guard state.machine.end() else { return nil }
            state.reason = error ?? Self.lost
            state.ticker?.cancel()
            state.ticker = nil
            defer { state.calls = [:] }
            return Array(state.calls.values)
        }
        guard let calls else { return false }
        feeds.endAll(error ?? Self.lost)
        sessions.endAll(error ?? Self.lost)
        speakers.endAll(error ?? Self.lost)
        for call in calls {
            call.answer.set(
                .failure(
                    OutcomeUnknown(
                        message: "the connection to the device's provider was lost before it answered \(call.what()); "
                            + "whether it took effect is unknown")))
        }
        return true
    }

    func refuse(_ error: RPCError) {
        state.withLock { $0.isRefused = true }
        end(error)
    }

    func waitUntilClosed() async {
        await Task { [closed] in _ = await closed.wait() }.value
    }

    private var hello: Hearth_V1_AttachHello { state.withLock { $0.hello } }

    // MARK: Messages from the provider

    private func start(_ hello: Hearth_V1_AttachHello) async throws -> ProviderHandle {
        try await registrar.admit(provider: hello.providerID, of: principal)
        // Schemas may be large, and are not needed again.
        let kept = Hearth_V1_AttachHello(
            providerID: hello.providerID, structureID: hello.structureID, runID: hello.runID,
            opensCameras: hello.opensCameras)
        state.withLock { $0.hello = kept }
        let own = try await registrar.traits.adopt(
            hello.schemas, of: self, id: hello.providerID, principal: principal)
        state.withLock { $0.own = own }
        try await registrar.providers.enter(self, id: hello.providerID)
        let structureID = hello.structureID.isEmpty ? nil : hello.structureID
        guard structureID != nil || !registrar.directory.cells.isEmpty else {
            throw HubError(
                .unavailable, "the hub has no structure for devices; create one, and the provider can attach")
        }
        return try await registrar.attach(self, as: hello.providerID, structureID: structureID)
    }

    private func perform(_ action: ProviderMachine.Action) async throws {
        let (port, own) = state.withLock { ($0.port, $0.own) }
        guard let port else { return }
        switch action {
        case .bring(let bring):
            // A provider that does not read its answers has to wait.
            try await stream.waitUntilWritable()
            let reading = ProvidedDevices(traits: registrar.traits.table, own: own)
            let status = await background { await self.bring(bring.devices, reading, to: port) }
            send(.brought(Hearth_V1_BringResult(callID: bring.callID, status: status)))
        case .remove(let ids):
            try await port.remove(ids)
            state.withLock { state in
                for id in ids { state.shapes[id] = nil }
            }
        case .remember(let memory):
            port.remember(memory.deviceID, key: memory.key, memory.value)
        case .complete(let id, let result):
            state.withLock { $0.calls.removeValue(forKey: id) }?.answer.set(.success(result))
        case .start, .report, .none: break
        }
    }

    /// Applies a report, without notifying watches yet.
    ///
    /// - Returns: the structure that it changed.
    private func take(_ report: Hearth_V1_DeviceReport) throws(HubError) -> StructureCell? {
        guard report.number > 0 else { return try apply(report) }
        return try registrar.providers.takingNumbered { () throws(HubError) in
            let cell = try apply(report)
            // A report that the hub had no room for is not counted: the provider sends its events again.
            if !state.withLock({ $0.isRefused }) { registrar.took(report.number, of: hello) }
            return cell
        }
    }

    private func apply(_ report: Hearth_V1_DeviceReport) throws(HubError) -> StructureCell? {
        let (port, shape, own) = state.withLock { ($0.port, $0.shapes[report.deviceID], $0.own) }
        guard let port, let shape else { return nil }
        var report = report
        let count = report.events.count
        report.events.removeAll { ($0.payload?.value.count ?? 0) > registrar.limits.eventBytes }
        if report.events.count < count {
            registrar.notice(
                "\(quoted(report.deviceID)) reports an event of more than \(registrar.limits.eventBytes) bytes; left out"
            )
        }
        return port.take(try ProvidedDevices(traits: registrar.traits.table, own: own).change(report, shape: shape))
    }

    /// Registers devices, all or none. The call continues after an error.
    private func bring(
        _ provided: [Hearth_V1_ProvidedDevice], _ reading: ProvidedDevices, to port: ProviderPort
    ) async -> Hearth_V1_AttachStatus {
        do {
            let devices = try provided.map { try reading.description($0) }
            // Before clients see the devices, as they may send commands at once.
            let former = state.withLock { state in
                devices.map { ($0.id, state.shapes.updateValue($0.shape, forKey: $0.id)) }
            }
            do {
                try await port.bring(devices)
            } catch {
                state.withLock { state in
                    for (id, shape) in former { state.shapes[id] = shape }
                }
                throw error
            }
            return Hearth_V1_AttachStatus()
        } catch {
            return Hearth_V1_AttachStatus(RPCError(error))
        }
    }

    // MARK: Calls to the provider

    func start(hub reporter: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        // The hub gives each provider a port of its own.
        state.withLock { $0.port = reporter as? ProviderPort }
        var parts = WelcomeParts(stored, traits: registrar.traits.table, mostBytes: registrar.limits.snapshotBytes)
        var part = parts.next() ?? WelcomeParts.Part()
        while let following = parts.next() {
            try await stream.waitUntilWritable()
            state.withLock { $0.machine.tookWelcome(at: registrar.clock.now) }
            send(.welcome(welcome(part, moreFollows: true)))
            part = following
        }
        let progress = registrar.progress(of: hello)
        var last = welcome(part, moreFollows: false)
        last.reportsStored = progress.saved
        last.reportsTaken = progress.taken
        send(.welcome(last))
        state.withLock { $0.isWelcomed = true }
        state.withLock { $0.machine.welcomed(confirmed: progress.saved) }
        // Reports that were saved meanwhile are confirmed now.
        let saved = registrar.progress(of: hello).saved
        state.withLock { $0.machine.saved(upTo: saved) }
        confirmSaved()
        if hello.opensCameras, mayHavePasswords {
            await registrar.logCameraOpener(hello.providerID, of: principal)
            registrar.providers.addOpener(self)
        }
        return []
    }

    private func welcome(_ part: WelcomeParts.Part, moreFollows: Bool) -> Hearth_V1_AttachWelcome {
        Hearth_V1_AttachWelcome(
            heartbeatSeconds: UInt32(clamping: max(1, registrar.limits.heartbeat.wholeSeconds)), states: part.states,
            memories: part.memories, moreFollows: moreFollows)
    }

    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? {
        let path = invocation.path
        guard let trait = trait(at: path) else { throw Self.noTrait(path) }
        let command = invocation.command
        let result = try await call({ "\(trait.name).\(command.methodName)" }, onSent: invocation.onSent) { id in
            .invoke(
                Hearth_V1_InvokeCommand(
                    callID: id, target: Hearth_V1_Target(path.target), traitID: path.traitID, commandID: command.id,
                    command: invocation.message ?? trait.encodeArguments(of: command, invocation.arguments),
                    cause: Hearth_V1_Cause(invocation.cause)))
        }
        guard command.response != nil else { return nil }
        do {
            return try trait.decodeResponse(of: command, result.response.span.bytes)
        } catch {
            let message = "the response of \(trait.name).\(command.methodName) can't be read: \(error)"
            end(RPCError(.invalidArgument, message))
            throw RPCError(.internal, message)
        }
    }

    func write(_ update: AttributeUpdate) async throws {
        let path = update.path
        guard let trait = trait(at: path) else { throw Self.noTrait(path) }
        _ = try await call({ "an update of \(trait.name)" }, onSent: update.onSent) { id in
            .write(
                Hearth_V1_WriteAttributes(
                    callID: id, target: Hearth_V1_Target(path.target), traitID: path.traitID,
                    attributes: update.message ?? trait.encodeAttributes(update.values),
                    cause: Hearth_V1_Cause(update.cause)))
        }
    }

    /// Does nothing: the caller has ended the call already, or is the call.
    func stop() async {}

    /// The descriptor of a trait as its provider knows it.
    private func trait(at path: TraitPath) -> TraitDescriptor? {
        let key = TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
        return state.withLock { $0.shapes[path.target.deviceID]?[key] }
    }

    private static func noTrait(_ path: TraitPath) -> TraitError {
        TraitError(.notFound, "the provider of \(quoted(path.target.deviceID)) has not brought it yet; try again")
    }

    private func call(
        _ what: @escaping @Sendable () -> String, onSent: (@Sendable () -> Void)?,
        _ message: (UInt64) -> Hearth_V1_AttachResponse.OneOf_Content
    ) async throws -> Hearth_V1_CallResult {
        // A cancelled request must not begin now.
        try Task.checkCancellation()
        let answer = OneShot<Result<Hearth_V1_CallResult, any Error>>()
        let id = try state.withLock { (state) throws(RPCError) in
            let id = try state.machine.call()
            state.calls[id] = Call(what: what, answer: answer)
            return id
        }
        send(message(id))
        onSent?()
        guard let result = await answer.wait() else {
            let wantsCancel = state.withLock { state in
                state.calls[id] = nil
                return state.machine.giveUp(id)
            }
            if wantsCancel { send(.cancel(Hearth_V1_CancelCall(callID: id))) }
            throw CancellationError()
        }
        let value = try result.get()
        guard let error = value.status?.error else { return value }
        throw error.traitError ?? error
    }

    // MARK: Live streams

    func open(_ request: CameraRequest) async throws -> CameraViewer {
        try await feeds.open(.camera(request)) { send(.openFeed($0)) }
    }

    func connect(_ request: CameraRequest, offer: String) async throws -> CameraSession? {
        try await session(.camera(request), offer)
    }

    func connect(_ address: CameraAddress, offer: String) async throws -> CameraSession {
        try await session(.address(address), offer)
    }

    private func session(_ source: FeedSource, _ offer: String) async throws -> CameraSession {
        try await sessions.open { send(.openFeed(source.message(feedID: $0, offer: offer))) }
    }

    func openSpeaker(of request: CameraRequest, among codecs: [String]) async throws -> OpenedSpeaker? {
        try await speaker(.camera(request), codecs)
    }

    func openSpeaker(at address: CameraAddress, among codecs: [String]) async throws -> OpenedSpeaker {
        try await speaker(.address(address), codecs)
    }

    private func speaker(_ source: FeedSource, _ codecs: [String]) async throws -> OpenedSpeaker {
        try await speakers.open(among: codecs) { send(.openFeed(source.message(feedID: $0, codecs: codecs))) }
    }

    func open(_ address: CameraAddress) async throws -> CameraViewer {
        try await feeds.open(.address(address)) { send(.openFeed($0)) }
    }

    var isRefusedPasswords: Bool { !mayHavePasswords && state.withLock { $0.isWelcomed && $0.hello.opensCameras } }

    func feed(
        _ id: UInt64, of principal: Principal, _ requests: RPCReader<Hearth_V1_FeedRequest>,
        _ writer: RPCWriter<Hearth_V1_FeedResponse>
    ) async throws {
        // The same words as for a stream that does not exist.
        guard principal.id == self.principal.id else { throw RemoteFeeds.unknownFeed }
        if sessions.has(id) { return try await sessions.serve(id, requests, writer) }
        if speakers.has(id) { return try await speakers.serve(id, requests, writer) }
        try await feeds.serve(id, requests)
    }

    // MARK: Sending and time

    private func send(_ content: Hearth_V1_AttachResponse.OneOf_Content) {
        stream.write(Hearth_V1_AttachResponse(content: content))
        state.withLock { $0.machine.sent(at: registrar.clock.now) }
    }

    func saved(_ run: StoredRun) {
        state.withLock { state in
            if state.hello.runID == run.runID { state.machine.saved(upTo: run.taken) }
        }
        confirmSaved()
    }

    /// Confirms saved reports to the provider. While it does not read, confirmations wait and are merged.
    private func confirmSaved() {
        guard stream.isWritable, let number = state.withLock({ $0.machine.takeConfirmation() }) else { return }
        send(.stored(Hearth_V1_ReportsStored(number: number)))
    }

    private func tickLater() {
        let ticker = registrar.clock.schedule(after: registrar.limits.heartbeat / 4) { [weak self] in self?.tick() }
        let isOver = state.withLock { state in
            state.ticker = ticker
            return state.reason != nil
        }
        if isOver { ticker.cancel() }
    }

    private func tick() {
        confirmSaved()
        switch state.withLock({ $0.machine.pulse(at: registrar.clock.now) }) {
        case .rest: break
        case .ping: send(.ping(Hearth_V1_AttachPing()))
        case .end(let error): return end(error)
        }
        tickLater()
    }
}
