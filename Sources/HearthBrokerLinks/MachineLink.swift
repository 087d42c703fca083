internal import HearthBase
package import HearthEntities
package import HearthMQTT
package import HearthTraitCore

/// The link to an ecosystem behind a broker: it performs what the ecosystem's machine wants, and has its timer.
///
/// After ``start(receiver:)`` the broker's client calls ``connected()``, ``disconnected(_:)`` and ``received(_:)`` in the
/// order of the events. Several links may share a client.
package actor MachineLink<Machine: BrokerMachine>: BrokerLink {
    /// How long the answer to a subscription may hold up the messages behind it.
    private static var mostHeld: Duration { .milliseconds(500) }

    /// The machine as it is now.
    package private(set) var machine: Machine
    private let broker: any BrokerPort
    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void
    private let calls = ReceiverCalls()
    private var alarm = DeadlineAlarm()

    /// Messages to the broker, apart from the calls: an answer of the broker may come behind messages of devices.
    private var outgoing = FIFO<BrokerAction>()
    private var isSending = false
    /// Messages that wait for earlier ones of the same lane. Devices do not wait for each other.
    private var lanes: [String: FIFO<(messages: [MQTTMessage], number: UInt64?)>] = [:]
    /// Commands and requests without an answer.
    private var answers: [UInt64: CheckedContinuation<TraitError?, Never>] = [:]
    private var lastNumber: UInt64 = 0
    /// Those who follow the state of the ecosystem's network, and the state that they were given last.
    private var joinFollowers: [UInt64: AsyncStream<JoinProgress>.Continuation] = [:]
    private var lastJoining: JoinProgress?

    /// Creates a link.
    ///
    /// - Parameter notice: takes on what a person should know, for the log.
    package init(
        _ machine: Machine, broker: any BrokerPort, clock: any HomeClock,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.machine = machine
        lastJoining = machine.joining
        self.broker = broker
        self.clock = clock
        self.notice = notice
    }

    // MARK: - The hub's side

    package func start(receiver: any EntityReceiver) async {
        machine.restore(await receiver.memory)
        calls.begin(receiver)
    }

    /// Ends what the link does at the broker. Waits for a call of the receiver that is in progress.
    package func stop() async {
        calls.end()
        let filters = machine.filters
        perform(machine.disconnected("the link was stopped"))
        machine.forgetDevices()
        setAlarm()
        outgoing.removeAll()
        for lane in lanes.keys { lanes[lane]?.removeAll() }
        for follower in joinFollowers.values { follower.finish() }
        joinFollowers = [:]
        if !filters.isEmpty { try? await broker.unsubscribe(filters) }
        await calls.pause()
    }

    package func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await answered { machine, number, now in
            machine.send(command, to: deviceID, number: number, now: now)
        }
    }

    package func leftOut(of deviceID: String) -> [LeftOut] { machine.leftOut(of: deviceID) }

    /// The state of the ecosystem's network, first the present one and then each change, until the link is stopped.
    package func joining() -> AsyncStream<JoinProgress> {
        let (stream, follower) = AsyncStream.makeStream(of: JoinProgress.self, bufferingPolicy: .bufferingNewest(1))
        lastNumber &+= 1
        let number = lastNumber
        joinFollowers[number] = follower
        follower.onTermination = { [weak self] _ in Task { await self?.forgetJoinFollower(number) } }
        if let joining = machine.joining { follower.yield(joining) }
        return stream
    }

    private func forgetJoinFollower(_ number: UInt64) { joinFollowers[number] = nil }

    /// Begins a request, and waits for the answer with its number.
    ///
    /// - Throws: the answer's error.
    package func answered(_ begin: (inout Machine, UInt64, Duration) -> [BrokerAction]) async throws {
        lastNumber &+= 1
        let number = lastNumber
        let error = await withCheckedContinuation { continuation in
            answers[number] = continuation
            perform(begin(&machine, number, clock.now))
        }
        if let error { throw error }
    }

    /// Changes the machine from the hub's side, and does what follows.
    package func change(_ change: @Sendable (inout Machine, Duration) -> [BrokerAction]) {
        perform(change(&machine, clock.now))
    }

    // MARK: - The client's side

    /// The client is connected to the broker.
    package func connected() {
        guard calls.receiver != nil else { return }
        perform(machine.connected(now: clock.now))
    }

    /// The client has lost the connection.
    package func disconnected(_ reason: String) { perform(machine.disconnected(reason)) }

    package func received(_ messages: [MQTTMessage]) async {
        guard calls.receiver != nil else { return }
        let now = clock.now
        let actions = messages.flatMap { machine.received($0, now: now) }
        // States are passed on at once: a task for each message would cost more than the rest of its way.
        let isQuick = calls.claimNext()
        perform(actions)
        if isQuick {
            await calls.make(quickOnly: true)
            callLater()
        }
        await calls.room()
    }

    // MARK: - Actions

    private func perform(_ actions: [BrokerAction]) {
        for action in actions {
            switch action {
            case .answer(let number, let error): answers.removeValue(forKey: number)?.resume(returning: error)
            case .notice(let text): notice(text)
            case .describe, .remove, .keepOnly, .report, .reachable, .remember:
                if let call = action.call { calls.append(call) }
            case .subscribe, .unsubscribe, .publish: outgoing.append(action)
            }
        }
        callLater()
        if !isSending, !outgoing.isEmpty {
            isSending = true
            Task { await self.sendOutgoing() }
        }
        if let joining = machine.joining, joining != lastJoining {
            lastJoining = joining
            for follower in joinFollowers.values { follower.yield(joining) }
        }
        setAlarm()
    }

    private func callLater() {
        guard calls.claim() else { return }
        Task {
            await calls.make()
            callLater()
        }
    }

    private func sendOutgoing() async {
        while let action = outgoing.popFirst() {
            switch action {
            case .subscribe(let filters): await waitBriefly { await self.subscribe(filters) }
            // The broker forgets the filters with the connection, if it can't be told.
            case .unsubscribe(let filters): await waitBriefly { try? await self.broker.unsubscribe(filters) }
            case .publish(let messages, let number, let lane): enqueue(messages, number, lane)
            case .describe, .remove, .keepOnly, .report, .reachable, .remember, .answer, .notice: break
            }
        }
        isSending = false
    }

    private func subscribe(_ filters: [String]) async {
        do {
            try await broker.subscribe(filters)
        } catch  where machine.isConnected {
            notice("the broker refused the subscription to \(quotedBeginning(filters.first ?? "")): \(error)")
        } catch {
            // Without a connection all is subscribed to again later.
        }
    }

    /// Waits for an answer of the broker, but not so long that commands behind it are late.
    private func waitBriefly(_ request: @escaping @Sendable () async -> Void) async {
        let (end, reached) = AsyncStream.makeStream(of: Never.self)
        let alarm = clock.schedule(after: Self.mostHeld) { reached.finish() }
        Task {
            await request()
            reached.finish()
        }
        for await _ in end {}
        alarm.cancel()
    }

    /// Whether the message's sender already got an error, so that the message must not be sent any more.
    private func isOver(_ number: UInt64?) -> Bool { number.map { answers[$0] == nil } ?? false }

    private func enqueue(_ messages: [MQTTMessage], _ number: UInt64?, _ lane: String?) {
        guard !isOver(number), let lane = lane ?? messages.first?.topic else { return }
        let isFirst = lanes[lane] == nil
        lanes[lane, default: FIFO()].append((messages, number))
        if isFirst { Task { await self.publish(in: lane) } }
    }

    private func publish(in lane: String) async {
        while let (messages, number) = lanes[lane]?.popFirst() {
            do {
                for message in messages where !isOver(number) { try await broker.publish(message) }
                if let number { perform(machine.published(number, now: clock.now)) }
            } catch {
                if let number { perform(machine.notPublished(number, reason: "\(error)")) }
            }
        }
        lanes[lane] = nil
    }

    private func setAlarm() {
        alarm.set(machine.deadline, on: clock) { await self.timePassed() }
    }

    private func timePassed() {
        alarm.rang()
        perform(machine.timePassed(now: clock.now))
    }
}

extension BrokerAction {
    /// The call of the receiver; nil for another action.
    fileprivate var call: ReceiverCall? {
        switch self {
        case .describe(let device): .describe(device)
        case .remove(let deviceID): .remove(deviceID)
        case .keepOnly(let deviceIDs): .keepOnly(deviceIDs)
        case .report(let report): .report(report)
        case .reachable(let deviceID, let isReachable): .reachable(deviceID, isReachable)
        case .remember(let memory): .remember(memory)
        case .subscribe, .unsubscribe, .publish, .answer, .notice: nil
        }
    }
}
