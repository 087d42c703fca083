@testable internal import HearthHomeState
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

@Suite struct BridgeSplitTests {
    private func split(_ lamps: [TestBridge.Lamp]) -> BridgeSplit {
        BridgeSplit(TestBridge.record(TestBridge.device(lamps)))
    }

    @Test func bridgedNodesBecomeDevicesWithTheirEndpoints() throws {
        let split = split([
            .init(endpoint: 2, label: "Desk", uniqueID: .string("00:17:88")), .init(endpoint: 5, inner: [6, 7]),
        ])
        expect(split.bridge.endpoints.map(\.id), equals: [0, 1])
        expect(split.bridge.traits.keys.map(\.endpoint), equals: [1])
        expect(split.bridge.bridged, equals: [2: "bridge/00:17:88", 5: "bridge/5", 6: "bridge/5", 7: "bridge/5"])
        expectNil(split.bridge.bridgeID)
        expect(split.bridge.isNameGiven)
        expect(split.devices.map(\.id), equals: ["bridge/00:17:88", "bridge/5"])
        let strip = try require(split.devices.last)
        expect(strip.endpoints.map(\.id) == [5, 6, 7] && strip.endpoints.map(\.parent) == [nil, 5, 5])
        expect(Set(strip.traits.keys.map(\.endpoint)), equals: [5, 6, 7])
        expect(strip.bridgeID, equals: "bridge")
        expect(strip.roomID, equals: "hall")
        expect(strip.isMatterDevice)
        expect(!strip.isNameGiven)
        expect(strip.providerTarget(6), equals: TraitTarget(deviceID: "bridge", endpoint: 6))
        expect(split.bridge.providerTarget(1), equals: TraitTarget(deviceID: "bridge", endpoint: 1))
    }

    @Test func deviceWithoutBridgedNodesStaysWhole() {
        for device in [TestBridge.device([]), TestProvider.lamp("lamp", name: "Lamp")] {
            let whole = TestBridge.record(device)
            let split = BridgeSplit(whole)
            expect(split.devices.isEmpty)
            expect(split.bridge.endpoints, equals: whole.endpoints)
            expect(split.bridge.traits.count, equals: whole.traits.count)
            expect(split.bridge.bridged.isEmpty)
        }
    }

    /// The label on the bridge, else the product's name, else the bridge's name with a number.
    @Test func names() {
        let split = split([
            .init(endpoint: 2, label: "Desk", product: "Bulb"), .init(endpoint: 3, label: "", product: "Bulb"),
            .init(endpoint: 4), .init(endpoint: 5, label: "\u{1B}[31m Red \u{202E}"),
            .init(endpoint: 6, label: "\u{200B}"), .init(endpoint: 7, label: " \t", product: "Bulb"),
        ])
        expect(split.devices.map(\.name), equals: ["Desk", "Bulb", "Bridge 4", "[31m Red", "Bridge 6", "Bulb"])
        let long = TestBridge.device([.init(endpoint: 255)], name: String(repeating: "b", count: NameRules.maxLength))
        let name = BridgeSplit(TestBridge.record(long)).devices.first?.name
        expect(name?.hasSuffix("b 255"), equals: true)
        expect((name?.count ?? 0), isAtMost: NameRules.maxLength)
    }

    @Test func unreachableBridgedNodeIsOffline() {
        let split = split([.init(endpoint: 2), .init(endpoint: 3, isReachable: false)])
        expect(split.devices.map(\.connectivity.connectivityState), equals: [.online, .offline])
    }

    /// An id that can't identify a device leaves the endpoint number as its id.
    @Test(
        arguments: [
            .string(""), .string("  "), .string("a\nb"), .string("a\u{202E}b"),
            .string(String(repeating: "x", count: 33)),
            .string(String(repeating: "é", count: 17)), .null, .unsigned(7),
        ] as [TraitValue])
    func uselessUniqueIDs(_ id: TraitValue) {
        expect(split([.init(endpoint: 9, uniqueID: id)]).devices.map(\.id), equals: ["bridge/9"])
    }

    @Test func noTwoDevicesHaveTheSameIDWhateverTheBridgeSays() {
        let split = split([
            .init(endpoint: 2, uniqueID: .string("a")), .init(endpoint: 3, uniqueID: .string("a")),
            .init(endpoint: 4, uniqueID: .string("5")), .init(endpoint: 5),
            .init(endpoint: 6, uniqueID: .string("id-5")),
            .init(endpoint: 7, uniqueID: .string("e\u{301}")), .init(endpoint: 8, uniqueID: .string("\u{E9}")),
        ])
        expect(
            split.devices.map(\.id),
            equals: ["bridge/a", "bridge/3", "bridge/id-5", "bridge/5", "bridge/6", "bridge/e\u{301}", "bridge/8"])
    }

    @Test func idStaysWhenItsEndpointChanges() {
        let first = split([.init(endpoint: 2, uniqueID: .string("a")), .init(endpoint: 3, uniqueID: .string("b"))])
        let second = split([.init(endpoint: 8, uniqueID: .string("b")), .init(endpoint: 9, uniqueID: .string("a"))])
        expect(Set(first.devices.map(\.id)), equals: Set(second.devices.map(\.id)))
    }

    // MARK: Odd descriptions

    @Test func nestedBridgedNodeIsBehindTheSameBridge() {
        let split = split([
            .init(endpoint: 2), .init(endpoint: 3, parent: 2, inner: [6]), .init(endpoint: 4, parent: 3),
        ])
        expect(split.devices.map(\.id), equals: ["bridge/2", "bridge/3", "bridge/4"])
        expect(split.devices.map { $0.endpoints.map(\.id) }, equals: [[2], [3, 6], [4]])
        expect(split.devices.allSatisfy { $0.bridgeID == "bridge" && $0.endpoints.first?.parent == nil })
    }

    @Test func theRootIsTheBridgesAlsoWhenItSaysThatItIsBridged() {
        var device = TestBridge.device([])
        device.endpoints[0].deviceTypes = [.init(id: BridgeSplit.bridgedNode, revision: 3, isPrimary: false)]
        expect(BridgeSplit(TestBridge.record(device)).devices.isEmpty)
        device.endpoints[0].id = 3
        device.endpoints[1].parent = 3
        expect(BridgeSplit(TestBridge.record(device)).devices.isEmpty)
    }

    @Test func ringsAndMissingParentsEndAndLeaveNothingOut() {
        var device = TestBridge.device([.init(endpoint: 2), .init(endpoint: 3, parent: 4)])
        let light = device.endpoints[1].traits
        device.endpoints += [
            EndpointDescription(id: 4, parent: 3, deviceTypes: [], traits: light),
            EndpointDescription(id: 5, parent: 6, deviceTypes: [], traits: light),
            EndpointDescription(id: 6, parent: 5, deviceTypes: [], traits: light),
            EndpointDescription(id: 7, parent: 99, deviceTypes: [], traits: light),
        ]
        let split = BridgeSplit(TestBridge.record(device))
        expect(split.bridge.endpoints.map(\.id), equals: [0, 1, 5, 6, 7])
        expect(split.devices.map { $0.endpoints.map(\.id) }, equals: [[2], [3, 4]])
    }

    @Test func ofALongChainEachEndpointIsVisitedOnce() {
        var device = TestBridge.device([.init(endpoint: 2)])
        for id in UInt16(3)...60_000 {
            device.endpoints.append(EndpointDescription(id: id, parent: id - 1, deviceTypes: [], traits: []))
        }
        device.endpoints.reverse()
        let split = BridgeSplit(TestBridge.record(device))
        expect(split.devices.map(\.endpoints.count) == [59_999] && split.devices[0].endpoints[0].id == 2)
    }
}
