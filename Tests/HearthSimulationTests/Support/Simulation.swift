@testable internal import HearthHub
internal import HearthRPC
@testable internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Synchronization

/// A house: a hub on its disk, providers, callers that edit and clients that watch. All of it runs on the thread of its
/// scheduler.
actor Simulation {
    /// A run of the hub's process, from its start to its end or crash.
    struct Run {
        var hub: Hub
        var server: RPCServer
        var client: Hearth_V1_HomeClient
        /// Of former epochs, up to where they are stored.
        var formerEpochs: [FormerEpoch]
        var providers: [Provider]
    }

    /// The state of a provider at the hub.
    enum Provider {
        case away, coming, going
        case there(ProviderHandle)
    }

    enum Phase {
        case down, starting, up, ending
    }

    /// A caller with one edit after the other, each until it is answered.
    struct Editor {
        var edit: Edit?
        var key = ""
        var isUnderWay = false
        /// Rises with each try; results of a former one are ignored.
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
    /// The disks of killed runs, which may still be closing their files.
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
    /// Whether some reports are too large to be sent whole.
    var hasLargeReports = false
    /// Whether the disk fails now and then.
    var mayDiskFail = false
    /// Whether the disk has failed at any time.
    var hasEverFailed = false
    /// Whether the hub sent reports before they were saved, because they came faster than the disk saved them.
    var hasReleasedEarly = false
    /// Whether every client at a stored position must receive everything after it: in half of all seeds to the end.
    var isStrict: Bool { !hasEverFailed && !hasLargeReports }

    var ledger = Ledger()
    var editors: [Editor] = []
    var names = 0
    var clients: [SimulatedClient] = []
    var providers: [SimulatedProvider] = []
    /// How often lamps were given each order.
    var orders: [UInt64: Int] = [:]
    /// The orders that were answered.
    var answeredOrders: Set<UInt64> = []
    /// Whether power has failed: unsynced notes of orders may be lost.
    var hasLostPower = false
    var maker: Maker?
    /// The clock of the maker's process.
    let makerClock = SimulatedClock(sinceEpoch: .seconds(1_800_000_000))
    var occurrences: UInt64 = 0
    /// The events of the maker's lock, in order.
    var makerOccurrences: [UInt64] = []
    /// The payload of each event, by its number.
    var payloads: [UInt64: [UInt8]] = [:]
    /// The violations found.
    var wrong: [String] = []
    var counts = Counts()

    /// Counts for the table of faults.
    struct Counts {
        var kills = 0
        var ends = 0
        var cuts = 0
        var diskFailures = 0
        var acknowledged = 0
        var messages = 0
        var events = 0
        var exactResumes = 0
        /// The structures whose watch had to be exact from its beginning.
        var checkedResumes = 0
        /// Whether the whole run was strict.
        var strictSeeds = 0
    }

    init(seed: UInt64, on scheduler: Scheduler, isTold: Bool) throws {
        self.seed = seed
        self.scheduler = scheduler
        self.isTold = isTold
        executor = SimulatedExecutor(scheduler)
        dice = Dice(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        disk = try SimulatedDisk()
        clock = SimulatedClock(sinceEpoch: .seconds(1_800_000_000))
    }

    func chance(_ one: Int, in all: Int) -> Bool { dice.below(all) < one }

    /// Does a random next step, while others are in flight.
    ///
    /// - Returns: Whether to kill the hub now.
    func act() -> Bool {
        let index = dice.below(editors.count)
        switch dice.below(100) {
        case ..<28: report(index)
        case ..<46: edit(index)
        case ..<49: useMaker()
        case 49: maker?.cut()
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
        makerClock.advance(to: makerClock.now + time)
    }

    /// Does something to a client.
    private func tend() {
        guard clients.count >= 4 || (!clients.isEmpty && chance(2, in: 3)) else { return addClient() }
        let index = dice.below(clients.count)
        guard clients[index].isConnected else { return connect(index) }
        switch dice.below(4) {
        case 0: letRead(index, dice.below(6))
        case 1: letRead(index, nil)
        case 2: cut(index)
        default: widen(index)
        }
    }

    /// Makes the disk fail, be full, or work again.
    private func spoil() {
        guard mayDiskFail else { return note("the disk stays well") }
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
        if isTold, wrong.isEmpty { note("the disk is kept as \(disk.kept())") }
        wrong.append(text)
    }

    // MARK: The house

    /// Draws the objects of the house, and starts it.
    func build() {
        limits.reportLog = 8 + dice.below(120)
        limits.snapshotBytes = 200 + dice.below(4_096)
        // Too large reports are split, and disconnected clients get a snapshot instead.
        hasLargeReports = chance(1, in: 5)
        mayDiskFail = chance(1, in: 2)
        limits.reportBytes = hasLargeReports ? 1_000 + dice.below(4_096) : 64_000
        limits.queuedReports = 1 + dice.below(16)
        limits.queuedReportBytes = 8_000 + dice.below(60_000)
        limits.dirtyPaths = 3 + dice.below(40)
        limits.idempotencyTime = .seconds(864_000)
        writeHighMark = 512 + dice.below(8_192)
        let lamps = 1 + dice.below(3)
        for index in 0..<(1 + dice.below(3)) {
            editors.append(Editor())
            providers.append(SimulatedProvider([]))
            for lamp in 0..<lamps {
                let id = "lamp-\(index)-\(lamp)"
                editors[index].devices.append(id)
                ledger.know("name/" + id, id)
                ledger.know("place/" + id, "")
                // The hub stores values a moment after the lamp has them.
                ledger.know("value/" + id, "", "0")
            }
        }
        start()
        guard chance(1, in: 2) else { return }
        do {
            maker = try Maker(clock: makerClock) { [weak self] in await self?.makerEnded($0) }
        } catch {
            fail("the maker's process does not start: \(error)")
        }
    }

    private func makerEnded(_ error: any Error) { fail("the maker's process ends: \(error)") }

    /// The devices of a provider: its lamps, and for the first a lock as well. Values are those that the hub returns to
    /// it.
    func descriptions(of provider: Int, _ stored: ClientView) -> [DeviceDescription] {
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
}
