internal import HearthBase
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct HomeDirectoryTests {
    private let clock = ManualClock()
    private let directory: HomeDirectory
    private let cell: StructureCell
    private let owner = IgnoringOwner()
    private let port: ProviderPort

    /// Ids that are taken in part: "s", "lamp", then "new".
    private final class IDs: Sendable {
        private let rest = Mutex(["new", "lamp", "s"])
        func next() -> String { rest.withLock { $0.popLast() ?? "none" } }
    }

    init() {
        let ids = IDs()
        directory = HomeDirectory(clock: clock, traits: TraitTable([TestProvider.onOff])) { ids.next() }
        let lamp = TestBridge.record(TestProvider.lamp("lamp", name: "Lamp"))
        cell = StructureCell(
            StructureState(id: "s", name: "Home", epoch: 3, devices: [lamp]), limits: HubLimits(), clock: clock)
        port = ProviderPort(id: 1, providerID: "", structureID: nil, provider: TestProvider(lamps: 1), owner: owner)
        directory.load(
            hubID: "h", epoch: 3, cells: [cell], removedDevices: ["old"], primaries: ["ada": "gone", "bo": "s"])
    }

    private var lamp: DeviceRecord { TestBridge.record(TestProvider.lamp("lamp", name: "Lamp")) }

    @Test func runBeginsAndEndsOnce() {
        expect(throws: HubError.self) { try directory.checkRunning() }
        expect(!directory.end())
        expect(directory.begin())
        expect(!directory.begin())
        expect(directory.isRunning)
        expect(throws: Never.self) { try directory.checkRunning() }
        expect(directory.end())
        expect(!directory.end())
        expect(!directory.isRunning)
        expect(!directory.begin())
        expect(throws: HubError.self) { try directory.checkRunning() }
    }

    @Test func storedDevicesHaveNoProvider() {
        expect(directory.hubID == "h" && directory.epoch == 3 && directory.cells.map(\.id) == ["s"])
        expect(directory.entry(of: "lamp")?.cell === cell)
        expectNil(directory.entry(of: "lamp")?.port)
        expect(directory.isRemoved("old"))
        expect(!directory.isRemoved("lamp"))
    }

    @Test func newIDIsNoObjects() { expect(directory.newID(), equals: "new") }

    @Test func actionsWaitForAProviderOnce() {
        let action = OneShot<Bool>()
        expectNil(directory.awaitProvider(of: "none", action, patience: .seconds(10)))
        expectNil(directory.awaitProvider(of: "lamp", action, patience: .zero))
        expect(directory.awaitProvider(of: "lamp", action, patience: .seconds(10)) != nil)
        let awaiting = directory.put([lamp], removing: [], in: cell, by: port)
        expect(awaiting.count, equals: 1)
        expect(awaiting.first === action)
        expect(directory.put([lamp], removing: [], in: cell, by: port).isEmpty)
        expectNil(directory.awaitProvider(of: "lamp", action, patience: .seconds(10)))
    }

    @Test func providerGoesOnceWithAllItsDevices() {
        _ = directory.put([lamp], removing: [], in: cell, by: port)
        expect(directory.countDevices(of: port, without: []), equals: 1)
        expect(directory.countDevices(of: port, without: ["lamp"]), equals: 0)
        expect(Array(directory.takeDevices(from: port).keys), equals: ["lamp"])
        expect(directory.takeDevices(from: port).isEmpty)
        expectNil(directory.takePort(ofDevice: "lamp"))
        expect(directory.entry(of: "lamp")?.cell === cell)
    }

    @Test func aDeviceCountsForItsLastProviderOnly() {
        let other = ProviderPort(
            id: 2, providerID: "", structureID: nil, provider: TestProvider(lamps: 1), owner: owner)
        _ = directory.put([lamp], removing: [], in: cell, by: port)
        _ = directory.put([lamp], removing: [], in: cell, by: other)
        expect(directory.countDevices(of: port, without: []), equals: 0)
        expect(directory.countDevices(of: other, without: ["none"]), equals: 1)
        expect(directory.takeDevices(from: port).isEmpty)
        expect(directory.takePort(ofDevice: "lamp") === other)
        expect(directory.countDevices(of: other, without: []), equals: 0)
        _ = directory.put([lamp], removing: [], in: cell, by: other)
        directory.remove(cell, markingRemoved: [])
        expect(directory.countDevices(of: other, without: []), equals: 0)
        expectNil(directory.structure("s"))
    }

    @Test func removedDevicesAreMarkedUntilTheyMayReturn() {
        directory.forgetDevices(["lamp"], markingRemoved: ["lamp"])
        expect(directory.entry(of: "lamp") == nil && directory.removedDevices == ["old", "lamp"])
        directory.unmarkRemoved(["lamp"])
        expect(directory.removedDevices, equals: ["old"])
    }

    @Test func structureTakesItsDevicesAndPrimaryPlaces() {
        directory.remove(cell, markingRemoved: ["lamp"])
        expect(directory.cells.isEmpty)
        expectNil(directory.entry(of: "lamp"))
        expect(directory.isRemoved("lamp"))
        expectNil(directory.chosenPrimary(of: "bo"))
        expect(directory.chosenPrimary(of: "ada"), equals: "gone")
    }
}
