@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
@testable internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Synchronization

// The hub's starts, ends and kills, and its providers.
extension Simulation {
    private static let traits = [TestProvider.onOff, TestProvider.doorLock]

    /// Starts the hub with the contents of the disk.
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
        hub.background.use(scheduler.tasks)
        try await hub.start()
        guard self.number == number else { return }
        if home.isEmpty {
            home = hub.directory.cells.first?.id ?? ""
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
        maker?.reach(server)
        note("started, epoch \(hub.directory.cells.first?.read { $0.epoch } ?? 0)")
        check("after a start")
        guard providing else { return }
        for index in providers.indices where self.number == number { await attach(index) }
    }

    /// Everything that callers were told holds in the hub, whose devices are known.
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
        let provider = SimulatedProvider(descriptions(of: index, run.hub.truth()))
        forgetProvider(index)
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

    /// Stops watching a provider.
    func forgetProvider(_ index: Int) {
        for order in providers[index].given { orders[order, default: 0] += 1 }
        providers[index] = SimulatedProvider([])
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

    /// Shuts the hub down as its owner does.
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

    /// Ends the hub by a crash or a power failure after some of its disk's operations.
    func kill(after operations: Int, losingPower chance: UInt64?) throws {
        note("kill after \(operations) of \(disk.operations), power lost: \(chance != nil)")
        counts.kills += 1
        noteEarlyReleases()
        number += 1
        phase = .down
        clock.stop()
        for index in providers.indices { forgetProvider(index) }
        if chance != nil { hasLostPower = true }
        hangUp()
        let left = try disk.left(after: operations, losingPower: chance)
        formerDisks.append(disk)
        disk.heal()
        disk = left
        let stores = openStores
        openStores = []
        Task { for store in stores { try? await store.close(clean: false) } }
    }

    /// Notes whether the present run sent reports before they were saved.
    func noteEarlyReleases() {
        guard let run, run.hub.directory.cells.contains(where: { $0.releasedEarly > 0 }) else { return }
        hasReleasedEarly = true
    }

    func closeStores() async {
        let stores = openStores
        openStores = []
        for store in stores { try? await store.close(clean: false) }
    }

    /// All calls to the hub end.
    private func hangUp() {
        run = nil
        maker?.reach(nil)
        for index in clients.indices { cut(index) }
        for index in editors.indices where editors[index].isUnderWay {
            editors[index].attempt += 1
            editors[index].isUnderWay = false
        }
    }
}

/// Ids in the order in which they were made.
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
