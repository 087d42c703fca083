internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The frame: commands, writes, time, causes and restarts, with the whole house in it.
@Suite(.timeLimit(.minutes(5)))
struct VirtualHomeTests {
    /// A command's change is reported before it returns, caused by the client. So are its later steps, also when the
    /// device is operated by hand meanwhile. Changes by hand are caused by the device.
    @Test func causes() async throws {
        let stage = await Stage()
        await stage.clock.advance(by: .seconds(1))
        stage.recorder.forget()
        try await stage.send(
            Matter.LevelControlTrait.self, "moveToLevelWithOnOff",
            [0: .unsigned(200), 1: .unsigned(30), 2: .unsigned(0), 3: .unsigned(0)], to: "living-floor-lamp")
        let first = try require(stage.recorder.changes.first)
        expect(stage.recorder.changes.count, equals: 1)
        expect(first.cause, equals: .client("test"))
        let key = DeviceChange.TraitKey(endpoint: 1, traitID: Matter.OnOffTrait.descriptor.id)
        expect(first.attributes[key]?[0], equals: .bool(true))
        await stage.clock.advance(by: .seconds(10))
        let later = stage.recorder.changes.dropFirst().filter { $0.deviceID == "living-floor-lamp" }
        expect(later.count, equals: 3)
        expect(later.allSatisfy { $0.cause == .client("test") })
        expect(
            stage.recorder.values[stage.path(Matter.LevelControlTrait.self, "living-floor-lamp")]?[0],
            equals: .unsigned(200))
    }

    /// A lock that locks itself again is the cause itself, not the client that has unlocked it.
    @Test func ownChangesOfADeviceHaveNoClientCause() async throws {
        let stage = await Stage()
        await stage.clock.advance(by: .seconds(1))
        let path = stage.path(Matter.DoorLockTrait.self, "front-door-lock")
        try await stage.home.write(AttributeUpdate(path: path, values: [0x23: .unsigned(30)], cause: .client("test")))
        stage.recorder.forget()
        try await stage.send(Matter.DoorLockTrait.self, "unlockDoor", [:], to: "front-door-lock")
        await stage.clock.advance(by: .seconds(60))
        let key = DeviceChange.TraitKey(endpoint: 1, traitID: Matter.DoorLockTrait.descriptor.id)
        let states = stage.recorder.changes.compactMap { change in
            change.attributes[key]?[0].map { ($0, change.cause) }
        }
        expect(states.first?.1, equals: .client("test"))
        expect(states.last?.1, equals: .device)
        expect(states.last?.0, equals: .unsigned(1))
    }

    @Test func writeIsReportedOnceWithItsEffects() async throws {
        let stage = await Stage()
        stage.recorder.forget()
        let path = stage.path(Matter.ThermostatTrait.self, "thermostat")
        try await stage.home.write(
            AttributeUpdate(path: path, values: [0x12: .signed(2500)], cause: .client("test")))
        expect(stage.recorder.changes.count, equals: 1)
        expect(stage.recorder.values[path]?[0x11], equals: .signed(2700))
        await expect(throws: TraitError.self) {
            try await stage.home.write(
                AttributeUpdate(path: path, values: [0x12: .signed(9000), 0x1C: .unsigned(0)], cause: .client("test")))
        }
        expect(stage.recorder.values[path]?[0x1C], equals: .unsigned(1))
        expect(stage.recorder.changes.count, equals: 1)
    }

    @Test func aResponseComesBackWithItsFields() async throws {
        let stage = await Stage()
        let response = try await stage.send(
            Matter.DoorLockTrait.self, "getUser", [0: .unsigned(1)], to: "front-door-lock")
        expect(response?[1], equals: .string("Family"))
    }

    @Test func anEventThatGoesWithARefusalIsReported() async throws {
        let stage = await Stage()
        stage.recorder.forget()
        await expect(throws: TraitError.self) {
            try await stage.send(
                Matter.DoorLockTrait.self, "unlockDoor", [0: .octets(Array("0000".utf8))], to: "front-door-lock")
        }
        expect(stage.recorder.changes.flatMap(\.events).map(\.eventID), equals: [3])
    }

    @Test func unknownDevicesEndpointsAndTraitsAreErrorsThatSaySo() async {
        let stage = await Stage()
        let cases: [(String, UInt16, MatterStatus)] = [
            ("nowhere", 1, .notFound), ("thermostat", 9, .unsupportedEndpoint), ("thermostat", 1, .unsupportedCluster),
        ]
        for (device, endpoint, expected) in cases {
            do {
                try await stage.send(Matter.OnOffTrait.self, "on", to: device, endpoint: endpoint)
                Issue.record("\(device)/\(endpoint) took the command")
            } catch {
                expect((error as? TraitError)?.status, equals: expected)
            }
        }
    }

    @Test func offlineDeviceDoesNotAnswer() async throws {
        let stage = await Stage()
        stage.recorder.forget()
        try await stage.home.setOnline(false, deviceID: "hallway-light")
        try await stage.home.setOnline(false, deviceID: "hallway-light")
        do {
            try await stage.send(Matter.OnOffTrait.self, "on", to: "hallway-light")
            Issue.record("an offline device answered")
        } catch {
            expect((error as? TraitError)?.status, equals: .timeout)
        }
        try await stage.home.setOnline(true, deviceID: "hallway-light")
        let states = stage.recorder.changes.compactMap(\.connectivity?.connectivityState)
        expect(states, equals: [.offline, .online])
    }

    @Test func inputsAreAttributedToTheDeviceItself() async throws {
        let stage = await Stage()
        stage.recorder.forget()
        try await stage.home.play(.smoke(severity: 2), on: "kitchen-smoke")
        try await stage.home.play(.toggle, on: "living-glow-speaker", endpoint: 2)
        expect(stage.recorder.changes.map(\.cause), equals: [.device, .device])
        expect(
            stage.recorder.values[stage.path(Matter.OnOffTrait.self, "living-glow-speaker", 2)]?[0], equals: .bool(true)
        )
        await expect(throws: TraitError.self) { try await stage.home.play(.motion, on: "nowhere") }
    }

    @Test func speakerLampHasTwoIndependentLevels() async throws {
        let stage = await Stage()
        let arguments: StructureValue = [0: .unsigned(33), 1: .unsigned(0), 2: .unsigned(0), 3: .unsigned(0)]
        try await stage.send(Matter.LevelControlTrait.self, "moveToLevel", arguments, to: "living-glow-speaker")
        let values = stage.recorder.values
        expect(values[stage.path(Matter.LevelControlTrait.self, "living-glow-speaker", 1)]?[0], equals: .unsigned(33))
        expect(values[stage.path(Matter.LevelControlTrait.self, "living-glow-speaker", 2)]?[0], equals: .unsigned(60))
    }

    @Test func restartKeepsStateButEndsTransitions() async throws {
        let before = await Stage()
        try await before.send(
            Matter.LevelControlTrait.self, "moveToLevel",
            [0: .unsigned(10), 1: .unsigned(100), 2: .unsigned(0), 3: .unsigned(0)], to: "living-ceiling")
        await before.clock.advance(by: .seconds(5))
        let stored = before.recorder.values
        let after = await Stage(stored: StoredState(stored))
        let level = Matter.LevelControlTrait.self
        expect(
            after.recorder.values[after.path(level, "living-ceiling")]?[0],
            equals: stored[before.path(level, "living-ceiling")]?[0])
        expect(after.recorder.values[after.path(level, "living-ceiling")]?[1], equals: .unsigned(0))
        await after.clock.advance(by: .seconds(20))
        expect(
            after.recorder.values[after.path(level, "living-ceiling")]?[0],
            equals: stored[before.path(level, "living-ceiling")]?[0])
    }

    @Test func storedValuesOfOtherShapesDoNoHarm() async {
        let target = TraitTarget(deviceID: "living-ceiling", endpoint: 1)
        let strange: [TraitPath: StructureValue] = [
            TraitPath(target, 6): [0: .string("on"), 0x4003: .unsigned(250), 99: .bool(true)],
            TraitPath(target, 8): [0: .unsigned(70_000), 0x11: .null],
            TraitPath(target, 0x300): [0x7: .signed(-5), 0x4001: .unsigned(77)],
        ]
        let stage = await Stage(stored: StoredState(strange))
        await stage.clock.advance(by: .seconds(10))
        expect(stage.recorder.values[TraitPath(target, 8)]?[0], equals: .unsigned(180))
    }

    @Test func noReportFollowsAStop() async {
        let stage = await Stage(isLively: true)
        await stage.clock.advance(by: .seconds(10))
        expect(!stage.recorder.changes.isEmpty)
        await stage.home.stop()
        stage.recorder.forget()
        await stage.clock.advance(by: .seconds(600))
        expect(stage.recorder.changes.isEmpty)
    }
}
