internal import HearthEntities
internal import HearthIntegrations
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Synchronization

/// An ecosystem of hosts, each with some lamps, and maybe with a key.
final class FakeEcosystem: Sendable {
    struct Host: Sendable {
        var identity: String
        var name = "Strip"
        var devices: [String] = ["one"]
        var key: String?
        /// The step at which a probe stays until it is cancelled.
        var hangsAt: AddingStep?
        /// Whether links fail to start.
        var isBroken = false
    }

    private struct State {
        var hosts: [String: Host] = [:]
        var running: [String: Int] = [:]
        var cancelled = 0
        var receivers: [String: any EntityReceiver] = [:]
        var commands: [EntityCommand] = []
        var withdrawn: [String] = []
    }

    private let state = Mutex(State())

    subscript(host: String) -> Host? {
        get { state.withLock { $0.hosts[host] } }
        set { state.withLock { $0.hosts[host] = newValue } }
    }

    /// The number of running links of a host.
    func links(_ host: String) -> Int { state.withLock { $0.running[host] ?? 0 } }

    /// The hosts whose links took back what they had left, while they ran.
    var withdrawn: [String] { state.withLock { $0.withdrawn } }

    fileprivate func withdrew(_ host: String) {
        state.withLock { state in if state.running[host] ?? 0 > 0 { state.withdrawn.append(host) } }
    }

    /// The number of probes that were cancelled.
    var cancelled: Int { state.withLock { $0.cancelled } }

    fileprivate func noteCancelled() { state.withLock { $0.cancelled += 1 } }

    fileprivate func began(_ host: String, _ receiver: any EntityReceiver) {
        state.withLock { state in
            state.running[host, default: 0] += 1
            state.receivers[host] = receiver
        }
    }

    fileprivate func ended(_ host: String) { state.withLock { $0.running[host, default: 0] -= 1 } }

    /// Lets the link of a host say how it is.
    func say(_ health: LinkHealth, _ host: String) async {
        await state.withLock { $0.receivers[host] }?.health(health)
    }

    /// Lets the link of a host describe another device.
    func describe(_ device: String, _ host: String) async {
        await state.withLock { $0.receivers[host] }?.describe(EntityDevice(id: device, name: device, entities: []))
    }
}

struct FakeKind: IntegrationKind {
    let ecosystem: FakeEcosystem

    var id: String { "fake" }
    var title: String { "Fake" }
    var summary: String { "Lamps for tests." }
    var serviceTypes: [String] { ["_fake._tcp"] }
    var fields: [IntegrationField] {
        [
            IntegrationField("host", "Address", .host, isNeeded: true, hint: "it is on the box"),
            IntegrationField("port", "Port", .number(1...65_535), default: "6053"),
            IntegrationField("mode", "Mode", .choice(["fast", "slow"])),
            IntegrationField("key", "Key", .secret), IntegrationField("note", "Note", .text),
        ]
    }

    func found(_ service: NearbyService) -> FoundThing? {
        guard let identity = service.properties["mac"] else { return nil }
        return FoundThing(
            key: "fake/\(identity)", kind: id, identity: identity, name: service.name, maker: "Fakes",
            address: service.host, readiness: service.properties["key"] == nil ? .ready : .needsKey,
            settings: ["host": service.host])
    }

    /// The host of settings, if it is there and the key is right.
    private func host(_ settings: IntegrationSettings) throws(IntegrationFailure) -> FakeEcosystem.Host {
        guard let host = ecosystem[settings["host"] ?? ""] else {
            throw IntegrationFailure(.unreachable, "no answer", wayOut: "switch it on")
        }
        guard host.key == settings.secret("key") else {
            let key = settings.secret("key") ?? "no key"
            throw IntegrationFailure(
                .secretRefused, "it refuses \(key)", wayOut: "give the right key", fields: ["key"])
        }
        return host
    }

    func probe(
        _ settings: IntegrationSettings, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        let hangs = ecosystem[settings["host"] ?? ""]?.hangsAt
        for step in [AddingStep.connecting, .asking] {
            if hangs != .searching { reached(step) }
            guard hangs == step || hangs == .searching else { continue }
            await SystemClock().sleep(for: .seconds(600))
            ecosystem.noteCancelled()
            throw IntegrationFailure(.failed, "cancelled", wayOut: "")
        }
        let host = try host(settings)
        return ProbedDevices(
            identity: host.identity, name: host.name, deviceNames: host.devices, settings: ["note": "learnt"])
    }

    func isElsewhere(_ new: IntegrationSettings, than old: IntegrationSettings) -> Bool { new["host"] != old["host"] }

    func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        let host = try host(settings)
        return FakeLink(ecosystem: ecosystem, host: settings["host"] ?? "", content: host)
    }
}

private final class FakeLink: EntityLink {
    let ecosystem: FakeEcosystem
    let host: String
    let content: FakeEcosystem.Host
    private let isRunning = Mutex(false)

    init(ecosystem: FakeEcosystem, host: String, content: FakeEcosystem.Host) {
        self.ecosystem = ecosystem
        self.host = host
        self.content = content
    }

    func start(receiver: any EntityReceiver) async throws {
        isRunning.withLock { $0 = true }
        ecosystem.began(host, receiver)
        guard !content.isBroken else {
            throw IntegrationFailure(
                .notSupported, "it speaks gibberish with \(content.key ?? "")", wayOut: "update it")
        }
        for device in content.devices {
            await receiver.describe(EntityDevice(id: device, name: device, entities: []))
        }
        await receiver.health(.online)
    }

    func send(_ command: EntityCommand, to deviceID: String) async throws {}

    func withdraw() async { ecosystem.withdrew(host) }

    func stop() async {
        let was = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        if was { ecosystem.ended(host) }
    }
}

/// Makes a lamp of each device of a link.
final class FakeProvider: DeviceProvider, EntityReceiver {
    private struct State {
        var hub: (any DeviceReporter)?
        var devices: [DeviceDescription] = []
        var isStarted = false
    }

    private let link: any EntityLink
    private let prefix: String
    private let state = Mutex(State())

    init(link: any EntityLink, prefix: String) {
        self.link = link
        self.prefix = prefix
    }

    func start(hub: any DeviceReporter, stored: StoredState) async throws -> [DeviceDescription] {
        state.withLock { $0.hub = hub }
        try await link.start(receiver: self)
        return state.withLock { state in
            state.isStarted = true
            return state.devices
        }
    }

    func describe(_ device: EntityDevice) async {
        let lamp = TestProvider.lamp(prefix + device.id, name: device.name)
        let hub = state.withLock { state in
            state.devices.removeAll { $0.id == lamp.id }
            state.devices.append(lamp)
            return state.isStarted ? state.hub : nil
        }
        try? await hub?.bring([lamp])
    }

    func remove(_ deviceID: String) async {
        try? await state.withLock { $0.hub }?.remove([prefix + deviceID])
    }

    func report(_ report: EntityReport) async {}
    func reachable(_ deviceID: String, _ isReachable: Bool) async {}
    func invoke(_ invocation: CommandInvocation) async throws -> StructureValue? { nil }
    func write(_ update: AttributeUpdate) async throws {}
    func describeAgain() async -> [DeviceDescription] { state.withLock { $0.devices } }
    func stop() async { await link.stop() }
}
