internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// Drives ``AttachMachine``: gives it calls, time and tasks.
final class HostEngine: Sendable {
    private struct State {
        var machine: AttachMachine
        var hasRun = false
        /// Wakes the sending task.
        var wake: AsyncStream<Void>.Continuation?
        /// Ends the call, or the pause before the next one.
        var hangUp: (OneShot<Void>, RPCError?)?
        var alarm: (due: Duration, action: any ScheduledAction)?
        var work: [UInt64: Task<Void, Never>] = [:]
        var start: Task<Void, Never>?
        /// The provider's error if it could not start.
        var failure: (any Error)?
    }

    private let provider: any DeviceProvider
    private let connect: @Sendable () throws(RPCError) -> any ClientTransport
    private let clock: any HomeClock
    private let chance: @Sendable () -> Double
    private let keepsCredential: Bool
    /// Whether a device still exists. Asked within a step, since it may be removed while it starts.
    private let has: @Sendable (String) -> Bool
    private let notices: AsyncStream<HostNotice>.Continuation
    private let noticeStream: AsyncStream<HostNotice>
    private let state: Mutex<State>

    init(
        machine: AttachMachine, provider: any DeviceProvider, clock: any HomeClock,
        chance: @escaping @Sendable () -> Double, keepsCredential: Bool = false,
        has: @escaping @Sendable (String) -> Bool = { _ in true },
        connect: @escaping @Sendable () throws(RPCError) -> any ClientTransport
    ) {
        self.provider = provider
        self.connect = connect
        self.clock = clock
        self.chance = chance
        self.keepsCredential = keepsCredential
        self.has = has
        (noticeStream, notices) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
        state = Mutex(State(machine: machine))
    }

    // MARK: Lifecycle

    /// Connects again and again until the task is cancelled.
    func run(notice: @escaping @Sendable (HostNotice) -> Void) async throws {
        let isFirst = state.withLock { state in
            defer { state.hasRun = true }
            return !state.hasRun
        }
        guard isFirst else { throw HomeError(.failedPrecondition, "the host has run already; make another") }
        let telling = Task { [noticeStream] in
            for await one in noticeStream { notice(one) }
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await attachAgainAndAgain())
        } catch {
            result = .failure(error)
        }
        let tasks = state.withLock { state in
            defer { state.work = [:] }
            return Array(state.work.values) + (state.start.map { [$0] } ?? [])
        }
        for task in tasks { task.cancel() }
        await provider.stop()
        notices.finish()
        await telling.value
        try result.get()
    }

    private func attachAgainAndAgain() async throws {
        while !Task.isCancelled {
            let error = await attach()
            let (sequel, alarm, failure) = state.withLock { state in
                defer { state.alarm = nil }
                state.wake = nil
                state.hangUp = nil
                return (state.machine.ended(error, chance: chance()), state.alarm, state.failure)
            }
            alarm?.action.cancel()
            if let failure { throw failure }
            if Task.isCancelled { return }
            switch sequel {
            case .stop(let error): throw error
            case .retry(let pause, let actions):
                state.withLock { carryOut(actions, &$0) }
                await wait(pause)
                if let failure = state.withLock({ $0.failure }) { throw failure }
            }
        }
    }

    private func wait(_ pause: Duration) async {
        let latch = OneShot<Void>()
        listen(latch)
        let alarm = clock.schedule(after: pause) { latch.set(()) }
        _ = await latch.wait()
        alarm.cancel()
    }

    /// Sets the latch when the call or pause is to end; immediately if the provider has already failed.
    private func listen(_ latch: OneShot<Void>) {
        let hasFailed = state.withLock { state in
            state.hangUp = (latch, nil)
            return state.failure != nil
        }
        if hasFailed { latch.set(()) }
    }

    // MARK: One call

    /// Runs one call on a connection of its own: a connection that went silent must not carry the next call.
    private func attach() async -> RPCError {
        do throws(RPCError) {
            let client = RPCClient(transport: try connect())
            do throws(RPCError) {
                let (writer, reader) = try await Hearth_V1_ProviderClient(client).attach()
                let keeping = keepsCredential ? keepCredential(client) : nil
                let error = await converse(writer, reader)
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
        _ writer: RPCWriter<Hearth_V1_AttachRequest>, _ reader: RPCReader<Hearth_V1_AttachResponse>
    ) async -> RPCError {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let end = OneShot<Void>()
        state.withLock { $0.wake = wake }
        listen(end)
        step { $0.begin(now: $1) }
        return await withTaskGroup(of: RPCError?.self) { group in
            group.addTask { await self.read(reader) }
            group.addTask {
                await self.write(writer, when: wakes)
                return nil
            }
            group.addTask {
                _ = await end.wait()
                return self.state.withLock { $0.hangUp?.1 } ?? RPCError(.cancelled, "the host was stopped")
            }
            // A failed write says less than the error that the reader or the alarm then reports.
            while let end = await group.next() {
                guard let error = end else { continue }
                group.cancelAll()
                return error
            }
            return RPCError(.cancelled, "the host was stopped")
        }
    }

    private func read(_ reader: RPCReader<Hearth_V1_AttachResponse>) async -> RPCError {
        do throws(RPCError) {
            while let message = try await reader.next() {
                step { $0.received(message, now: $1) }
            }
            return RPCError(.unavailable, "the hub has ended the call")
        } catch {
            return error
        }
    }

    private func write(_ writer: RPCWriter<Hearth_V1_AttachRequest>, when wakes: AsyncStream<Void>) async {
        for await _ in wakes {
            while let message = state.withLock({ $0.machine.takeOutgoing(now: clock.now) }) {
                guard (try? await writer.write(message)) != nil else { return }
            }
        }
    }

    // MARK: Steps

    /// Passes one event to the machine and performs its actions.
    private func step(_ body: (inout AttachMachine, Duration) -> [AttachMachine.Action]) {
        state.withLock { state in
            carryOut(body(&state.machine, clock.now), &state)
            setAlarm(&state)
            state.wake?.yield()
        }
    }

    /// Called within the lock, so that actions start in the order in which they were decided. No action runs in here.
    private func carryOut(_ actions: [AttachMachine.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .startProvider(let stored): state.start = Task { await self.start(stored) }
            case .begin(let work): state.work[work.id] = Task { await self.carryOut(work) }
            case .cancel(let id): state.work[id]?.cancel()
            case .notice(let notice): notices.yield(notice)
            case .hangUp(let error):
                guard let (latch, reason) = state.hangUp, reason == nil else { continue }
                state.hangUp = (latch, error)
                latch.set(())
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
                state.hangUp?.0.set(())
            }
        }
    }

    private func carryOut(_ work: DeviceWork) async {
        let result: Result<StructureValue?, any Error>
        do {
            switch work.task {
            case .invoke(let invocation): result = .success(try await provider.invoke(invocation))
            case .write(let update):
                try await provider.write(update)
                result = .success(nil)
            }
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

    /// - Parameter isBack: called within the lock; returns true if another device with the ID exists already.
    func remove(_ id: String, unless isBack: () -> Bool = { false }) {
        step { machine, _ in isBack() ? [] : machine.remove(id) }
    }

    func remember(_ id: String, key: String, _ value: [UInt8]) {
        step { machine, _ in
            machine.remember(id, key: key, value)
            return []
        }
    }

    func tell(_ notice: HostNotice) { notices.yield(notice) }
}

/// What the provider retains. It must not keep the host alive.
private struct EngineReporter: DeviceReporter {
    private weak let engine: HostEngine?

    init(_ engine: HostEngine) { self.engine = engine }

    func report(_ change: DeviceChange) { engine?.report(change) }

    /// Asynchronous; devices that the hub refuses are reported in a notice.
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
