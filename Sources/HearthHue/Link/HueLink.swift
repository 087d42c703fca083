package import HearthEntities
package import HearthEventLoop
internal import HearthTLS
package import HearthTraitCore

/// The link to a Hue bridge. It stays connected and connects again after each end.
package actor HueLink: EntityLink {
    private var machine: HueMachine
    private let clock: any HomeClock
    private let sockets: LoopBound<HueSockets>
    /// The numbers that the machine's lanes have at the sockets. A lane that was closed gets another one, as events of
    /// its former connection may still be on their way.
    private var places: [Int: Int] = [:]
    private var lastPlace = 0
    private let turns: ConnectTurns
    private var turn: ConnectTurn?
    private var receiver: (any EntityReceiver)?
    private var alarm = DeadlineAlarm()
    private var answers: [UInt64: CheckedContinuation<TraitError?, Never>] = [:]
    private var lastNumber: UInt64 = 0
    private var reading: Task<Void, Never>?
    private let calls: (stream: AsyncStream<Call>, end: AsyncStream<Call>.Continuation)
    private var calling: Task<Void, Never>?

    /// The calls of the receiver, in order.
    private enum Call: Sendable {
        case describe(EntityDevice)
        case remove(String)
        case keepOnly(Set<String>)
        case report(EntityReport)
        case reachable(String, Bool)
        case health(LinkHealth)
        /// All calls before were made, so that the stream at this place may be read again.
        case read(Int)
    }

    /// - Parameters:
    ///   - loop: the loop that the connections run on.
    ///   - clock: the clock of timeouts.
    ///   - turns: limits how many links connect at the same time.
    package init(
        _ settings: HueSettings, loop: EventLoop, clock: any HomeClock, turns: ConnectTurns = ConnectTurns()
    ) {
        machine = HueMachine(settings, random: { SecureRandom.bytes($0) })
        self.clock = clock
        self.turns = turns
        sockets = LoopBound(HueSockets(settings, loop: loop), loop: loop)
        let (stream, end) = AsyncStream.makeStream(of: Call.self)
        calls = (stream, end)
    }

    // MARK: - The hub's side

    package func start(receiver: any EntityReceiver) async throws {
        guard self.receiver == nil else { return }
        self.receiver = receiver
        listen()
        let (stream, sockets) = (calls.stream, sockets)
        calling = Task {
            for await call in stream {
                switch call {
                case .describe(let device): await receiver.describe(device)
                case .remove(let deviceID): await receiver.remove(deviceID)
                case .keepOnly(let deviceIDs): await receiver.keepOnly(deviceIDs)
                case .report(let report): await receiver.report(report)
                case .reachable(let deviceID, let isReachable): await receiver.reachable(deviceID, isReachable)
                case .health(let health): await receiver.health(health)
                case .read(let place): sockets.run { $0.read(place) }
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

    package func leftOut(of deviceID: String) -> [LeftOut] { machine.leftOut(of: deviceID) }

    package nonisolated func wake() { Task { await self.wakeNow() } }

    private func wakeNow() { perform(machine.wake(now: clock.now)) }

    /// Closes the connections. Waits for a call of the receiver that is in progress.
    package func stop() async {
        perform(machine.stop())
        calls.end.finish()
        reading?.cancel()
        // Calls that were not made yet are dropped.
        calling?.cancel()
        await calling?.value
    }

    // MARK: - The sockets' side

    /// Takes the sockets' events one after the other.
    private func listen() {
        let (events, sink) = AsyncStream.makeStream(of: HueSockets.Event.self)
        sockets.run { $0.begin(sink) }
        reading = Task { [weak self] in
            for await event in events { await self?.take(event) }
        }
    }

    private func take(_ event: HueSockets.Event) {
        switch event {
        case .answered(let place, let answer):
            if let lane = lane(at: place) { perform(machine.answered(lane, answer, now: clock.now)) }
        case .failed(let place, let error):
            if let lane = lane(at: place) { perform(machine.failed(lane, error, now: clock.now)) }
        case .opened(let place, let status):
            if lane(at: place) != nil { perform(machine.streamOpened(status: status, now: clock.now)) }
        case .streamed(let place, let bytes):
            guard lane(at: place) != nil else { return }
            perform(machine.streamed(bytes, now: clock.now))
            // The stream is read on once the receiver has taken what followed.
            calls.end.yield(.read(place))
        }
    }

    private func lane(at place: Int) -> Int? { places.first { $0.value == place }?.key }

    private func place(of lane: Int) -> Int {
        if let place = places[lane] { return place }
        lastPlace &+= 1
        places[lane] = lastPlace
        return lastPlace
    }

    // MARK: - Actions

    private func perform(_ actions: [HueMachine.Action]) {
        for action in actions {
            switch action {
            case .connect: takeTurn()
            case .request(let lane, let request):
                let place = place(of: lane)
                sockets.run { $0.send(request, on: place) }
            case .close(let lane):
                if let place = places.removeValue(forKey: lane) { sockets.run { $0.close(place) } }
            case .closeAll:
                places = [:]
                sockets.run { $0.closeAll() }
            case .describe(let device): calls.end.yield(.describe(device))
            case .remove(let deviceID): calls.end.yield(.remove(deviceID))
            case .keepOnly(let deviceIDs): calls.end.yield(.keepOnly(deviceIDs))
            case .report(let report): calls.end.yield(.report(report))
            case .reachable(let deviceID, let isReachable): calls.end.yield(.reachable(deviceID, isReachable))
            case .health(let health): calls.end.yield(.health(health))
            case .answer(let number, let error): answers.removeValue(forKey: number)?.resume(returning: error)
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
        turn = turns.take { [weak self] turn in Task { await self?.begin(turn) } }
    }

    private func begin(_ turn: ConnectTurn) {
        guard turn === self.turn else { return turn.end() }
        perform(machine.turnCame(now: clock.now))
    }

    private func setAlarm() {
        alarm.set(machine.deadline, on: clock) { [weak self] in await self?.timePassed() }
    }

    private func timePassed() {
        alarm.rang()
        perform(machine.timePassed(now: clock.now))
    }
}
