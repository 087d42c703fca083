internal import HearthBase
package import HearthEntities
package import HearthMQTT
package import HearthTraitCore

/// What a link needs of a broker's client. Its client tells the link of the connection and of messages, and
/// continues to read while one of these functions waits.
package protocol Zigbee2MQTTBroker: Sendable {
    func subscribe(_ filters: [String]) async throws
    func unsubscribe(_ filters: [String]) async throws
    /// Publishes; returns when the broker has the message.
    func publish(_ message: MQTTMessage) async throws
}

/// The link to a zigbee2mqtt, through a broker.
///
/// The broker's client calls ``connected()``, ``disconnected(_:)`` and ``received(_:)`` in the order of what happens,
/// after ``start(receiver:)``. Several links may share a client.
package actor Zigbee2MQTTLink: JoiningLink {
    /// The most calls to the receiver that may wait before the client does.
    private static let mostCalls = 1_000
    /// How long the answer to a subscription may hold up the messages behind it.
    private static let mostHeld = Duration.milliseconds(500)

    private var machine: Zigbee2MQTTMachine
    private let broker: any Zigbee2MQTTBroker
    private let clock: any HomeClock
    private let notice: @Sendable (String) -> Void
    private var receiver: (any EntityReceiver)?
    private var alarm: (time: Duration, action: any ScheduledAction)?

    /// Calls to the receiver. One task makes them in order.
    private var calls = FIFO<Zigbee2MQTTMachine.Action>()
    private var isCalling = false
    private var held: [CheckedContinuation<Void, Never>] = []
    /// Messages to the broker, apart from the calls: an answer of the broker may come behind messages of devices.
    private var outgoing = FIFO<Zigbee2MQTTMachine.Action>()
    private var isSending = false
    /// Messages that wait for an earlier one on the same topic. Devices do not wait for each other.
    private var lanes: [String: FIFO<(message: MQTTMessage, number: UInt64?)>] = [:]
    /// Commands and requests without an answer.
    private var answers: [UInt64: CheckedContinuation<TraitError?, Never>] = [:]
    private var lastNumber: UInt64 = 0
    /// Those who follow the network's state, and the state that they were given last.
    private var joinFollowers: [UInt64: AsyncStream<JoinProgress>.Continuation] = [:]
    private var lastJoining = JoinProgress()

    /// Creates a link.
    ///
    /// - Parameter notice: takes on what a person should know, for the log.
    package init(
        _ settings: Zigbee2MQTTMachine.Settings, broker: any Zigbee2MQTTBroker, clock: any HomeClock,
        notice: @escaping @Sendable (String) -> Void
    ) {
        machine = Zigbee2MQTTMachine(settings)
        self.broker = broker
        self.clock = clock
        self.notice = notice
    }

    // MARK: - The hub's side

    package func start(receiver: any EntityReceiver) { self.receiver = receiver }

    package func stop() async {
        receiver = nil
        let filters = machine.filters
        perform(machine.disconnected("the link was stopped"))
        machine.forgetDevices()
        calls.removeAll()
        outgoing.removeAll()
        for topic in lanes.keys { lanes[topic]?.removeAll() }
        for follower in joinFollowers.values { follower.finish() }
        joinFollowers = [:]
        if !filters.isEmpty { try? await broker.unsubscribe(filters) }
    }

    package func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await answered { machine, number, now in
            machine.send(command, to: deviceID, number: number, now: now)
        }
    }

    /// Sends a request to the bridge. Returns when the bridge has carried it out.
    ///
    /// - Throws: `TraitError` if the link is down, the bridge refuses or does not answer.
    package func request(_ request: BridgeRequest) async throws {
        try await answered { machine, number, now in machine.request(request, number: number, now: now) }
    }

    package nonisolated var longestJoin: Duration { .seconds(BridgeRequest.longestJoin) }

    package func letJoin(for time: Duration) async throws {
        try await request(.permitJoin(seconds: Int(clamping: time.components.seconds)))
    }

    package func joining() -> AsyncStream<JoinProgress> {
        let (stream, follower) = AsyncStream.makeStream(of: JoinProgress.self, bufferingPolicy: .bufferingNewest(1))
        lastNumber &+= 1
        let number = lastNumber
        joinFollowers[number] = follower
        follower.onTermination = { [weak self] _ in Task { await self?.forgetJoinFollower(number) } }
        follower.yield(machine.status.joining)
        return stream
    }

    private func forgetJoinFollower(_ number: UInt64) { joinFollowers[number] = nil }

    /// What is known of the bridge, with the progress of devices that join.
    package var status: Zigbee2MQTTStatus { machine.status }

    package func leftOut(of deviceID: String) -> [LeftOut] {
        machine.leftOut(of: deviceID).map { LeftOut($0.property, .unsupported($0.reason)) }
    }

    private func answered(
        _ begin: (inout Zigbee2MQTTMachine, UInt64, Duration) -> [Zigbee2MQTTMachine.Action]
    ) async throws {
        lastNumber &+= 1
        let number = lastNumber
        let error = await withCheckedContinuation { continuation in
            answers[number] = continuation
            perform(begin(&machine, number, clock.now))
        }
        if let error { throw error }
    }

    // MARK: - The client's side

    /// The client is connected to the broker.
    package func connected() {
        guard receiver != nil else { return }
        perform(machine.connected(now: clock.now))
    }

    /// The client has lost the connection.
    package func disconnected(_ reason: String) { perform(machine.disconnected(reason)) }

    /// A message came. Returns when the link has room for the next one.
    package func received(_ message: MQTTMessage) async {
        guard receiver != nil else { return }
        perform(machine.received(message, now: clock.now))
        while calls.count > Self.mostCalls {
            await withCheckedContinuation { held.append($0) }
        }
    }

    // MARK: - Actions

    private func perform(_ actions: [Zigbee2MQTTMachine.Action]) {
        for action in actions {
            switch action {
            case .answer(let number, let error): answers.removeValue(forKey: number)?.resume(returning: error)
            case .notice(let text): notice(text)
            case .describe, .remove, .keepOnly, .report, .reachable: calls.append(action)
            case .subscribe, .unsubscribe, .publish: outgoing.append(action)
            }
        }
        if !isCalling, !calls.isEmpty {
            isCalling = true
            Task { await self.call() }
        }
        if !isSending, !outgoing.isEmpty {
            isSending = true
            Task { await self.sendOutgoing() }
        }
        if machine.status.joining != lastJoining {
            lastJoining = machine.status.joining
            for follower in joinFollowers.values { follower.yield(lastJoining) }
        }
        setAlarm()
    }

    private func call() async {
        while let action = calls.popFirst(), let receiver {
            switch action {
            case .describe(let device): await receiver.describe(device)
            case .remove(let deviceID): await receiver.remove(deviceID)
            case .keepOnly(let deviceIDs): await receiver.keepOnly(deviceIDs)
            case .report(let report): await receiver.report(report)
            case .reachable(let deviceID, let isReachable): await receiver.reachable(deviceID, isReachable)
            case .subscribe, .unsubscribe, .publish, .answer, .notice: break
            }
            if calls.count <= Self.mostCalls / 2 { release() }
        }
        isCalling = false
        release()
    }

    private func release() {
        let waiting = held
        held = []
        for continuation in waiting { continuation.resume() }
    }

    private func sendOutgoing() async {
        while let action = outgoing.popFirst() {
            switch action {
            case .subscribe(let filters): await waitBriefly { await self.subscribe(filters) }
            // The broker forgets the filters with the connection, if it can't be told.
            case .unsubscribe(let filters): await waitBriefly { try? await self.broker.unsubscribe(filters) }
            case .publish(let message, let number): enqueue(message, number)
            case .describe, .remove, .keepOnly, .report, .reachable, .answer, .notice: break
            }
        }
        isSending = false
    }

    private func subscribe(_ filters: [String]) async {
        do {
            try await broker.subscribe(filters)
        } catch  where machine.status.isConnected {
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

    /// Whether a message's sender was told of a failure, so that it must not be carried out any more.
    private func isOver(_ number: UInt64?) -> Bool { number.map { answers[$0] == nil } ?? false }

    private func enqueue(_ message: MQTTMessage, _ number: UInt64?) {
        guard !isOver(number) else { return }
        let topic = message.topic
        let isFirst = lanes[topic] == nil
        lanes[topic, default: FIFO()].append((message, number))
        if isFirst { Task { await self.publish(on: topic) } }
    }

    private func publish(on topic: String) async {
        while let (message, number) = lanes[topic]?.popFirst() {
            if isOver(number) { continue }
            do {
                try await broker.publish(message)
                if let number { perform(machine.published(number, now: clock.now)) }
            } catch {
                if let number { perform(machine.notPublished(number, reason: "\(error)")) }
            }
        }
        lanes[topic] = nil
    }

    private func setAlarm() {
        let deadline = machine.deadline
        guard deadline != alarm?.time else { return }
        alarm?.action.cancel()
        alarm = deadline.map { time in
            (time, clock.schedule(after: max(time - clock.now, .zero)) { await self.timePassed() })
        }
    }

    private func timePassed() {
        alarm = nil
        perform(machine.timePassed(now: clock.now))
    }
}
