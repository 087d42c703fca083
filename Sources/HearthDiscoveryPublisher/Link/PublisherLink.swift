internal import HearthBase
package import HearthEntities
package import HearthEventLoop
package import HearthMQTT
package import HearthTraitCore

/// The link that shows the home's devices in a Home Assistant, through its broker. It brings no devices to the hub.
package actor PublisherLink: LeafLink {
    /// The longest wait for a withdrawal's messages to be sent: two per device are acknowledged.
    private static let withdrawalTime = Duration.seconds(30)

    private let settings: Settings
    private let openHome: OpenHome
    private let loop: EventLoop
    private let clock: any HomeClock
    private let health: @Sendable (MQTTError) -> LinkHealth
    private let notice: @Sendable (String) -> Void

    private var receiver: (any EntityReceiver)?
    private var home: (any HomeView)?
    private var client: MQTTClient?
    private var machine: PublisherMachine?
    private var following: Task<Void, Never>?
    private var alarm = DeadlineAlarm()
    /// Whether a task publishes what the machine has.
    private var isSending = false
    /// Opened once everything is sent.
    private var drained: [Latch] = []
    private let lanes = RequestLanes()
    private var isStopped = false
    private var isConnected = false
    /// Whether the broker's access control has refused a message of this connection.
    private var isRefused = false

    /// - Parameters:
    ///   - openHome: opens a view of the home.
    ///   - loop: the loop that the connection runs on.
    ///   - health: what a failure of the connection means for people.
    ///   - notice: receives messages for a log.
    package init(
        _ settings: Settings, home openHome: @escaping OpenHome, loop: EventLoop, clock: any HomeClock,
        health: @escaping @Sendable (MQTTError) -> LinkHealth, notice: @escaping @Sendable (String) -> Void
    ) {
        self.settings = settings
        self.openHome = openHome
        self.loop = loop
        self.clock = clock
        self.health = health
        self.notice = notice
    }

    // MARK: The hub's side

    package func start(receiver: any EntityReceiver) async throws {
        guard following == nil, !isStopped else { return }
        self.receiver = receiver
        await receiver.health(.connecting)
        // The home may open only after the hub has this link.
        let follower = HomeFollower(
            openHome: openHome, clock: clock, opened: { try await self.begin($0) }, heard: { await self.take($0) },
            failed: { await self.receiver?.health(.offline(reason: $0)) })
        following = Task { await follower.run() }
    }

    /// The hub sends no commands to a link without devices.
    package func send(_ command: EntityCommand, to deviceID: String) async throws {
        throw TraitError(.unsupportedEndpoint, "this integration has no devices")
    }

    package func leftOut(of deviceID: String) -> [LeftOut] { [] }

    package func stop() async {
        isStopped = true
        receiver = nil
        following?.cancel()
        machine = nil
        setAlarm()
        await client?.stop()
        client = nil
        await home?.close()
        home = nil
        lanes.use(nil)
        await following?.value
    }

    /// Removes everything that was published from the broker and from Home Assistant. Without a connection it stays.
    package func withdraw() async {
        // A home that closes now is not opened again.
        isStopped = true
        following?.cancel()
        guard isConnected, let topic = machine?.settings.topics.status else {
            return noticeWhatStays("is not connected")
        }
        machine?.withdraw()
        let latch = Latch()
        drained.append(latch)
        pump()
        let timeout = clock.schedule(after: Self.withdrawalTime) { latch.open() }
        await latch.wait()
        timeout.cancel()
        if machine?.isRemovalComplete == false { noticeWhatStays("has not taken all removals") }
        machine = nil
        await client?.stop()
        client = nil
        await WillRemoval.run(topic, at: settings.broker, loop: loop, clock: clock)
    }

    private func noticeWhatStays(_ reason: String) {
        notice(
            "the broker \(settings.broker.endpoint) \(reason), so devices published there stay in Home Assistant; "
                + "remove them there")
    }

    // MARK: The home

    private func take(_ news: [HomeNews]) {
        for one in news { machine?.take(one) }
        settle([])
    }

    /// Connects to the broker, once the hub's ID is known. A connection that there is stays.
    private func begin(_ home: any HomeView) async throws {
        guard !isStopped else { return }
        self.home = home
        lanes.use(home)
        guard client == nil else {
            if isConnected { await receiver?.health(.online) }
            return
        }
        let topics = Topics(prefix: settings.prefix, hubID: home.hubID)
        let machine = PublisherMachine(
            PublisherMachine.Settings(
                topics: topics, choice: settings.choice, name: "Hearth " + (await home.name), version: home.version))
        var broker = settings.broker
        broker.will = .kept(topics.status, "offline")
        broker.birth = .kept(topics.status, "online")
        // The broker keeps no commands for later: a door must not open a minute after it was asked to.
        broker.sessionExpiry = 0
        let client = try MQTTClient(broker, loop: loop)
        try await client.subscribe(try machine.filters.map { try MQTTFilter($0, qos: 1, isNoLocal: true) })
        // The link may have been stopped meanwhile.
        guard !isStopped else { return }
        self.machine = machine
        self.client = client
        client.start(receiver: BrokerReceiver(link: self))
    }

    // MARK: The broker

    func connected() async {
        guard let client, machine != nil else { return }
        isConnected = true
        isRefused = false
        machine?.connected(now: clock.now)
        await receiver?.health(.online)
        if let filter = machine.flatMap({ try? MQTTFilter($0.announcedFilter, isNoLocal: true) }) {
            // Kept messages come before the answer, and this function must not keep them waiting.
            Task { _ = try? await client.subscribe([filter]) }
        }
        settle([])
    }

    func subscribed(_ subscriptions: [MQTTSubscription]) async {
        for subscription in subscriptions {
            guard case .refused = subscription.outcome else { continue }
            await receiver?.health(
                .needsAttention(
                    reason: "the broker refuses the topic \(quotedBeginning(subscription.filter.text))",
                    wayOut: "let the user read this topic in the broker's access control"))
        }
    }

    func disconnected(_ error: MQTTError) async {
        isConnected = false
        machine?.disconnected()
        for latch in drained { latch.open() }
        drained = []
        await receiver?.health(health(error))
    }

    func received(_ message: MQTTMessage) {
        guard let actions = machine?.received(message, now: clock.now) else { return }
        settle(actions)
    }

    // MARK: Actions

    private func settle(_ actions: [PublisherMachine.Action]) {
        for action in actions {
            switch action {
            case .notice(let text): notice(text)
            case .perform(let requests, let deviceID):
                lanes.add(requests, to: deviceID) { [weak self] reason in await self?.failed(deviceID, reason) }
            case .forgetAnnounced:
                guard let client, let filter = machine.flatMap({ try? MQTTFilter($0.announcedFilter, isNoLocal: true) })
                else { continue }
                Task { try? await client.unsubscribe([filter]) }
            }
        }
        pump()
        setAlarm()
    }

    private func pump() {
        guard !isSending else { return }
        isSending = true
        Task { await self.sendAll() }
    }

    private func sendAll() async {
        while let client, let message = machine?.next() {
            do throws(MQTTError) {
                try await client.publish(message)
            } catch {
                await notPublished(message, error)
            }
        }
        isSending = false
        for latch in drained { latch.open() }
        drained = []
    }

    private func notPublished(_ message: MQTTMessage, _ error: MQTTError) async {
        switch error.code {
        // The connection's end makes everything be sent again.
        case .notConnected, .unreachable, .stopped, .unknownOutcome: return
        case .notAuthorized:
            guard !isRefused else { return }
            isRefused = true
            await receiver?.health(
                .needsAttention(
                    reason: "the broker refuses the hub's messages to \(quotedBeginning(message.topic))",
                    wayOut: "let the user publish below hearth/ and \(settings.prefix)/ in the broker's access control")
            )
        default: settle(machine?.notPublished(message.topic, error.message, now: clock.now) ?? [])
        }
    }

    private func failed(_ deviceID: String, _ reason: String) {
        guard let actions = machine?.failed(deviceID, reason, now: clock.now) else { return }
        settle(actions)
    }

    private func setAlarm() {
        alarm.set(machine?.deadline, on: clock) { [weak self] in await self?.timePassed() }
    }

    private func timePassed() {
        alarm.rang()
        guard let actions = machine?.timePassed(now: clock.now) else { return }
        settle(actions)
    }
}
