internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Drives ``AttachMachine``: provides calls, time and tasks.
final class HostEngine: Sendable {
    private typealias Outgoing = (message: Hearth_V1_AttachRequest, writer: RPCWriter<Hearth_V1_AttachRequest>)

    private struct State {
        var machine: AttachMachine
        var hasRun = false
        /// The writer for the current call's messages.
        var writer: RPCWriter<Hearth_V1_AttachRequest>?
        /// Whether a thread is sending queued messages; it also sends those that are added meanwhile.
        var isSending = false
        /// The executor on which the current call's messages arrive, and work begins.
        var executor: (any TaskExecutor)?
        /// Ends the call, or the pause before the next one.
        var hangUp: (Latch, RPCError?)?
        var alarm: (due: Duration, action: any ScheduledAction)?
        var work: [UInt64: RunningWork] = [:]
        var start: Task<Void, Never>?
        /// The provider's error if it could not start.
        var failure: (any Error)?

        /// Begins to send; false if another thread already sends.
        mutating func beginSending() -> Bool {
            defer { isSending = true }
            return !isSending
        }

        /// The next message and its writer. nil if the hub does not read, or there is no message or call; then sending
        /// has ended.
        mutating func nextOutgoing(now: Duration) -> Outgoing? {
            if let writer, writer.isWritable, let message = machine.takeOutgoing(now: now) { return (message, writer) }
            isSending = false
            return nil
        }
    }

    private let provider: any WorkProvider
    private let connect: @Sendable () throws(RPCError) -> any ClientTransport
    private let clock: any HomeClock
    private let chance: @Sendable () -> Double
    private let keepsCredential: Bool
    /// Whether a device still exists. Called within a step, since the device may be removed while it starts.
    private let has: @Sendable (String) -> Bool
    private let feeds: HostFeeds
    private let notices: AsyncStream<HostNotice>.Continuation
    private let noticeStream: AsyncStream<HostNotice>
    private let state: Mutex<State>

    init(
        machine: AttachMachine, provider: any WorkProvider, cameras: (any CameraSource)? = nil, clock: any HomeClock,
        chance: @escaping @Sendable () -> Double, keepsCredential: Bool = false,
        has: @escaping @Sendable (String) -> Bool = { _ in true },
        connect: @escaping @Sendable () throws(RPCError) -> any ClientTransport
    ) {
        self.provider = provider
        feeds = HostFeeds(cameras, providerID: machine.providerID)
        self.connect = connect
        self.clock = clock
        self.chance = chance
        self.keepsCredential = keepsCredential
        self.has = has
        (noticeStream, notices) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
        state = Mutex(State(machine: machine))
    }

    // MARK: Lifecycle

    /// Connects repeatedly until the task is cancelled.
    func run(notice: @escaping @Sendable (HostNotice) -> Void) async throws {
        let isFirst = state.withLock { state in
            defer { state.hasRun = true }
            return !state.hasRun
        }
        guard isFirst else { throw HomeError(.failedPrecondition, "the host has already run; create another one") }
        let notifying = Task { [noticeStream] in
            for await one in noticeStream { notice(one) }
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await attachAgainAndAgain())
        } catch {
            result = .failure(error)
        }
        let (work, start) = state.withLock { state in
            defer { state.work = [:] }
            return (Array(state.work.values), state.start)
        }
        for running in work { running.cancel() }
        start?.cancel()
        await provider.stop()
        notices.finish()
        await notifying.value
        try result.get()
    }

    private func attachAgainAndAgain() async throws {
        while !Task.isCancelled {
            let error = await attach()
            let (decision, alarm, failure) = state.withLock { state in
                defer { state.alarm = nil }
                state.writer = nil
                state.hangUp = nil
                return (state.machine.ended(error, chance: chance()), state.alarm, state.failure)
            }
            alarm?.action.cancel()
            if let failure { throw failure }
            if Task.isCancelled { return }
            switch decision {
            case .stop(let error): throw error
            case .retry(let pause, let actions):
                begin(state.withLock { carryOut(actions, &$0) })
                await wait(pause)
                if let failure = state.withLock({ $0.failure }) { throw failure }
            }
        }
    }

    private func wait(_ pause: Duration) async {
        let latch = Latch()
        listen(latch)
        let alarm = clock.schedule(after: pause) { latch.open() }
        await latch.wait()
        alarm.cancel()
    }

    /// Stores the latch that ends the call or pause; sets it immediately if the provider has already failed.
    private func listen(_ latch: Latch) {
        let hasFailed = state.withLock { state in
            state.hangUp = (latch, nil)
            return state.failure != nil
        }
        if hasFailed { latch.open() }
    }

    // MARK: One call

    /// Runs one call on its own connection, because a connection that became silent must not carry the next call.
    private func attach() async -> RPCError {
        do throws(RPCError) {
            let client = RPCClient(transport: try connect())
            do throws(RPCError) {
                let (writer, reader) = try await Hearth_V1_ProviderClient(client).attach()
                let keeping = keepsCredential ? keepCredential(client) : nil
                feeds.connected(client)
                let error = await converse(writer, reader, on: client.executor)
                feeds.disconnected()
                keeping?.cancel()
                await client.close()
                return error
            } catch {
                await client.close()
                return error
            }
        } catch {
            return error
        }
    }

    private func keepCredential(_ client: RPCClient) -> Task<Void, Never> {
        Task { [clock] in await Hearth_V1_AccessClient(client).keepCredential { await clock.sleep(for: $0) } }
    }

    private func converse(
        _ writer: RPCWriter<Hearth_V1_AttachRequest>, _ reader: RPCReader<Hearth_V1_AttachResponse>,
        on executor: (any TaskExecutor)?
    ) async -> RPCError {
        let end = Latch()
        state.withLock { state in
            state.writer = writer
            state.executor = executor
        }
        listen(end)
        writer.onWritable { [weak self] in self?.sendOutgoing() }
        step { $0.begin(now: $1) }
        return await withTaskGroup(of: RPCError.self) { group in
            group.addTask(executorPreference: executor) { await self.read(reader) }
            group.addTask {
                _ = await end.wait()
                return self.state.withLock { $0.hangUp?.1 } ?? RPCError(.cancelled, "the host was stopped")
            }
            let error = await group.next() ?? RPCError(.cancelled, "the host was stopped")
            group.cancelAll()
            return error
        }
    }

    private func read(_ reader: RPCReader<Hearth_V1_AttachResponse>) async -> RPCError {
        do throws(RPCError) {
            while let message = try await reader.next() {
                step(beginsAtOnce: true) { $0.received(message, now: $1) }
            }
            return RPCError(.unavailable, "the hub has ended the call")
        } catch {
            return error
        }
    }

    /// Sends queued messages while the hub reads. Never waits.
    private func sendOutgoing() {
        guard state.withLock({ $0.beginSending() }) else { return }
        while let next = state.withLock({ $0.nextOutgoing(now: clock.now) }) {
            // It only fails when the call is over.
            _ = next.writer.tryWrite(next.message)
        }
    }

    // MARK: Steps

    /// Passes one event to the machine, and carries out its actions: begins work, and sends messages.
    ///
    /// - Parameter beginsAtOnce: whether work begins in this call, up to its first suspension; otherwise in a separate
    ///   task.
    private func step(
        beginsAtOnce: Bool = false, _ body: (inout AttachMachine, Duration) -> [AttachMachine.Action]
    ) {
        let begun = state.withLock { state in
            let begun = carryOut(body(&state.machine, clock.now), &state)
            setAlarm(&state)
            return begun
        }
        begin(begun, atOnce: beginsAtOnce)
        sendOutgoing()
    }

    /// Carries out actions within the lock, so that their order is kept. No work runs here.
    ///
    /// - Returns: the work to begin outside the lock.
    private func carryOut(_ actions: [AttachMachine.Action], _ state: inout State) -> [RunningWork] {
        var begun: [RunningWork] = []
        for action in actions {
            switch action {
            case .startProvider(let stored): state.start = Task { await self.start(stored) }
            case .begin(let work):
                let running = RunningWork(work)
                state.work[work.id] = running
                begun.append(running)
            case .cancel(let id): state.work[id]?.cancel()
            case .openFeed(let request): feeds.open(request)
            case .notice(let notice): notices.yield(notice)
            case .hangUp(let error):
                guard let (latch, reason) = state.hangUp, reason == nil else { continue }
                state.hangUp = (latch, error)
                latch.open()
            }
        }
        return begun
    }

    private func begin(_ begun: [RunningWork], atOnce: Bool = false) {
        guard !begun.isEmpty else { return }
        let executor = state.withLock { $0.executor }
        for running in begun {
            if atOnce, #available(macOS 26, *) {
                running.run(as: Task.immediate(executorPreference: executor) { await self.carryOut(running.work) })
            } else {
                running.run(as: Task(executorPreference: executor) { await self.carryOut(running.work) })
            }
        }
    }

    private func setAlarm(_ state: inout State) {
        guard let due = state.machine.deadline else { return }
        if let alarm = state.alarm, alarm.due <= due { return }
        state.alarm?.action.cancel()
        let action = clock.schedule(after: due - clock.now) { [weak self] in self?.timePassed(due) }
        state.alarm = (due, action)
    }

    private func timePassed(_ due: Duration) {
        state.withLock { if $0.alarm?.due == due { $0.alarm = nil } }
        step { $0.timePassed(now: $1) }
    }

    private func start(_ stored: StoredState) async {
        do {
            let devices = try await provider.start(hub: EngineReporter(self), stored: stored)
            step { machine, _ in machine.started(devices.filter { has($0.id) }) }
        } catch {
            state.withLock { state in
                state.failure = error
                state.hangUp?.0.open()
            }
        }
    }

    private func carryOut(_ work: DeviceWork) async {
        let result: Result<[UInt8], any Error>
        do {
            result = .success(try await provider.carryOut(work))
        } catch {
            result = .failure(error)
        }
        state.withLock { $0.work[work.id] = nil }
        step { machine, _ in machine.finished(work, result) }
    }

    // MARK: Devices

    func report(_ change: DeviceChange) { step { machine, _ in machine.report(change) } }

    /// - Parameter isThere: called within the lock; returns false if the device has already been removed.
    func announce(_ id: String, if isThere: () -> Bool) {
        state.withLock { if isThere() { $0.machine.announce(id) } }
    }

    func add(_ device: DeviceDescription) { step { machine, _ in has(device.id) ? machine.add(device) : [] } }

    /// - Parameter isBack: called within the lock; returns true if another device with the ID already exists.
    func remove(_ id: String, unless isBack: () -> Bool = { false }) {
        step { machine, _ in isBack() ? [] : machine.remove(id) }
    }

    func remember(_ id: String, key: String, _ value: [UInt8]) {
        step { machine, _ in
            machine.remember(id, key: key, value)
            return []
        }
    }

    func notify(_ notice: HostNotice) { notices.yield(notice) }
}

/// The reporter that the provider retains. It must not keep the host alive.
private struct EngineReporter: DeviceReporter {
    private weak let engine: HostEngine?

    init(_ engine: HostEngine) { self.engine = engine }

    func report(_ change: DeviceChange) { engine?.report(change) }

    /// Adds devices asynchronously; refused devices are reported in a notice.
    func bring(_ devices: [DeviceDescription]) {
        for device in devices { engine?.add(device) }
    }

    func remove(_ deviceIDs: [String]) {
        for id in deviceIDs { engine?.remove(id) }
    }

    func remember(_ deviceID: String, key: String, _ value: [UInt8]) {
        engine?.remember(deviceID, key: key, value)
    }
}
