@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A bridge that is added again and again with other bridged devices, while people rename and move them and the hub
/// restarts.
@Suite(.timeLimit(.minutes(5)))
struct RandomBridgeTests {
    /// The expected facts of each bridged device.
    private struct Expected: Equatable {
        var name: String
        var isNameGiven = false
        var room: String
        var endpoint: UInt16
        var isOn: Bool
        var isReachable: Bool
    }

    @Test(arguments: 0..<8)
    func randomBridgesKeepDeviceFacts(_ round: Int) async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("random bridge, round \(round): seed \(seed)")
        var dice = Dice(seed: seed)
        let store = try await HomeStore.inMemory()
        var test = try await TestHub(store: store)
        var provider = TestProvider([TestBridge.device([])])
        try await test.hub.attach(provider)
        for name in ["A", "B"] { _ = try await test.hub.createRoom(name: name, in: test.structureID, as: owner) }
        let rooms = [""] + test.truth().rooms.keys.sorted()
        var expected: [String: Expected] = [:]
        // Devices that are gone come back with their names and rooms.
        var former: [String: Expected] = [:]
        var watcher = try await Watcher(test)
        for step in 0..<60 {
            let known = expected.keys.sorted()
            switch dice.below(8) {
            case 0...2:
                let lamps = lamps(&dice, step)
                try await provider.bring([TestBridge.device(lamps)])
                former.merge(expected) { $1 }
                expected = after(lamps, former)
            case 3:
                guard let id = known.randomElement(using: &dice) else { continue }
                _ = try await test.hub.updateDevice(id, name: "Given \(step)", as: owner)
                expected[id]?.name = "Given \(step)"
                expected[id]?.isNameGiven = true
            case 4:
                guard let id = known.randomElement(using: &dice), let room = rooms.randomElement(using: &dice) else {
                    continue
                }
                _ = try await test.hub.updateDevice(id, roomID: room, as: owner)
                expected[id]?.room = room
            case 5, 6:
                guard let id = known.randomElement(using: &dice), let entry = expected[id] else { continue }
                let isOn = dice.below(2) == 0
                provider.report(TestBridge.onOff("bridge", entry.endpoint), [0: .bool(isOn)])
                expected[id]?.isOn = isOn
            default:
                await test.clock.advance(by: .seconds(1))
                try await check(&watcher, test, "seed \(seed), step \(step)")
                test = try await TestHub(store: store)
                let lamps = expected.sorted { $0.key < $1.key }.map { id, entry in
                    TestBridge.Lamp(
                        endpoint: entry.endpoint, label: entry.isNameGiven ? "Label" : entry.name,
                        uniqueID: .string(String(id.dropFirst("bridge/".count))), isReachable: entry.isReachable)
                }
                check(test, expected, isAway: true, "seed \(seed), step \(step), away")
                provider = TestProvider([TestBridge.device(lamps)])
                watcher = try await Watcher(test)
                try await test.hub.attach(provider)
                for id in expected.keys { expected[id]?.isOn = false }
            }
            check(test, expected, isAway: false, "seed \(seed), step \(step)")
            if dice.below(4) == 0 { try await watcher.next() }
        }
        try await check(&watcher, test, "seed \(seed), at the end")
    }

    /// A watch ends with the hub's state.
    private func check(_ watcher: inout Watcher, _ test: TestHub, _ comment: Comment) async throws {
        try await watcher.settle(test, .init())
        let truth = test.truth()
        expect(watcher.view.devices, equals: truth.devices, comment)
        for (path, values) in truth.states {
            expect(watcher.view.states[path], equals: values, comment)
            expect(watcher.view.connectivity[path], equals: truth.connectivity[path], comment)
        }
    }

    private func lamps(_ dice: inout Dice, _ step: Int) -> [TestBridge.Lamp] {
        var endpoints = Array(UInt16(2)...12).shuffled(using: &dice)
        let ids = ["a", "b", "c", "d", "e", "f"].shuffled(using: &dice).prefix(dice.below(7))
        return ids.map { id in
            TestBridge.Lamp(
                endpoint: endpoints.removeLast(), label: "\(id) \(step)", uniqueID: .string(id),
                isReachable: dice.below(4) > 0)
        }
    }

    private func after(_ lamps: [TestBridge.Lamp], _ before: [String: Expected]) -> [String: Expected] {
        var after: [String: Expected] = [:]
        for lamp in lamps {
            let id = "bridge/\(lamp.uniqueID?.string ?? "")"
            let new = Expected(
                name: lamp.label ?? "", room: "", endpoint: lamp.endpoint, isOn: false, isReachable: lamp.isReachable)
            var entry = new
            if let known = before[id] {
                entry.isNameGiven = known.isNameGiven
                entry.room = known.room
                if known.isNameGiven { entry.name = known.name }
            }
            after[id] = entry
        }
        return after
    }

    private func check(_ test: TestHub, _ expected: [String: Expected], isAway: Bool, _ comment: Comment) {
        let truth = test.truth()
        expect(Set(truth.devices.keys), equals: Set(expected.keys).union(["bridge"]), comment)
        for (id, entry) in expected {
            let device = truth.devices[id]
            expect(device?.name, equals: entry.name, comment)
            expect(device?.roomID, equals: entry.room, comment)
            expect(device?.endpoints.map(\.id), equals: [UInt32(entry.endpoint)], comment)
            expect(device?.bridgeID, equals: "bridge", comment)
            expect(device?.connectivity?.state, equals: (isAway || !entry.isReachable ? .offline : .online), comment)
            expect(truth.states[TestBridge.onOff(id, entry.endpoint)]?[0], equals: .bool(entry.isOn), comment)
        }
        let bytes = test.hub.directory.cells.first?.read { state in
            (state.deviceBytes[""] ?? 0, state.devices.reduce(0) { $0 + $1.size })
        }
        expect(bytes?.0, equals: bytes?.1, comment)
    }
}
