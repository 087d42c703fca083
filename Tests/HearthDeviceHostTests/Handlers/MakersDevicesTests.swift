internal import HearthDeviceBehaviors
internal import HearthMessage
internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import HearthDeviceHost

/// Behaviours of makers' devices other than lamps, with hardware and inputs.
@Suite(.timeLimit(.minutes(5)))
struct MakersDevicesTests {
    /// Hardware that notes what it is told.
    private final class Machine: IdentifyActuator, BoltActuator, CoveringActuator, FanActuator, ClimateActuator {
        private let notes = Mutex<[String]>([])

        var told: [String] { notes.withLock { $0 } }

        private func note(_ text: String) { notes.withLock { $0.append(text) } }

        func apply(isIdentifying: Bool) { note(isIdentifying ? "blink" : "stay") }
        func apply(locks: Bool) { note(locks ? "lock" : "unlock") }
        func apply(percent: UInt8) { note("\(percent) %") }
        func apply(heats: Bool, cools: Bool) { note(heats ? "heat" : cools ? "cool" : "rest") }
        func apply(lift: UInt16?, tilt: UInt16?) {
            note([lift, tilt].map { $0.map { "\($0)" } ?? "-" }.joined(separator: " "))
        }
        func stop() { note("stop") }
    }

    private let clock = ManualClock()
    private let machine = Machine()

    @Test func identifyBlinksForItsTime() async throws {
        let plug = try await MakersDevice(
            clock, OnOffPluginUnitDeviceType.self, [IdentifyBehavior(actuator: machine), OnOffBehavior()])
        var command = Matter.IdentifyTrait.Commands.IdentifyCommand()
        command.identifyTime = 3
        try await plug.send(Matter.IdentifyTrait.self, 0, command)
        expect(machine.told, equals: ["blink"])
        await clock.advance(by: .seconds(3))
        expect(machine.told, equals: ["blink", "stay"])
        try expect(plug.values(of: Matter.IdentifyTrait.self).identifyTime, equals: 0)
    }

    @Test func motorMovesForACommandNotByHandOrAtTheStart() async throws {
        typealias Lock = Matter.DoorLockTrait
        let lock = try await MakersDevice(
            clock, DoorLockDeviceType.self,
            [IdentifyBehavior(), DoorLockBehavior(boltTime: .seconds(2), actuator: machine)])
        expect(machine.told.isEmpty)
        try await lock.send(Lock.self, 1, Lock.Commands.UnlockDoor())
        expect(machine.told, equals: ["unlock"])
        await clock.advance(by: .seconds(1))
        try expect(lock.values(of: Lock.self).lockState, equals: .locked)
        await clock.advance(by: .seconds(1))
        try expect(lock.values(of: Lock.self).lockState, equals: .unlocked)
        expect(lock.changes.flatMap(\.events).map(\.eventID), equals: [Lock.LockOperationEvent.eventID])
        try await lock.provider.sense(.thumbTurn(locks: true), deviceID: "lamp", endpoint: 1)
        await clock.advance(by: .seconds(2))
        try expect(lock.values(of: Lock.self).lockState, equals: .locked)
        expect(machine.told, equals: ["unlock"])
    }

    @Test func codesOfALockAreRemembered() async throws {
        typealias Lock = Matter.DoorLockTrait
        let lock = try await MakersDevice(clock, DoorLockDeviceType.self, [IdentifyBehavior(), DoorLockBehavior()])
        var command = Lock.Commands.SetUser()
        command.userIndex = 1
        command.operationType = .add
        command.userName = "Ada"
        try await lock.send(Lock.self, 0x1A, command)
        let again = try await MakersDevice(
            ManualClock(), DoorLockDeviceType.self, [IdentifyBehavior(), DoorLockBehavior()], memories: lock.memories)
        var question = Lock.Commands.GetUser()
        question.userIndex = 1
        let answer = try await again.send(Lock.self, 0x1B, question)
        try expect(Lock.GetUserResponse(serialized: answer.span.bytes).userName, equals: "Ada")
    }

    @Test func codesOfARemovedLockAreForgotten() async throws {
        typealias Lock = Matter.DoorLockTrait
        let lock = try await MakersDevice(clock, DoorLockDeviceType.self, [IdentifyBehavior(), DoorLockBehavior()])
        var command = Lock.Commands.SetUser()
        command.userIndex = 1
        command.operationType = .add
        command.userName = "Ada"
        try await lock.send(Lock.self, 0x1A, command)
        let again = try await MakersDevice(
            ManualClock(), DoorLockDeviceType.self, [IdentifyBehavior(), DoorLockBehavior()],
            values: [Lock.descriptor.id: [0x23: .unsigned(7)]], memories: lock.memories)
        again.provider.remove("lamp")
        let new = HostedDevice(
            id: "lamp", name: "Lock", type: DoorLockDeviceType.self, handlers: [IdentifyBehavior(), DoorLockBehavior()])
        let added = try await again.provider.add(new) { _ in }
        let traits = try require(added.description?.endpoints.first { $0.id == 1 }).traits
        let values = try require(traits.first { $0.descriptor.id == Lock.descriptor.id }).attributes
        expect(values[0x23], equals: .unsigned(0))
        var question = Lock.Commands.GetUser()
        question.userIndex = 1
        var nobody = Lock.GetUserResponse()
        nobody.userIndex = 1
        nobody.nextUserIndex = nil
        try await expect(again.send(Lock.self, 0x1B, question), equals: nobody.serialized())
    }

    @Test func coveringGetsTargetsAndStopsWhereItIs() async throws {
        typealias Covering = Matter.WindowCoveringTrait
        let shade = try await MakersDevice(
            clock, WindowCoveringDeviceType.self,
            [
                IdentifyBehavior(),
                WindowCoveringBehavior(
                    [.lift, .positionAwareLift], type: .rollerShade, endProduct: .rollerShade,
                    liftTime: .seconds(10), tiltTime: nil, actuator: machine),
            ])
        expect(machine.told.isEmpty)
        try await shade.send(Covering.self, 1)
        await clock.advance(by: .seconds(5))
        try await shade.send(Covering.self, 2)
        expect(machine.told, equals: ["10000 -", "stop"])
        try expect(shade.values(of: Covering.self).currentPositionLiftPercent100ths, equals: 5_000)
        try await shade.send(Covering.self, 1)
        try await shade.send(Covering.self, 1)
        try await shade.provider.sense(.jam, deviceID: "lamp", endpoint: nil)
        expect(machine.told, equals: ["10000 -", "stop", "10000 -", "10000 -", "stop"])
    }

    @Test func fanRunsAtItsSetting() async throws {
        let fan = try await MakersDevice(
            clock, FanDeviceType.self, [IdentifyBehavior(), FanControlBehavior(actuator: machine)])
        try await fan.write(Matter.FanControlTrait.self) { $0.percentSetting = 70 }
        try await fan.write(Matter.FanControlTrait.self) { $0.fanMode = .off }
        expect(machine.told, equals: ["0 %", "70 %", "0 %"])
    }

    @Test func thermostatHeatsByTheMeasuredTemperature() async throws {
        typealias Thermostat = Matter.ThermostatTrait
        let thermostat = try await MakersDevice(
            clock, ThermostatDeviceType.self,
            [IdentifyBehavior(), ThermostatBehavior(.heating, room: 2_100, actuator: machine)])
        try await thermostat.provider.sense(.temperature(1_850), deviceID: "lamp", endpoint: nil)
        await clock.advance(by: .seconds(600))
        try expect(thermostat.values(of: Thermostat.self).localTemperature, equals: 1_850)
        try await thermostat.provider.sense(.temperature(2_050), deviceID: "lamp", endpoint: nil)
        expect(machine.told, equals: ["rest", "heat", "rest"])
        expect(thermostat.changes.allSatisfy { $0.cause == .device })
    }

    @Test func thermostatRestsWithoutATemperature() async throws {
        typealias Thermostat = Matter.ThermostatTrait
        let thermostat = try await MakersDevice(
            clock, ThermostatDeviceType.self,
            [IdentifyBehavior(), ThermostatBehavior(.heating, room: 1_500, actuator: machine)])
        var measured = [try thermostat.values(of: Thermostat.self).localTemperature]
        for value in [1_850, nil, 1_900] as [Int16?] {
            try await thermostat.provider.sense(.temperature(value), deviceID: "lamp", endpoint: nil)
            measured.append(try thermostat.values(of: Thermostat.self).localTemperature)
        }
        expect(measured, equals: [nil, 1_850, nil, 1_900])
        expect(machine.told, equals: ["rest", "heat", "rest", "heat"])
    }

    @Test func stopBeforeTheStartLeavesNoTimer() async throws {
        let reports = Mutex(0)
        let host = BehaviorHost(
            [ThermostatBehavior(.heating)], of: "t", at: 1, clock: clock,
            outlet: .init(report: { _ in reports.withLock { $0 += 1 } }, remember: { _, _ in }))
        host.stop()
        await host.start(stored: { _ in nil }, memory: { _ in nil })
        await clock.advance(by: .seconds(60))
        expect(reports.withLock { $0 }, equals: 0)
    }

    @Test func motionBeforeTheFirstContactEnds() async throws {
        let sensor = try await MakersDevice(
            clock, OccupancySensorDeviceType.self, [IdentifyBehavior(), OccupancySensingBehavior(holdTime: 30)],
            before: { [clock] provider in
                try await provider.sense(.motion, deviceID: "lamp", endpoint: nil)
                await clock.advance(by: .seconds(30))
            })
        try expect(sensor.values(of: Matter.OccupancySensingTrait.self).occupancy, equals: [])
    }

    @Test func batteryHasNoInventedVoltage() async throws {
        typealias Power = Matter.PowerSourceTrait
        let plug = try await MakersDevice(
            clock, OnOffPluginUnitDeviceType.self,
            [
                IdentifyBehavior(), OnOffBehavior(),
                PowerSourceBehavior(battery: "CR2032", quantity: 1, halfPercent: 200),
            ])
        try await plug.provider.sense(.battery(halfPercent: 30), deviceID: "lamp", endpoint: nil)
        let key = DeviceChange.TraitKey(endpoint: 1, traitID: Power.descriptor.id)
        expect(plug.changes.map(\.attributes), equals: [[key: [0xC: .unsigned(30), 0xE: .unsigned(1)]]])
    }

    @Test func buttonsPressesAreCounted() async throws {
        typealias Button = Matter.SwitchTrait
        let button = try await MakersDevice(
            clock, GenericSwitchDeviceType.self,
            [
                IdentifyBehavior(),
                SwitchBehavior([.momentarySwitch, .momentarySwitchRelease, .momentarySwitchMultiPress]),
            ])
        for position in [1, 0, 1, 0] as [UInt8] {
            try await button.provider.sense(.switchPosition(position), deviceID: "lamp", endpoint: nil)
            await clock.advance(by: .milliseconds(100))
        }
        await clock.advance(by: .seconds(1))
        let last = try require(button.changes.flatMap(\.events).last)
        expect(last.eventID, equals: Button.MultiPressCompleteEvent.eventID)
        expect(last.fields[1], equals: .unsigned(2))
    }
}
