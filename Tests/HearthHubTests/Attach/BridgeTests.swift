@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Bridges as clients see them: each bridged device is a device.
@Suite(.timeLimit(.minutes(5)))
struct BridgeTests {
    private static let desk = TestBridge.Lamp(endpoint: 2, label: "Desk", uniqueID: .string("a"))
    private static let shelf = TestBridge.Lamp(endpoint: 3, label: "Shelf", uniqueID: .string("b"))
    private static let strip = TestBridge.Lamp(endpoint: 4, product: "Strip", inner: [5, 6])
    private let deskLight = TestBridge.onOff("bridge/a", 2)

    private func provider(_ lamps: TestBridge.Lamp...) -> TestProvider {
        TestProvider([TestBridge.device(lamps, room: "Hall")])
    }

    private func attached(
        _ lamps: [TestBridge.Lamp] = [desk, shelf, strip], limits: HubLimits = HubLimits(), store: HomeStore? = nil
    ) async throws -> (test: TestHub, provider: TestProvider) {
        let test = try await TestHub(store: store, limits: limits)
        let provider = TestProvider([TestBridge.device(lamps, room: "Hall")])
        try await test.hub.attach(provider)
        return (test, provider)
    }

    @Test func bridgedDevicesAreListedWithAllTheirFacts() async throws {
        let (test, _) = try await attached()
        let list = try await test.home().list(Hearth_V1_ListRequest())
        expect(list.devices.map(\.id), equals: ["bridge", "bridge/4", "bridge/a", "bridge/b"])
        expect(list.devices.map(\.name), equals: ["Bridge", "Strip", "Desk", "Shelf"])
        expect(list.devices.map(\.bridgeID), equals: ["", "bridge", "bridge", "bridge"])
        expect(list.devices.map { $0.endpoints.map(\.id) }, equals: [[0, 1], [4, 5, 6], [2], [3]])
        expect(list.devices.map { $0.endpoints.first?.parent }, equals: [nil, nil, nil, nil])
        expect(Set(list.devices.map(\.roomID)), equals: Set(list.rooms.map(\.id)))
        expect(list.rooms.count, equals: 1)
        expect(list.devices[0].endpoints.flatMap(\.deviceTypes).map(\.id), equals: [0xE])
        let read = try await test.home().read(
            Hearth_V1_ReadRequest(filter: .init(deviceIDs: ["bridge/a"])))
        expect(Set(read.states.compactMap(\.target?.deviceID)), equals: ["bridge/a"])
        expect(read.states.count, equals: 2)
    }

    @Test func makersTypeNamesSurviveBridgeAndRestart() async throws {
        let store = try await HomeStore.inMemory()
        let test = try await TestHub(store: store)
        var bridge = TestBridge.device([Self.desk])
        bridge.endpoints[1].deviceTypes.append(
            .init(id: 0xFFF1_0007, revision: 1, isPrimary: false, name: "Radio\u{1B}[2J Gate"))
        bridge.endpoints[2].deviceTypes = [
            .init(id: 0xFFF1_0008, revision: 1, isPrimary: true, name: String(repeating: "n", count: 1_000)),
            .init(id: 0x100, revision: 3, isPrimary: false, name: "My Light"),
            .init(id: BridgeSplit.bridgedNode, revision: 3, isPrimary: false),
        ]
        try await test.hub.attach(TestProvider([bridge]))
        let expected = [["", "Radio[2J Gate"], [String(repeating: "n", count: 64), "", ""]]
        func names(_ test: TestHub) async throws -> [[String]] {
            try await test.home().list(Hearth_V1_ListRequest()).devices
                .map { $0.endpoints.flatMap(\.deviceTypes).map(\.name) }
        }
        try await expect(names(test), equals: expected)
        try await expect(names(try await TestHub(store: store)), equals: expected)
    }

    @Test func callsAndReportsPassThroughTheBridge() async throws {
        let (test, provider) = try await attached()
        var watcher = try await Watcher.atMarker(test)
        let answer = try await test.hub.invoke(deskLight, command: 1, as: owner)
        expect(provider.commands, equals: 1)
        expect(answer.position.sequence, equals: watcher.view.positions.values.first.map { $0.sequence + 1 })
        let wait = TestBridge.onOff("bridge/4", 6)
        let reading = try await test.hub.update(wait, [0x4001: .unsigned(70)], as: owner)
        expect(reading.attributes[0x4001], equals: .unsigned(70))
        provider.report(TestBridge.onOff("bridge", 3), [0: .bool(true)])
        try await watcher.settle(test, .init())
        expect(
            watcher.view.reports.flatMap(\.states).compactMap(\.target?.deviceID),
            equals: [
                "bridge/a", "bridge/4", "bridge/b",
            ])
        expect(watcher.view.states, equals: test.truth().states)
        // Each knows only its own endpoints, and the bridge's error says where the others are.
        let gone = await expect(throws: RPCError.self) {
            _ = try await test.hub.invoke(TestBridge.onOff("bridge", 2), command: 1, as: owner)
        }
        expect(gone?.message, equals: "endpoint 2 of Bridge is the device \"bridge/a\"; send it there")
        expect(throws: RPCError.self) { _ = try test.hub.read(TestBridge.onOff("bridge/a", 3), as: owner) }
    }

    @Test func refusalNamesTheBridgedDevice() async throws {
        let test = try await TestHub()
        var bridge = TestBridge.device([Self.desk])
        bridge.endpoints[2].traits.append(TestProvider.lock("", name: "").endpoints[1].traits[0])
        try await test.hub.attach(TestProvider([bridge]))
        let lock = TraitPath(deskLight.target, TestProvider.doorLock.id)
        let error = await expect(throws: RPCError.self) {
            _ = try await test.hub.invoke(
                lock, command: 1, [0: .octets([1])],
                as: Caller(.owner, clientID: "test", timeLimit: .seconds(60)))
        }
        expect(error?.traitError?.target, equals: deskLight.target)
        expect(error?.traitError?.clusterStatus, equals: 3)
    }

    @Test func onlyADeviceLostByTheBridgeIsOffline() async throws {
        let (test, provider) = try await attached()
        provider.report(TestBridge.information("bridge", 2), [0x11: .bool(false)])
        await expect(refused: .unavailable, saying: "Desk (bridge/a) is offline", throws: RPCError.self) {
            _ = try await test.hub.invoke(deskLight, command: 1, as: owner)
        }
        _ = try await test.hub.invoke(TestBridge.onOff("bridge/b", 3), command: 1, as: owner)
        provider.report(TestBridge.information("bridge", 2), [0x11: .bool(true)])
        _ = try await test.hub.invoke(deskLight, command: 1, as: owner)
        provider.reportConnectivity(of: "bridge", isOnline: false)
        expect(test.truth().devices.values.allSatisfy { $0.connectivity?.state == .offline })
    }

    @Test func bridgedDeviceIsRenamedAndMovedAlone() async throws {
        let (test, provider) = try await attached()
        let attic = try await test.hub.createRoom(name: "Attic", in: test.structureID, as: owner).room.id
        let changed = try await test.hub.updateDevice("bridge/a", name: "Reading Lamp", roomID: attic, as: owner)
        expect(changed.device.bridgeID, equals: "bridge")
        // Neither a new description nor a new label replaces a name that a person gave.
        try await provider.bring([
            TestBridge.device([
                .init(endpoint: 9, label: "Table", uniqueID: .string("a")),
                .init(endpoint: 3, label: "Board", uniqueID: .string("b")),
            ])
        ])
        let devices = test.truth().devices
        expect(Set(devices.keys), equals: ["bridge", "bridge/a", "bridge/b"])
        expect(devices["bridge/a"]?.name == "Reading Lamp" && devices["bridge/a"]?.roomID == attic)
        expect(devices["bridge/a"]?.endpoints.map(\.id), equals: [9])
        expect(devices["bridge/b"]?.name == "Board" && devices["bridge/b"]?.roomID == devices["bridge"]?.roomID)
        _ = try await test.hub.invoke(TestBridge.onOff("bridge/a", 9), command: 1, as: owner)
        await expect(refused: .alreadyExists, throws: HubError.self) {
            _ = try await test.hub.updateDevice("bridge/b", name: "reading lamp", as: owner)
        }
    }

    @Test func onlyTheBridgeIsRemovableWithItsDevices() async throws {
        let (test, provider) = try await attached()
        var watcher = try await Watcher.atMarker(test)
        await expect(refused: .failedPrecondition, saying: "the bridge \"Bridge\" (bridge)") {
            _ = try await test.home().removeDevice(.init(deviceID: "bridge/a"))
        }
        try await provider.remove(["bridge/a"])
        expect(test.truth().devices.count, equals: 4)
        let answer = try await test.home().removeDevice(.init(deviceID: "bridge"))
        expect(answer.deviceIDs, equals: ["bridge", "bridge/4", "bridge/a", "bridge/b"])
        expect(test.truth().devices.isEmpty)
        try await expect(test.store.load().devices.isEmpty)
        try await watcher.settle(test, .init())
        expect(watcher.view.devices.isEmpty)
        expect(watcher.view.reports.last?.objects.count, equals: 4)
        // A removed device of the hub stays away, and so do its bridged devices.
        let second = try await TestHub(store: test.store)
        try await second.hub.attach(self.provider(Self.desk))
        expect(second.truth().devices.isEmpty)
    }

    @Test func providerRemovesTheBridgeWithItsDevices() async throws {
        let (test, provider) = try await attached()
        try await provider.remove(["bridge"])
        expect(test.truth().devices.isEmpty)
        expect(!test.hub.directory.hasDevice("bridge/a", for: .owner))
    }

    @Test func redescribedBridgeAddsAndRemovesTheDifference() async throws {
        let (test, provider) = try await attached([Self.desk, Self.shelf])
        var watcher = try await Watcher.atMarker(test)
        try await provider.bring([TestBridge.device([Self.shelf, Self.strip])])
        try await watcher.settle(test, .init())
        let changes = watcher.view.reports.flatMap(\.objects).map(\.change)
        expect(
            changes.map { change in
                switch change {
                case .device(let device): device.id
                case .removedDeviceID(let id): "-" + id
                default: "?"
                }
            }, equals: ["bridge/4", "-bridge/a"])
        expect(watcher.view.devices, equals: test.truth().devices)
        expect(watcher.view.states, equals: test.truth().states)
        try await expect(test.store.load().devices.map(\.id), equals: ["bridge", "bridge/b", "bridge/4"])
        expect(!test.hub.directory.hasDevice("bridge/a", for: .owner))
    }

    // MARK: Over a restart

    @Test func bridgedFactsSurviveRestartsAndAbsence() async throws {
        let store = try await HomeStore.inMemory()
        let (first, _) = try await attached(store: store)
        let attic = try await first.hub.createRoom(name: "Attic", in: first.structureID, as: owner).room.id
        _ = try await first.hub.updateDevice("bridge/b", name: "Star", roomID: attic, as: owner)
        _ = try await first.hub.invoke(deskLight, command: 1, as: owner)
        await first.clock.advance(by: .seconds(1))

        let second = try await TestHub(store: store)
        let devices = second.truth().devices
        expect(devices.mapValues(\.endpoints), equals: first.truth().devices.mapValues(\.endpoints))
        expect(devices.values.allSatisfy { $0.connectivity?.state == .offline })
        expect(devices["bridge/b"]?.name == "Star" && devices["bridge/b"]?.bridgeID == "bridge")
        try expect(second.hub.read(deskLight, as: owner).attributes[0], equals: .bool(true))
        await expect(refused: .failedPrecondition, throws: HubError.self) {
            _ = try await second.hub.removeDevice("bridge/b", as: owner)
        }
        let again = self.provider(Self.desk, Self.shelf)
        try await second.hub.attach(again)
        // The provider gets its values back under the bridge's id.
        expect(again.stored.values[TestBridge.onOff("bridge", 2)]?[0], equals: .bool(true))
        expect(again.stored.values.keys.allSatisfy { $0.target.deviceID == "bridge" })

        let third = try await TestHub(store: store)
        expect(Set(third.truth().devices.keys), equals: ["bridge", "bridge/a", "bridge/b"])
        expect(third.truth().devices["bridge/b"]?.name == "Star" && third.truth().devices["bridge/b"]?.roomID == attic)
    }

    // MARK: Makers' processes

    @Test func aMakersProcessKnowsTheBridgeOnly() async throws {
        let test = try await TestHub()
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello()
        let bridge = Hearth_V1_ProvidedDevice(
            device: Hearth_V1_Device(
                id: "hue", name: "Hue",
                endpoints: [
                    .init(id: 0),
                    .init(
                        id: 7, parent: 0, deviceTypes: [.init(id: 0x13)],
                        traits: [.init(id: TestBridge.onOff.id, name: "")]),
                ], bridgeID: "ignored"))
        try await expect(remote.bring([bridge]).code, equals: 0)
        expect(Set(test.truth().devices.keys), equals: ["hue", "hue/7"])
        async let answer = test.hub.invoke(TestBridge.onOff("hue/7", 7), command: 1, as: owner)
        let invoke = try await remote.nextCommand()
        expect(invoke.target, equals: .init(deviceID: "hue", endpoint: 7))
        try await remote.send(
            .report(
                .init(
                    deviceID: "hue",
                    states: [
                        .init(
                            target: .init(deviceID: "hue", endpoint: 7), traitID: 6,
                            attributes: .init(
                                typeName: TestBridge.onOff.attributesTypeName,
                                value: TestBridge.onOff.encodeAttributes([0: .bool(true)])))
                    ])))
        try await remote.answer(invoke, status: .init())
        _ = try await answer
        try expect(test.hub.read(TestBridge.onOff("hue/7", 7), as: owner).attributes[0], equals: .bool(true))
        // It never added this one.
        try await remote.send(.report(.init(deviceID: "hue/7")))
        await expect(remote.end()?.code, equals: .invalidArgument)
        try expect(
            test.hub.read(TestBridge.onOff("hue/7", 7), as: owner).connectivity.connectivityState, equals: .offline)
    }

    @Test func inProcessReportForABridgedDeviceIsIgnored() async throws {
        let (test, provider) = try await attached()
        provider.report(deskLight, [0: .bool(true)])
        provider.reportConnectivity(of: "bridge/a", isOnline: false)
        try expect(test.hub.read(deskLight, as: owner).attributes[0], equals: .bool(false))
        expect(test.truth().devices["bridge/a"]?.connectivity?.state, equals: .online)
        expect(test.notices.all.count, equals: 2)
    }

    // MARK: Limits and collisions

    @Test func bridgedDevicesCountAsDevices() async throws {
        var limits = HubLimits()
        limits.devicesPerProvider = 3
        let (test, provider) = try await attached([Self.desk, Self.shelf], limits: limits)
        await expect(refused: .resourceExhausted, throws: HubError.self) {
            try await provider.bring([TestBridge.device([Self.desk, Self.shelf, Self.strip])])
        }
        expect(test.truth().devices.count, equals: 3)
        // One goes, another comes.
        try await provider.bring([TestBridge.device([Self.desk, Self.strip])])
        expect(Set(test.truth().devices.keys), equals: ["bridge", "bridge/a", "bridge/4"])
    }

    /// As many nested Bridged Nodes as a description may have, with hostile ids.
    @Test func aHostileBridgeIsDividedLikeAnyOther() async throws {
        let test = try await TestHub()
        let ids: [TraitValue] = [
            .string("same"), .string("\u{1B}]0;x\u{7}"), .string(String(repeating: "long", count: 20_000)), .null,
            .string("3"), .string("a/b"), .string("\u{202E}abc"), .octets([0xFF]),
        ]
        let lamps = (2...255).map { (endpoint: UInt16) in
            TestBridge.Lamp(
                endpoint: endpoint, parent: endpoint - 1, label: "\u{7}", uniqueID: ids[Int(endpoint) % ids.count])
        }
        let provider = TestProvider([TestBridge.device(lamps)])
        try await test.hub.attach(provider)
        let devices = test.truth().devices
        expect(devices.count, equals: 255)
        expect(devices.values.allSatisfy { $0.id == "bridge" || $0.endpoints.count == 1 })
        expect(devices.keys.allSatisfy { !$0.controlsText && $0.utf8.count <= 255 })
        expect(devices.values.allSatisfy { !$0.name.isEmpty && !$0.name.controlsText })
        try await provider.bring([TestBridge.device(lamps.reversed())])
        expect(Set(test.truth().devices.keys), equals: Set(devices.keys))
        try await provider.bring([TestBridge.device([])])
        expect(Set(test.truth().devices.keys), equals: ["bridge"])
        var ring = TestBridge.device([.init(endpoint: 2, parent: 3), .init(endpoint: 3, parent: 2)])
        ring.endpoints[2].deviceTypes = []
        await expect(refused: .invalidArgument, throws: HubError.self) { try await provider.bring([ring]) }
    }

    @Test func anIDIsNeverTakenFromAnotherDevice() async throws {
        let (test, provider) = try await attached([Self.desk])
        func refusal(_ devices: [DeviceDescription], _ provider: TestProvider) async -> HubError? {
            await expect(throws: HubError.self) { try await provider.bring(devices) }
        }
        let lamp = TestProvider.lamp("bridge/a", name: "Lamp")
        await expect(refusal([lamp], provider)?.code, equals: .alreadyExists)
        let shared = [TestProvider.lamp("bridge/b", name: "Lamp"), TestBridge.device([Self.shelf])]
        await expect(refusal(shared, provider)?.code, equals: .invalidArgument)
        try await provider.bring([TestProvider.lamp("bridge/b", name: "Lamp")])
        await expect(refusal([TestBridge.device([Self.desk, Self.shelf])], provider)?.code, equals: .alreadyExists)
        let other = TestProvider([])
        try await test.hub.attach(other)
        await expect(refusal([lamp], other)?.code, equals: .alreadyExists)
        let long = String(repeating: "x", count: 254)
        await expect(refusal([TestBridge.device([Self.desk], id: long)], provider)?.code, equals: .invalidArgument)
        expect(Set(test.truth().devices.keys), equals: ["bridge", "bridge/a", "bridge/b"])
        expect(test.truth().devices["bridge/a"]?.bridgeID, equals: "bridge")
    }
}
