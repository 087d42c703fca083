internal import HearthBase
internal import HearthBrokerLinks
package import HearthCalendar
internal import HearthDiscovery
package import HearthEntities
package import HearthEventLoop
package import HearthIntegrations
internal import HearthMQTT
internal import HearthTasmota
internal import HearthTemplates
package import HearthTraitCore
internal import HearthZigbee2MQTT

/// Devices that announce themselves at an MQTT broker: by Home Assistant's MQTT discovery, or as Tasmota's do by their
/// own. Each broker is an integration of its own.
package struct MQTTKind: IntegrationKind {
    private enum Field {
        static let prefix = "discovery-prefix"
        static let online = "say-online"
    }

    private static let usualPrefix = "homeassistant"

    private let loop: EventLoop
    private let clock: any HomeClock
    private let zone: ZoneRules
    private let notice: @Sendable (String) -> Void

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of links.
    ///   - zone: the home's time zone, for templates.
    ///   - notice: receives messages for a log.
    package init(
        loop: EventLoop, clock: any HomeClock, zone: ZoneRules, notice: @escaping @Sendable (String) -> Void
    ) {
        self.loop = loop
        self.clock = clock
        self.zone = zone
        self.notice = notice
    }

    package var id: String { "mqtt" }
    package var title: String { "MQTT" }
    package var summary: String { "Devices that announce themselves at an MQTT broker." }

    package var fields: [IntegrationField] {
        BrokerFields.fields(hostHint: "the host that the devices publish to") + [
            IntegrationField(
                Field.prefix, "Discovery prefix", .text, default: Self.usualPrefix,
                hint: "the topic below which devices announce themselves"),
            IntegrationField(
                Field.online, "Ask devices to announce themselves", .choice(["yes", "no"]), default: "yes",
                hint: "no, if Home Assistant at the same broker should be the only one that asks"),
        ]
    }

    package func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        let settings = try await BrokerFields.prepared(settings, isAddition: isAddition, loop: loop)
        // A broker sends kept announcements at once. One without any may get them later.
        let probe = LinkProbe(clock: clock, forDevices: .seconds(3), quiet: .seconds(1))
        let found = try await BrokerFields.probing(settings, isAddition: isAddition) {
            () async throws(IntegrationFailure) in
            try await probe.run(
                { observer throws(IntegrationFailure) in
                    try link(settings, isTest: !isAddition, observer: observer).connection
                },
                reached: reached)
        }
        let host = (settings[BrokerFields.Name.host] ?? "").lowercased()
        // A broker has no name of its own.
        return ProbedDevices(
            identity: "\(host):\(BrokerFields.port(settings))/\(prefix(settings))", name: title,
            deviceNames: found.names, deviceCount: found.count, settings: BrokerFields.learnt(settings))
    }

    package func completed(
        _ new: IntegrationSettings, changing old: IntegrationSettings
    ) throws(IntegrationFailure) -> IntegrationSettings { try BrokerFields.completed(new) }

    package func exclusive(_ settings: IntegrationSettings) -> ExclusiveSetting? { BrokerFields.exclusive(settings) }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        try link(settings)
    }

    /// The identifier of a Tasmota device in Home Assistant's discovery: the last six digits of its MAC address. The
    /// firmware has either discovery (`SetOption19`), but brokers keep what an earlier setting announced. The whole address
    /// may be that of another firmware on the same device.
    @Sendable private static func tasmota(_ message: MQTTMessage) -> [String]? {
        switch TasmotaAnnouncement(message) {
        case nil: nil
        case .withdrawn: []
        case .device(let address): [String(address.suffix(6))]
        }
    }

    private func prefix(_ settings: IntegrationSettings) -> String { settings[Field.prefix] ?? Self.usualPrefix }

    private func link(
        _ settings: IntegrationSettings, isTest: Bool = false,
        observer: @escaping @Sendable (BrokerCondition) -> Void = { _ in }
    ) throws(IntegrationFailure) -> MQTTConnection {
        let prefix = prefix(settings)
        if let problem = MQTTTopic.problem(ofName: "\(prefix)/status") {
            throw IntegrationFailure(
                .failed, "the discovery prefix can't be used: \(problem)", wayOut: "correct it", fields: [Field.prefix])
        }
        let (clock, zone) = (clock, zone)
        let time: @Sendable () -> TemplateTime? = {
            let microseconds = Int(nearest: clock.sinceEpoch.inSeconds * 1e6)
            return TemplateTime(now: microseconds) { Int(zone.secondsEastOfUTC(Int64($0))) }
        }
        let discovery = DiscoveryMachine.Settings(
            prefix: prefix, saysOnline: settings[Field.online] != "no", foreignPrefixes: [TasmotaMachine.idPrefix])
        let broker = try BrokerFields.broker(settings, isTest: isTest)
        var parts: (announced: DiscoveryLink, scout: BridgeScout)?
        let connection: BrokerConnection
        do throws(MQTTError) {
            connection = try BrokerConnection(broker, loop: loop, observer: observer) { port in
                let announced = DiscoveryLink(
                    DiscoveryMachine(discovery, time: time, others: Self.tasmota), broker: port(), clock: clock,
                    notice: notice)
                let scout = BridgeScout(port: port(), address: "\(broker.endpoint)")
                parts = (announced, scout)
                return [
                    AnnouncedPart(link: announced),
                    AnnouncedPart(
                        link: TasmotaLink(TasmotaMachine(), broker: port(), clock: clock, notice: notice)),
                    AnnouncedPart(link: scout),
                ]
            }
        } catch {
            throw BrokerFields.failure(error)
        }
        guard let parts else {
            throw IntegrationFailure(.failed, "the connection has no ecosystems", wayOut: "try again")
        }
        return MQTTConnection(connection: connection, announced: parts.announced, scout: parts.scout)
    }
}

/// The connection to a broker whose devices announce themselves, and at which bridges are found.
private struct MQTTConnection: FindingLink {
    let connection: BrokerConnection
    let announced: DiscoveryLink
    let scout: BridgeScout

    func findings() -> AsyncStream<[FoundThing]> { scout.findings() }

    /// A bridge with Home Assistant's discovery announces its devices here, too.
    func leave(to added: Set<IntegrationIdentity>) async {
        let gateways = added.filter { $0.kind == Zigbee2MQTTKind.kindID }
            .map { BridgeSighting.identifier(coordinator: $0.identity) }
        await announced.change { machine, now in machine.leaveOut(gateways: Set(gateways), now: now) }
    }

    func start(receiver: any EntityReceiver) async throws { try await connection.start(receiver: receiver) }

    func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await connection.send(command, to: deviceID)
    }

    func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        try await connection.run(call, on: deviceID)
    }

    func wake() { connection.wake() }

    func withdraw() async { await connection.withdraw() }

    func leftOut(of deviceID: String) async -> [LeftOut] { await connection.leftOut(of: deviceID) }

    func stop() async { await connection.stop() }
}

/// The devices on a broker's connection that announce themselves in one way.
private struct AnnouncedPart: BrokerPart {
    let link: any BrokerLink

    func health(after message: MQTTMessage) async -> LinkHealth? { nil }
}
