@testable internal import HearthHub
@testable internal import HearthHubTests
internal import HearthRPC
@testable internal import HearthStore
@testable internal import HearthStoreTests
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A house: a hub on its disk, providers, callers who edit and clients that watch. All of it runs on the thread of its
/// scheduler.
actor Simulation {
    /// A run of the hub's process, from its start to its end or until it is killed.
    struct Run {
        var hub: Hub
        var server: RPCServer
        var client: Hearth_V1_HomeClient
        /// Of former epochs, up to where they are stored.
        var formerEpochs: [FormerEpoch]
        var providers: [Provider]
    }

    /// What a provider is to the hub.
    enum Provider {
        case away, coming, going
        case there(ProviderHandle)
    }

    enum Phase {
        case down, starting, up, ending
    }

    /// Who asks for one edit after the other, each until it is answered.
    struct Editor {
        var edit: Edit?
        var key = ""
        var isUnderWay = false
        /// Rises with each try; what comes of a former one does not count.
        var attempt = 0
        var task: Task<Void, Never>?
        var devices: [String] = []
    }

    nonisolated let scheduler: Scheduler
    nonisolated let executor: SimulatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    var dice: Dice
    let seed: UInt64
    var limits = HubLimits()
    var writeHighMark = 64 << 10
    /// Whether a line is printed for each step.
    let isTold: Bool

    var disk: SimulatedDisk
    /// Those of runs that were killed, which may be closing their files still.
    var formerDisks: [SimulatedDisk] = []
    var openStores: [HomeStore] = []
    var phase = Phase.down
    var run: Run?
    var clock: SimulatedClock
    /// Rises with each start, end and kill.
    var number = 0
    var ids = 0
    var home = ""
    /// Whether the disk has failed since the hub's last start began, or was failing then.
    var hasFailed = false
    /// Whether the disk has failed at any time.
    var hasEverFailed = false

    var ledger = Ledger()
    var editors: [Editor] = []
    var names = 0
    var clients: [SimulatedClient] = []
    var providers: [TestProvider] = []
    var occurrences: UInt64 = 0
    /// What each event was, by its number.
    var payloads: [UInt64: [UInt8]] = [:]
    /// What must not be and was.
    var wrong: [String] = []
    var counts = Counts()

    /// What was done, for the table of faults.
    struct Counts {
        var kills = 0
        var ends = 0
        var cuts = 0
        var diskFailures = 0
        var acknowledged = 0
        var messages = 0
        var events = 0
        var exactResumes = 0
    }

    init(seed: UInt64, on scheduler: Scheduler, isTold: Bool) throws {
        self.seed = seed
        self.scheduler = scheduler
        self.isTold = isTold
        executor = SimulatedExecutor(scheduler)
        dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15)
        disk = try SimulatedDisk()
        clock = SimulatedClock(sinceEpoch: .seconds(1_800_000_000))
    }

    func chance(_ one: Int, in all: Int) -> Bool { dice.below(all) < one }

    /// Takes its next step of some kind, in the midst of all that is under way.
    ///
    /// - Returns: whether the hub is to be killed now.
    func act() -> Bool {
        let index = dice.below(editors.count)
        switch dice.below(100) {
        case ..<28: report(index)
        case ..<50: edit(index)
        case ..<54: giveUp(index)
        case ..<66: tend()
        case ..<82: pass(.milliseconds(50 + dice.below(1_500)))
        case ..<85: pass(.seconds(5 + dice.below(40)))
        case 85: clock.step(by: .seconds(dice.below(7_200) - 3_600))
        case ..<89: if phase == .down { start() } else { note("the hub runs") }
        case ..<91: end()
        case ..<94: break
        case ..<97: spoil()
        default: return true
        }
        return false
    }

    /// Time passes.
    func pass(_ time: Duration) {
        note("\(time) pass")
        clock.advance(to: clock.now + time)
    }

    /// Something happens to a client.
    private func tend() {
        guard clients.count >= 4 || (!clients.isEmpty && chance(2, in: 3)) else { return addClient() }
        let index = dice.below(clients.count)
        guard clients[index].isConnected else { return connect(index) }
        switch dice.below(4) {
        case 0: letRead(index, dice.below(6))
        case 1: letRead(index, nil)
        case 2: cut(index)
        default: break
        }
    }

    /// The disk fails, is full, or is well again.
    private func spoil() {
        switch dice.below(4) {
        case 0:
            note("the disk is full")
            disk.fail(.full, after: dice.below(20))
        case 1:
            note("the disk fails")
            disk.fail(.io, after: dice.below(20), count: 1 + dice.below(30))
        default:
            note("the disk is well")
            return disk.heal()
        }
        counts.diskFailures += 1
        hasFailed = true
        hasEverFailed = true
    }

    func note(_ text: @autoclosure () -> String) {
        // Folders have other names each time.
        let text = text().replacing(disk.folder, with: "")
        scheduler.note(text)
        if isTold { print("\(scheduler.jobs): \(text)") }
    }

    func fail(_ text: String) {
        note("WRONG: \(text)")
        wrong.append(text)
    }

    // MARK: The house

    /// Draws what there is, and starts it.
    func build() {
        limits.reportLog = 4 + dice.below(40)
        limits.snapshotBytes = 200 + dice.below(4_096)
        limits.reportBytes = 1_000 + dice.below(8_192)
        limits.queuedReports = 1 + dice.below(16)
        limits.queuedReportBytes = 8_000 + dice.below(60_000)
        limits.dirtyPaths = 3 + dice.below(40)
        limits.idempotencyTime = .seconds(864_000)
        writeHighMark = 512 + dice.below(8_192)
        let lamps = 1 + dice.below(3)
        for index in 0..<(1 + dice.below(3)) {
            editors.append(Editor())
            providers.append(TestProvider([]))
            for lamp in 0..<lamps {
                let id = "lamp-\(index)-\(lamp)"
                editors[index].devices.append(id)
                ledger.know("name/" + id, id)
                ledger.know("place/" + id, "")
                // Values are stored a moment after the lamp.
                ledger.know("value/" + id, "", "0")
            }
        }
        start()
    }

    /// What a provider has: its lamps, and the first a lock as well. Values are those that the hub gives back to it.
    private func descriptions(of provider: Int, _ stored: ClientView) -> [DeviceDescription] {
        var devices = editors[provider].devices.map { TestProvider.lamp($0, name: $0) }
        if provider == 0 { devices.append(TestProvider.lock("lock", name: "lock")) }
        for index in devices.indices {
            let id = devices[index].id
            for (endpoint, description) in devices[index].endpoints.enumerated() {
                for (trait, instance) in description.traits.enumerated() {
                    let path = TraitPath(TraitTarget(deviceID: id, endpoint: description.id), instance.descriptor.id)
                    guard let values = stored.states[path] else { continue }
                    devices[index].endpoints[endpoint].traits[trait].attributes.fields.merge(values.fields) { $1 }
                }
            }
        }
        return devices
    }

    // MARK: The hub

    private static let traits = [TestProvider.onOff, TestProvider.doorLock]

    /// Starts the hub on what is on the disk.
    func start(providing: Bool = true) {
        guard phase == .down else { return }
        note("start")
        phase = .starting
        number += 1
        hasFailed = disk.isFailing
        let number = number
        clock = SimulatedClock(sinceEpoch: clock.sinceEpoch)
        let (path, clock) = (disk.path, clock)
        Task {
            do {
                let store = try await HomeStore.open(
                    path: path, on: SimulatedExecutor(scheduler), now: clock.sinceEpoch, makeID: { "the-hub" })
                openStores.append(store)
                let loaded = try await store.load()
                try await start(store, loaded.formerEpochs, clock, number, providing: providing)
            } catch {
                guard self.number == number else { return }
                note("the start failed: \(error)")
                if !hasFailed { fail("the hub does not start: \(error)") }
                await closeStores()
                if self.number == number { phase = .down }
            }
        }
    }

    private func start(
        _ store: HomeStore, _ formerEpochs: [FormerEpoch], _ clock: SimulatedClock, _ number: Int, providing: Bool
    ) async throws {
        let ids = Numbers("id-\(number)-")
        let hub = Hub(
            store: store, traits: Self.traits, information: Hub.Information(version: "1", schemaFingerprint: ""),
            clock: clock, limits: limits, makeID: { ids.next() })
        try await hub.start()
        guard self.number == number else { return }
        if home.isEmpty {
            home = hub.cells.first?.id ?? ""
            ledger.know("structure/" + home, "Home")
        }
        var options = RPCServer.Options()
        options.writeHighMark = writeHighMark
        let server = RPCServer(router: RPCRouter(), options: options)
        hub.serve(on: server)
        let client = Hearth_V1_HomeClient(RPCClient(transport: InProcessTransport(server: server)))
        run = Run(
            hub: hub, server: server, client: client, formerEpochs: formerEpochs,
            providers: providers.map { _ in .away })
        phase = .up
        note("started, epoch \(hub.cells.first?.read { $0.epoch } ?? 0)")
        check("after a start")
        guard providing else { return }
        for index in providers.indices where self.number == number { await attach(index) }
    }

    /// Everything that was told to callers is so in the hub, whose devices are known.
    func check(_ moment: String) {
        guard let run else { return }
        let truth = run.hub.truth()
        // Before the first start of their provider there are no devices.
        guard ledger.present("name").allSatisfy({ truth.devices[$0] != nil }) else { return }
        for text in ledger.contradictions(in: truth) { fail("\(moment): \(text)") }
    }

    func attach(_ index: Int) async {
        guard phase == .up, let run, case .away = run.providers[index] else { return }
        let number = number
        let provider = TestProvider(descriptions(of: index, run.hub.truth()))
        providers[index] = provider
        self.run?.providers[index] = .coming
        note("provider \(index) comes")
        do {
            let handle = try await run.hub.attach(provider)
            if self.number == number { self.run?.providers[index] = .there(handle) }
        } catch {
            note("provider \(index) failed: \(error)")
            if self.number == number { self.run?.providers[index] = .away }
        }
    }

    func detach(_ index: Int) {
        guard phase == .up, let run, case .there(let handle) = run.providers[index] else { return }
        note("provider \(index) goes")
        self.run?.providers[index] = .going
        let number = number
        Task {
            await run.hub.detach(handle)
            if self.number == number { self.run?.providers[index] = .away }
        }
    }

    /// Ends the hub as its owner does.
    func end() {
        guard phase == .up, let run else { return }
        note("end")
        counts.ends += 1
        phase = .ending
        let number = number
        Task {
            do {
                try await run.hub.shutdown()
            } catch {
                note("the end failed: \(error)")
                if !hasFailed, self.number == number { fail("the hub does not end: \(error)") }
            }
            guard self.number == number else { return }
            hangUp()
            await closeStores()
            guard self.number == number else { return }
            phase = .down
        }
    }

    /// Ends the hub as a kill does, or a power failure: after some of its disk's operations.
    func kill(after operations: Int, losingPower chance: UInt64?) throws {
        note("kill after \(operations) of \(disk.operations), power lost: \(chance != nil)")
        counts.kills += 1
        number += 1
        phase = .down
        clock.stop()
        hangUp()
        let left = try disk.left(after: operations, losingPower: chance)
        formerDisks.append(disk)
        disk.heal()
        disk = left
        let stores = openStores
        openStores = []
        Task { for store in stores { try? await store.close(clean: false) } }
    }

    func closeStores() async {
        let stores = openStores
        openStores = []
        for store in stores { try? await store.close(clean: false) }
    }

    /// All calls to the hub end.
    private func hangUp() {
        run = nil
        for index in clients.indices { cut(index) }
        for index in editors.indices where editors[index].isUnderWay {
            editors[index].attempt += 1
            editors[index].isUnderWay = false
        }
    }
}

/// Identities in the order they were made.
private final class Numbers: Sendable {
    private let prefix: String
    private let last = Mutex(0)
    init(_ prefix: String) { self.prefix = prefix }
    func next() -> String {
        prefix
            + String(
                last.withLock { last in
                    last += 1
                    return last
                })
    }
}
