package import HearthEntities
package import HearthEventLoop
package import HearthTraitCore

/// The link to one machine on the network: it performs the actions of the machine value, and has its timer. It stays
/// connected and connects again after each end.
package actor DeviceLink<Machine: DeviceMachine>: LeafLink {
    package private(set) var machine: Machine
    private let wire: LoopBound<Machine.Wire>
    private let clock: any HomeClock
    private let turns: ConnectTurns?
    private var turn: ConnectTurn?
    private let calls = ReceiverCalls()
    private var alarm = DeadlineAlarm()
    private var answers: [UInt64: CheckedContinuation<TraitError?, Never>] = [:]
    private var lastNumber: UInt64 = 0
    private var reading: Task<Void, Never>?
    private var hasReceiver = false
    private var isStopped = false

    /// - Parameters:
    ///   - clock: the clock of timeouts.
    ///   - turns: limits how many links connect at the same time; nil if a person waits for the connection.
    package init(_ machine: Machine, _ wire: LoopBound<Machine.Wire>, clock: any HomeClock, turns: ConnectTurns?) {
        self.machine = machine
        self.wire = wire
        self.clock = clock
        self.turns = turns
    }

    package func start(receiver: any EntityReceiver) async {
        guard !hasReceiver else { return }
        hasReceiver = true
        machine.recall(await receiver.memory)
        guard !isStopped else { return }
        calls.begin(receiver)
        start()
    }

    /// Connects without a receiver.
    package func start() {
        guard reading == nil else { return }
        let (events, sink) = AsyncStream.makeStream(of: Machine.Wire.Event.self)
        wire.run { $0.begin(sink) }
        reading = Task { [weak self] in
            for await event in events { await self?.take(event) }
        }
        perform(machine.start(now: clock.now))
    }

    package func send(_ command: EntityCommand, to deviceID: String) async throws {
        lastNumber &+= 1
        let number = lastNumber
        let error = await withCheckedContinuation { continuation in
            answers[number] = continuation
            perform(machine.send(command, to: deviceID, number: number, now: clock.now))
        }
        if let error { throw error }
    }

    package func leftOut(of deviceID: String) -> [LeftOut] { machine.leftOut(of: deviceID) }

    package nonisolated func wake() { Task { await self.wakeNow() } }

    private func wakeNow() { perform(machine.wake(now: clock.now)) }

    /// Closes the connections. Waits for a call of the receiver that is in progress.
    package func stop() async {
        isStopped = true
        perform(machine.stop())
        reading?.cancel()
        calls.end()
        await calls.pause()
    }

    // MARK: - Actions

    private func take(_ event: Machine.Wire.Event) {
        let actions = machine.take(event, now: clock.now)
        perform(actions) { [wire] in wire.run { $0.taken(event) } }
    }

    /// - Parameter done: called once the receiver has got what the actions say.
    private func perform(_ actions: [Machine.Action], done: (@Sendable () -> Void)? = nil) {
        for action in actions {
            switch action {
            case .connect: takeTurn()
            case .order(let order): wire.run { $0.perform(order) }
            case .call(let call): calls.append(call)
            case .answer(let number, let error): answers.removeValue(forKey: number)?.resume(returning: error)
            }
        }
        if let done { calls.append(mark: done) }
        callLater()
        if !machine.isConnecting {
            turn?.end()
            turn = nil
        }
        alarm.set(machine.deadline, on: clock) { [weak self] in await self?.timePassed() }
    }

    /// The receiver may take its time. Events, such as answers to commands, do not wait for it.
    private func callLater() {
        guard calls.claim() else { return }
        Task {
            await calls.make()
            callLater()
        }
    }

    /// Connects when it is this link's turn.
    private func takeTurn() {
        turn?.end()
        turn = nil
        guard let turns else { return perform(machine.turnCame(now: clock.now)) }
        turn = turns.take { [weak self] turn in Task { await self?.begin(turn) } }
    }

    private func begin(_ turn: ConnectTurn) {
        guard turn === self.turn else { return turn.end() }
        perform(machine.turnCame(now: clock.now))
    }

    private func timePassed() {
        alarm.rang()
        perform(machine.timePassed(now: clock.now))
    }
}
