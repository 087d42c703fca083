package import HearthBase
package import HearthEntities
package import HearthIntegrations
internal import HearthStore
internal import HearthTraitCore
internal import Synchronization

/// An ecosystem of hosts, each with some lamps, and maybe with a key.
package final class FakeEcosystem: Sendable {
    package struct Host: Sendable {
        package var identity: String
        package var name = "Strip"
        package var devices: [String] = ["one"]
        package var key: String?
        /// The token that it gives to a probe once its button is pressed.
        package var givenToken: String?
        /// The step at which a probe stays until it is cancelled.
        package var hangsAt: AddingStep?
        /// Whether links fail to start.
        package var isBroken = false
        /// Opened once a claim may end; nil for a claim that ends at once.
        package var claimable: Latch?
        /// Why it refuses to be claimed; nil if it does not.
        package var refusal: IntegrationFailure?
        /// Whether devices can join its network.
        package var canJoin = false
        /// The actions of each device.
        package var actions: [DeviceAction] = []
        /// What its link finds; nil for a link that finds nothing.
        package var finds: [FoundThing]?

        package init(
            identity: String, name: String = "Strip", devices: [String] = ["one"], key: String? = nil,
            givenToken: String? = nil, hangsAt: AddingStep? = nil, isBroken: Bool = false, canJoin: Bool = false,
            actions: [DeviceAction] = []
        ) {
            self.identity = identity
            self.name = name
            self.devices = devices
            self.key = key
            self.givenToken = givenToken
            self.hangsAt = hangsAt
            self.isBroken = isBroken
            self.canJoin = canJoin
            self.actions = actions
        }
    }

    private struct State {
        var hosts: [String: Host] = [:]
        var running: [String: Int] = [:]
        var starts = 0
        var cancelled = 0
        var receivers: [String: any EntityReceiver] = [:]
        var commands: [EntityCommand] = []
        var joins: [Duration] = []
        var joining = JoinProgress()
        var followers: [AsyncStream<JoinProgress>.Continuation] = []
        var wakes = 0
        var withdrawn: [String] = []
        var claimed: [IntegrationSettings] = []
        var beginningClaims = 0
        var additions = 0
        var left: Set<IntegrationIdentity> = []
        var calls: [ActionCall] = []
    }

    private let state = Mutex(State())
    /// Whether links act in the home by their integration's name.
    package let actsByName: Bool

    package init(actsByName: Bool = false) { self.actsByName = actsByName }

    package subscript(host: String) -> Host? {
        get { state.withLock { $0.hosts[host] } }
        set { state.withLock { $0.hosts[host] = newValue } }
    }

    /// The number of running links of a host.
    package func links(_ host: String) -> Int { state.withLock { $0.running[host] ?? 0 } }

    /// How many links have started.
    package var starts: Int { state.withLock { $0.starts } }

    /// The hosts whose links took back what they had left, before they stopped.
    package var withdrawn: [String] { state.withLock { $0.withdrawn } }

    /// The integrations to which links that find others leave their devices.
    package var left: Set<IntegrationIdentity> { state.withLock { $0.left } }

    fileprivate func leave(to added: Set<IntegrationIdentity>) { state.withLock { $0.left = added } }

    /// The settings of additions that were claimed.
    package var claimed: [IntegrationSettings] { state.withLock { $0.claimed } }

    /// How many probes were those of additions.
    package var additions: Int { state.withLock { $0.additions } }

    fileprivate func noteAddition() { state.withLock { $0.additions += 1 } }

    /// How many claims have begun.
    package var beginningClaims: Int { state.withLock { $0.beginningClaims } }

    fileprivate func beginClaim() { state.withLock { $0.beginningClaims += 1 } }

    fileprivate func claim(_ settings: IntegrationSettings) { state.withLock { $0.claimed.append(settings) } }

    fileprivate func withdrew(_ host: String) { state.withLock { $0.withdrawn.append(host) } }

    /// The actions that devices have run.
    package var calls: [ActionCall] { state.withLock { $0.calls } }

    fileprivate func ran(_ call: ActionCall) { state.withLock { $0.calls.append(call) } }

    /// The number of probes that were cancelled.
    package var cancelled: Int { state.withLock { $0.cancelled } }

    fileprivate func noteCancelled() { state.withLock { $0.cancelled += 1 } }

    fileprivate func began(_ host: String, _ receiver: any EntityReceiver) {
        state.withLock { state in
            state.running[host, default: 0] += 1
            state.starts += 1
            state.receivers[host] = receiver
        }
    }

    fileprivate func ended(_ host: String) { state.withLock { $0.running[host, default: 0] -= 1 } }

    /// Lets the link of a host say how it is.
    package func say(_ health: LinkHealth, _ host: String) async {
        await state.withLock { $0.receivers[host] }?.health(health)
    }

    /// How often links were woken.
    package var wakes: Int { state.withLock { $0.wakes } }

    fileprivate func woke() { state.withLock { $0.wakes += 1 } }

    /// The times for which networks were opened; zero for a closed one.
    package var joins: [Duration] { state.withLock { $0.joins } }

    /// Lets the network be in another state.
    package func change(_ change: (inout JoinProgress) -> Void) {
        state.withLock { state in
            change(&state.joining)
            for follower in state.followers { follower.yield(state.joining) }
        }
    }

    fileprivate func letJoin(for time: Duration) {
        state.withLock { $0.joins.append(time) }
        change { $0.update(isOpen: time > .zero, ends: nil) }
    }

    fileprivate func joining() -> AsyncStream<JoinProgress> {
        let (stream, follower) = AsyncStream.makeStream(of: JoinProgress.self)
        state.withLock { state in
            state.followers.append(follower)
            follower.yield(state.joining)
        }
        return stream
    }

    package func endJoining() {
        for follower in state.withLock({ $0.followers }) { follower.finish() }
    }

    /// Lets the link of a host remember something.
    package func remember(_ memory: [UInt8], _ host: String) async {
        await state.withLock { $0.receivers[host] }?.remember(memory)
    }

    /// What the link of a host is to remember.
    package func memory(_ host: String) async -> [UInt8]? { await state.withLock { $0.receivers[host] }?.memory }

    /// Lets the link of a host describe another device.
    package func describe(_ device: String, _ host: String) async {
        await state.withLock { $0.receivers[host] }?.describe(Self.device(device))
    }

    /// A device with a lamp, a setting, a diagnostic value, and maybe actions.
    package static func device(_ name: String, actions: [DeviceAction] = []) -> EntityDevice {
        EntityDevice(
            id: name, name: name,
            entities: [
                Entity(key: "lamp", name: "Lamp", kind: .light(EntityKind.Light())),
                Entity(
                    key: "limit", name: "Limit", category: .setting,
                    kind: .number(minimum: 0, maximum: 9, step: 1, unit: "", deviceClass: "")),
                Entity(
                    key: "signal", name: "Signal", category: .diagnostic,
                    kind: .sensor(deviceClass: "signal_strength", unit: "dBm", stateClass: "")),
            ] + (actions.isEmpty ? [] : [Entity(key: "actions", name: "Actions", kind: .actions(actions))]))
    }
}

package struct FakeKind: IntegrationKind {
    private let ecosystem: FakeEcosystem

    package init(ecosystem: FakeEcosystem) { self.ecosystem = ecosystem }

    package var id: String { "fake" }
    package var title: String { "Fake" }
    package var summary: String { "Lamps for tests." }
    package var serviceTypes: [String] { ["_fake._tcp"] }
    package var actsByName: Bool { ecosystem.actsByName }
    package var fields: [IntegrationField] {
        [
            IntegrationField("host", "Address", .host, isNeeded: true, hint: "it is on the box"),
            IntegrationField("port", "Port", .number(1...65_535), default: "6053"),
            IntegrationField("mode", "Mode", .choice(["fast", "slow"])),
            IntegrationField("key", "Key", .secret), IntegrationField("note", "Note", .text),
            IntegrationField("token", "Token", .secret),
        ]
    }

    package func found(_ service: NearbyService) -> FoundThing? {
        guard let identity = service.properties["mac"] else { return nil }
        return FoundThing(
            key: "fake/\(identity)", kind: id, identity: identity, name: service.name, maker: "Fakes",
            address: service.host, readiness: readiness(service), settings: ["host": service.host])
    }

    private func readiness(_ service: NearbyService) -> FoundThing.Readiness {
        if service.properties["button"] != nil { return .needsButton }
        return service.properties["key"] == nil ? .ready : .needsKey
    }

    package func newAddress(_ service: NearbyService, _ settings: IntegrationSettings) -> NewAddress? {
        guard settings["host"] != service.host else { return nil }
        return NewAddress(settings: ["host": service.host], isProven: settings.secret("key") != nil)
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

    package func probe(
        _ settings: IntegrationSettings, isAddition: Bool, reached: @escaping @Sendable (AddingStep) -> Void
    ) async throws(IntegrationFailure) -> ProbedDevices {
        if isAddition { ecosystem.noteAddition() }
        let hangs = ecosystem[settings["host"] ?? ""]?.hangsAt
        let isAsked = ecosystem[settings["host"] ?? ""]?.givenToken != nil
        for step in [AddingStep.connecting] + (isAsked ? [.waitingForButton] : []) + [.asking] {
            if hangs != .searching { reached(step) }
            guard hangs == step || hangs == .searching else { continue }
            await SystemClock().sleep(for: .seconds(600))
            ecosystem.noteCancelled()
            throw IntegrationFailure(.failed, "cancelled", wayOut: "")
        }
        let host = try host(settings)
        return ProbedDevices(
            identity: host.identity, name: host.name, deviceNames: host.devices, settings: ["note": "learnt"],
            secrets: host.givenToken.map { ["token": StoredSecret($0)] } ?? [:])
    }

    package func claim(_ settings: IntegrationSettings, identity: String) async throws(IntegrationFailure) {
        let host = ecosystem[settings["host"] ?? ""]
        if let refusal = host?.refusal { throw refusal }
        ecosystem.beginClaim()
        await host?.claimable?.wait()
        // What is cut short stays half done.
        if !Task.isCancelled { ecosystem.claim(settings) }
    }

    /// Only one integration may have the port 7777.
    package func exclusive(_ settings: IntegrationSettings) -> ExclusiveSetting? {
        settings["port"] == "7777" ? ExclusiveSetting(field: "port", value: "the port 7777") : nil
    }

    package func isElsewhere(_ new: IntegrationSettings, than old: IntegrationSettings) -> Bool {
        new["host"] != old["host"]
    }

    package func makeLink(
        _ settings: IntegrationSettings, identity: String
    ) throws(IntegrationFailure) -> any EntityLink {
        let host = try host(settings)
        let link = FakeLink(ecosystem: ecosystem, host: settings["host"] ?? "", content: host)
        if let finds = host.finds { return FakeFinder(link: link, things: finds) }
        return host.canJoin ? FakeNetwork(link: link) : link
    }
}

private final class FakeLink: LeafLink {
    let ecosystem: FakeEcosystem
    let host: String
    let content: FakeEcosystem.Host
    private let isRunning = Mutex(false)
    private let isStopped = Mutex(false)

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
            await receiver.describe(FakeEcosystem.device(device, actions: content.actions))
        }
        await receiver.health(.online)
    }

    func send(_ command: EntityCommand, to deviceID: String) async throws {}

    /// Answers a call with its name, if the action answers. An action that is called `fail` fails.
    func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        ecosystem.ran(call)
        guard call.name != "fail" else { throw TraitError(.failure, "\(deviceID) has no pump") }
        return content.actions.first { $0.name == call.name }?.answers == true ? "{\"ran\":\"\(call.name)\"}" : nil
    }

    func wake() { ecosystem.woke() }

    func leftOut(of deviceID: String) async -> [LeftOut] {
        [LeftOut("schedule", .unsupported("schedules are not supported"))]
    }

    func withdraw() async { if !isStopped.withLock({ $0 }) { ecosystem.withdrew(host) } }

    func stop() async {
        isStopped.withLock { $0 = true }
        let was = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        if was { ecosystem.ended(host) }
    }
}

/// A link with a network that devices join.
private struct FakeNetwork: JoiningLink {
    let link: FakeLink

    var longestJoin: Duration { .seconds(100) }
    func letJoin(for time: Duration) async throws { link.ecosystem.letJoin(for: time) }
    func joining() async -> AsyncStream<JoinProgress> { link.ecosystem.joining() }
    func start(receiver: any EntityReceiver) async throws { try await link.start(receiver: receiver) }
    func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await link.send(command, to: deviceID)
    }

    func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        try await link.run(call, on: deviceID)
    }

    func wake() { link.wake() }
    func leftOut(of deviceID: String) async -> [LeftOut] { await link.leftOut(of: deviceID) }
    func withdraw() async { await link.withdraw() }

    func stop() async {
        await link.stop()
        link.ecosystem.endJoining()
    }
}

/// A link that finds other integrations.
private final class FakeFinder: FindingLink {
    private let link: FakeLink
    private let things: AsyncStream<[FoundThing]>
    private let feed: AsyncStream<[FoundThing]>.Continuation

    init(link: FakeLink, things found: [FoundThing]) {
        self.link = link
        (things, feed) = AsyncStream.makeStream()
        feed.yield(found)
    }

    func findings() -> AsyncStream<[FoundThing]> { things }
    func leave(to added: Set<IntegrationIdentity>) async { link.ecosystem.leave(to: added) }
    func start(receiver: any EntityReceiver) async throws { try await link.start(receiver: receiver) }
    func send(_ command: EntityCommand, to deviceID: String) async throws {
        try await link.send(command, to: deviceID)
    }

    func run(_ call: ActionCall, on deviceID: String) async throws -> String? {
        try await link.run(call, on: deviceID)
    }

    func wake() { link.wake() }
    func leftOut(of deviceID: String) async -> [LeftOut] { await link.leftOut(of: deviceID) }
    func withdraw() async { await link.withdraw() }

    func stop() async {
        await link.stop()
        feed.finish()
    }
}
