package import HearthEntities
package import HearthEventLoop
internal import HearthTLS
package import HearthTraitCore

/// The link to a Shelly of the second generation or later. It stays connected and connects again after each end.
package actor ShellyLink: EntityLink {
    private var machine: ShellyMachine
    private let loop: EventLoop
    private let clock: any HomeClock
    private let socket: LoopBound<ShellySocket>
    private let turns: ConnectTurns?
    private var turn: ConnectTurn?
    private var receiver: (any EntityReceiver)?
    private var alarm = DeadlineAlarm()
    private var answers: [UInt64: CheckedContinuation<TraitError?, Never>] = [:]
    private var lastNumber: UInt64 = 0
    private var probing: CheckedContinuation<Result<ShellyInfo, ShellyError>, Never>?
    private var reading: Task<Void, Never>?
    private let calls: (stream: AsyncStream<Call>, end: AsyncStream<Call>.Continuation)
    private var calling: Task<Void, Never>?

    /// The calls of the receiver, in order.
    private enum Call: Sendable {
        case describe(EntityDevice)
        case report(EntityReport)
        case reachable(String, Bool)
        case health(LinkHealth)
        /// All calls before were made, so that the device may be read again.
        case read
    }

    /// - Parameters:
    ///   - loop: the loop that the connection runs on.
    ///   - clock: the clock of timeouts.
    ///   - turns: limits how many links connect at the same time.
    package init(
        _ settings: ShellySettings, loop: EventLoop, clock: any HomeClock, turns: ConnectTurns = ConnectTurns()
    ) {
        self.init(settings, .states, loop: loop, clock: clock, turns: turns)
    }

    private init(
        _ settings: ShellySettings, _ purpose: ShellyMachine.Purpose, loop: EventLoop, clock: any HomeClock,
        turns: ConnectTurns?
    ) {
        machine = ShellyMachine(settings, purpose, random: { SecureRandom.bytes($0) })
        self.loop = loop
        self.clock = clock
        self.turns = turns
        socket = LoopBound(ShellySocket(loop), loop: loop)
        let (stream, end) = AsyncStream.makeStream(of: Call.self)
        calls = (stream, end)
    }

    /// Asks a device once who it is, and checks the password.
    package static func probe(
        _ settings: ShellySettings, loop: EventLoop, clock: any HomeClock
    ) async throws(ShellyError) -> ShellyInfo {
        // A person waits for the answer.
        let link = ShellyLink(settings, .probe, loop: loop, clock: clock, turns: nil)
        return try await link.probe().get()
    }

    private func probe() async -> Result<ShellyInfo, ShellyError> {
        listen()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                probing = continuation
                perform(machine.start(now: clock.now))
            }
        } onCancel: {
            Task { await self.cancelProbe() }
        }
        await stop()
        return result
    }

    private func cancelProbe() {
        probing.take()?.resume(
            returning: .failure(ShellyError(.timedOut, "the attempt was cancelled", wayOut: "try again")))
    }

    // MARK: - The hub's side

    package func start(receiver: any EntityReceiver) async throws {
        guard self.receiver == nil else { return }
        self.receiver = receiver
        listen()
        let (stream, socket) = (calls.stream, socket)
        calling = Task {
            for await call in stream {
                switch call {
                case .describe(let device): await receiver.describe(device)
                case .report(let report): await receiver.report(report)
                case .reachable(let deviceID, let isReachable): await receiver.reachable(deviceID, isReachable)
                case .health(let health): await receiver.health(health)
                case .read: socket.run { $0.read() }
                }
            }
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

    package nonisolated func wake() { Task { await self.wakeNow() } }

    private func wakeNow() { perform(machine.wake(now: clock.now)) }

    /// Closes the connection. Waits for a call of the receiver that is in progress.
    package func stop() async {
        perform(machine.stop())
        calls.end.finish()
        reading?.cancel()
        // Calls that were not made yet are dropped.
        calling?.cancel()
        await calling?.value
    }

    // MARK: - The socket's side

    /// Takes the socket's events one after the other.
    private func listen() {
        let (events, sink) = AsyncStream.makeStream(of: ShellySocket.Event.self)
        socket.run { $0.begin(sink) }
        reading = Task { [weak self] in
            for await event in events { await self?.take(event) }
        }
    }

    private func take(_ event: ShellySocket.Event) {
        switch event {
        case .opened: perform(machine.connected(now: clock.now))
        case .failed(let reason): perform(machine.connectFailed(reason, now: clock.now))
        case .received(let bytes):
            perform(machine.received(bytes, now: clock.now))
            // The socket reads on once the receiver has taken what followed.
            if receiver == nil { socket.run { $0.read() } } else { calls.end.yield(.read) }
        case .closed(let reason): perform(machine.closed(reason, now: clock.now))
        }
    }

    // MARK: - Actions

    private func perform(_ actions: [ShellyMachine.Action]) {
        for action in actions {
            switch action {
            case .connect: takeTurn()
            case .write(let bytes): socket.run { $0.write(bytes) }
            case .close: socket.run { $0.close() }
            case .describe(let device): calls.end.yield(.describe(device))
            case .report(let report): calls.end.yield(.report(report))
            case .reachable(let deviceID, let isReachable): calls.end.yield(.reachable(deviceID, isReachable))
            case .health(let health): calls.end.yield(.health(health))
            case .answer(let number, let error): answers.removeValue(forKey: number)?.resume(returning: error)
            case .finished(let result): probing.take()?.resume(returning: result)
            }
        }
        if !machine.isConnecting {
            turn?.end()
            turn = nil
        }
        setAlarm()
    }

    /// Connects when it is this link's turn.
    private func takeTurn() {
        turn?.end()
        turn = nil
        guard let turns else { return connect() }
        machine.waitForTurn()
        turn = turns.take { [weak self] turn in Task { await self?.begin(turn) } }
    }

    private func begin(_ turn: ConnectTurn) {
        guard turn === self.turn else { return turn.end() }
        machine.turnCame(now: clock.now)
        connect()
        setAlarm()
    }

    private func connect() {
        let endpoint = Endpoint.tcp(host: machine.settings.host, port: machine.settings.port)
        socket.run { $0.connect(to: endpoint) }
    }

    private func setAlarm() {
        alarm.set(machine.deadline, on: clock) { [weak self] in await self?.timePassed() }
    }

    private func timePassed() {
        alarm.rang()
        perform(machine.timePassed(now: clock.now))
    }
}
