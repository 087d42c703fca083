internal import HearthBase
@testable internal import HearthHomeState
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

/// Reports about a bridge, applied to a structure's state.
@Suite struct BridgeStateTests {
    private let now = Duration.seconds(1_000)
    private let remote = SourceConnectivity(connectivityState: .online, dataSourceLocality: .localPeer)

    private func state(_ lamps: [TestBridge.Lamp] = [.init(endpoint: 2), .init(endpoint: 3)]) -> StructureState {
        let split = BridgeSplit(TestBridge.record(TestBridge.device(lamps)))
        return StructureState(id: "s", name: "Home", epoch: 1, devices: [split.bridge] + split.devices)
    }

    private func key(_ endpoint: UInt16, _ trait: TraitDescriptor = TestBridge.onOff) -> TraitKey {
        TraitKey(endpoint: endpoint, traitID: trait.id)
    }

    private func change(
        _ values: [TraitKey: StructureValue], connectivity: SourceConnectivity? = nil
    ) -> DeviceChange {
        DeviceChange(deviceID: "bridge", attributes: values, connectivity: connectivity, cause: .client("me"))
    }

    private func connectivity(_ state: StructureState) -> [ConnectivityState] {
        state.orderedDevices.map(\.connectivity.connectivityState)
    }

    private func devices(_ report: ReportRecord?) -> [String] {
        report?.objects.map { object in
            switch object {
            case .device(let device): device.id
            case .removedDeviceID(let id): "-" + id
            default: "?"
            }
        } ?? []
    }

    @Test func oneChangeIsOneReportForAllDevices() throws {
        var state = state()
        let made = state.apply(
            change([key(1): [0: .bool(true)], key(2): [0: .bool(true)], key(3): [0: .bool(true)]]), at: now)
        let report = try require(made)
        expect(
            Set(report.states.map(\.path)),
            equals: [TestBridge.onOff("bridge", 1), TestBridge.onOff("bridge/2", 2), TestBridge.onOff("bridge/3", 3)])
        expect(report.position.sequence, equals: 1)
        expect(report.cause, equals: .client("me"))
        expect(report.objects.isEmpty)
        let one = state.apply(change([key(3): [0: .bool(false)]]), at: now)
        expect(one?.states.map(\.path), equals: [TestBridge.onOff("bridge/3", 3)])
        let none = state.apply(change([key(9): [0: .bool(false)]]), at: now)
        expectNil(none)
    }

    @Test func eventsBelongToTheBridgedDevice() {
        var state = state()
        let gone = DeviceChange.EventOccurrence(
            endpoint: 2, traitID: TestBridge.information.id, eventID: 3, fields: [0: .bool(false)])
        var told = change([key(2, TestBridge.information): [0x11: .bool(false)]])
        told.events = [gone]
        let report = state.apply(told, at: now)
        expect(report?.events.map(\.path), equals: [TestBridge.information("bridge/2", 2)])
        expect(devices(report), equals: ["bridge/2"])
        expect(connectivity(state), equals: [.online, .offline, .online])
        expect(report?.states.allSatisfy { $0.connectivity == .offline }, equals: true)
        expect(report?.states.count, equals: 2)
    }

    @Test func deviceIsReachableIfItsBridgeIsAndReachesIt() {
        var state = state([.init(endpoint: 2), .init(endpoint: 3, isReachable: false)])
        expect(connectivity(state), equals: [.online, .online, .offline])
        let away = state.apply(change([:], connectivity: .offline), at: now)
        expect(devices(away), equals: ["bridge", "bridge/2"])
        expect(connectivity(state), equals: [.offline, .offline, .offline])
        // The bridge finds it again, but is itself offline.
        let found = state.apply(change([key(3, TestBridge.information): [0x11: .bool(true)]]), at: now)
        expect(found?.objects.isEmpty == true && connectivity(state) == [.offline, .offline, .offline])
        let lost = state.apply(
            change([key(2, TestBridge.information): [0x11: .bool(false)]], connectivity: remote), at: now)
        expect(devices(lost), equals: ["bridge", "bridge/3"])
        expect(connectivity(state), equals: [.online, .offline, .online])
        expect(state.devices["bridge/3"]?.connectivity, equals: remote)
    }

    @Test func bytesAreCountedWhereverTheyAre() {
        var state = state()
        let told = change([key(2): [0x4001: .unsigned(9)], key(3, TestBridge.information): [0x5: .string("A name")]])
        let growth = state.growth(of: told)
        let before = state.deviceBytes[""] ?? 0
        _ = state.apply(told, at: now)
        expect(growth > 0 && state.deviceBytes[""] == before + growth)
        _ = state.removeDevice("bridge", .hub, at: now)
        expect(state.deviceBytes[""], equals: 0)
    }

    @Test func redescribedBridgeIsOneReport() throws {
        var state = state()
        let next = BridgeSplit(TestBridge.record(TestBridge.device([.init(endpoint: 3), .init(endpoint: 4)])))
        let made = state.put([next.bridge] + next.devices, removing: ["bridge/2"], .hub, at: now)
        expect(devices(made), equals: ["bridge/4", "-bridge/2"])
        expect(made?.states.allSatisfy { $0.path.target.deviceID == "bridge/4" }, equals: true)
        expect(state.orderedDevices.map(\.id), equals: ["bridge", "bridge/3", "bridge/4"])
        let removed = state.removeDevice("bridge", .hub, at: now)
        expect(devices(removed), equals: ["-bridge", "-bridge/3", "-bridge/4"])
        expect(state.devices.isEmpty)
    }
}
