package import HearthDiscoveryPublisher
package import HearthEntities
package import HearthEventLoop
package import HearthIntegrations
internal import HearthBase
internal import HearthMQTT
package import HearthTraitCore

/// Shows this home's devices in a Home Assistant, through its MQTT broker. It brings no devices to the hub.
package struct HomeAssistantKind: IntegrationKind {
    private enum Field {
        static let devices = "devices"
        static let sensitive = "sensitive"
        static let prefix = "discovery-prefix"
    }

    private let loop: EventLoop
    private let clock: any HomeClock
    private let home: @Sendable (String) async throws -> any HomeView
    private let notice: @Sendable (String) -> Void

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of links.
    ///   - home: opens the home whose devices are shown, for the integration with an identity.
    ///   - notice: receives messages for a log.
    package init(
        loop: EventLoop, clock: any HomeClock, home: @escaping @Sendable (String) async throws -> any HomeView,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.loop = loop
        self.clock = clock
        self.home = home
        self.notice = notice
    }

    package static let id = "home-assistant"
    package var id: String { Self.id }
    package var actsByName: Bool { true }
    package var title: String { "Home Assistant" }
    package var summary: String { "Shows this home's devices in a Home Assistant, through its MQTT broker." }

    package var fields: [IntegrationField] {
        BrokerFields.fields(hostHint: "the broker in the settings of Home Assistant's MQTT integration") + [
            IntegrationField(
                Field.devices, "Devices", .text, default: "all",
                hint: "all, or IDs and names with commas between them; all leaves out those that this hub has from the "
                    + "same broker"),
            IntegrationField(
                Field.sensitive, "Commands to locks, alarms, garage doors, valves and cameras", .choice(["no", "yes"]),
                default: "no", hint: "yes lets everyone who may use the broker open and disarm them"),
            IntegrationField(
                Field.prefix, "Discovery prefix", .text, default: Topics.usualPrefix,
                hint: "the prefix in the settings of Home Assistant's MQTT integration"),
        ]
    }

    package func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        let settings = try await BrokerFields.prepared(settings, isAddition: isAddition, loop: loop)
        _ = try link(settings, identity: "")
        reached(.connecting)
        let broker = try BrokerFields.broker(settings, isTest: !isAddition)
        try await BrokerFields.probing(settings, isAddition: isAddition) { () async throws(IntegrationFailure) in
            try await attempt(broker)
        }
        // A broker has no name of its own.
        return ProbedDevices(
            identity: "\(Self.address(settings))/\(prefix(settings))", name: title,
            settings: BrokerFields.learnt(settings))
    }

    /// Connects once.
    private func attempt(_ broker: MQTTSettings) async throws(IntegrationFailure) {
        let client: MQTTClient
        do throws(MQTTError) {
            client = try MQTTClient(broker, loop: loop)
        } catch {
            throw BrokerFields.failure(error)
        }
        let attempt = ConnectionAttempt()
        client.start(receiver: attempt)
        let failure = await attempt.end.wait()
        await client.stop()
        // nil: the task was cancelled.
        if let failure = failure ?? nil { throw BrokerFields.failure(failure) }
    }

    package func completed(
        _ new: IntegrationSettings, changing old: IntegrationSettings
    ) throws(IntegrationFailure) -> IntegrationSettings { try BrokerFields.completed(new) }

    package func exclusive(_ settings: IntegrationSettings) -> ExclusiveSetting? { BrokerFields.exclusive(settings) }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        try link(settings, identity: identity)
    }

    package func isElsewhere(_ new: IntegrationSettings, than old: IntegrationSettings) -> Bool {
        Self.address(new) != Self.address(old) || prefix(new) != prefix(old)
    }

    /// The broker of an integration that brings devices through one, as `HOST:PORT`; nil for other kinds.
    package static func broker(of settings: IntegrationSettings, kind: String) -> String? {
        ["zigbee2mqtt", "mqtt"].contains(kind) ? address(settings) : nil
    }

    private static func address(_ settings: IntegrationSettings) -> String {
        "\((settings[BrokerFields.Name.host] ?? "").lowercased()):\(BrokerFields.port(settings))"
    }

    private func prefix(_ settings: IntegrationSettings) -> String { settings[Field.prefix] ?? Topics.usualPrefix }

    private func link(_ settings: IntegrationSettings, identity: String) throws(IntegrationFailure) -> PublisherLink {
        if let problem = MQTTTopic.problem(ofName: "\(prefix(settings))/status") {
            throw IntegrationFailure(
                .failed, "the discovery prefix can't be used: \(problem)", wayOut: "correct it", fields: [Field.prefix])
        }
        let choice = PublishedChoice(
            settings[Field.devices] ?? "all", includesSensitive: settings[Field.sensitive] == "yes",
            broker: Self.address(settings))
        return PublisherLink(
            PublisherLink.Settings(
                broker: try BrokerFields.broker(settings), prefix: prefix(settings), choice: choice),
            home: { [home] in try await home(identity) }, loop: loop, clock: clock,
            health: { BrokerCondition.failed(BrokerFields.failure($0)).health }, notice: notice)
    }
}

/// Notes how the first attempt to connect ends: nil if the broker accepts the client.
private struct ConnectionAttempt: MQTTReceiver {
    let end = OneShot<MQTTError?>()

    func connected(sessionPresent: Bool) async { end.set(nil) }

    func subscribed(_ subscriptions: [MQTTSubscription]) async {}

    func disconnected(_ reason: MQTTError, retryAfter: Duration) async { end.set(reason) }

    func received(_ messages: [MQTTMessage]) async {}
}
