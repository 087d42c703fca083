internal import HearthTraitDescriptors
internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct ActionGoalTests {
    private func goal(
        _ id: UInt32, _ command: String, _ arguments: StructureValue = [:], before: DeviceReading
    ) throws -> ActionGoal {
        let descriptor = try require(standardTrait(id))
        let command = try require(descriptor.commands.first { $0.methodName == command })
        return ActionGoal(
            DeviceAction(endpoint: 1, trait: descriptor, content: .command(command, arguments)), before: before)
    }

    private func light(on: Bool, level: UInt64, remaining: UInt64 = 0) -> DeviceReading {
        device([6: [0: .bool(on)], 8: [0: .unsigned(level), 1: .unsigned(remaining), 2: .unsigned(1)]])
    }

    @Test func aLightArrivesAtItsLevel() throws {
        let moving = try goal(8, "moveToLevelWithOnOff", [0: .unsigned(127)], before: light(on: false, level: 1))
        expect(moving.progress(in: light(on: true, level: 60, remaining: 5)), equals: .underWay)
        expect(moving.progress(in: light(on: true, level: 127, remaining: 1)), equals: .underWay)
        expect(moving.progress(in: light(on: true, level: 127)), equals: .reached)
        let off = try goal(8, "moveToLevelWithOnOff", [0: .unsigned(0)], before: light(on: true, level: 9))
        expect(off.progress(in: light(on: false, level: 9)), equals: .reached)
    }

    @Test func toggleKnowsWhereItCameFrom() throws {
        let toggled = try goal(6, "toggle", before: light(on: true, level: 9))
        expect(toggled.progress(in: light(on: true, level: 9)), equals: .underWay)
        expect(toggled.progress(in: light(on: false, level: 9)), equals: .reached)
    }

    @Test func onIsReachedWhenTheLightIsAsBrightAsItBecomes() throws {
        let on = try goal(6, "on", before: light(on: false, level: 120))
        expect(on.progress(in: light(on: true, level: 1, remaining: 4)), equals: .underWay)
        expect(on.progress(in: light(on: true, level: 120)), equals: .reached)
    }

    @Test func aLockIsNotUnlockedBecauseItWasAsked() throws {
        let unlocking = try goal(0x101, "unlockDoor", before: device([0x101: [0: .unsigned(1)]]))
        expect(unlocking.progress(in: device([0x101: [0: .unsigned(1)]])), equals: .underWay)
        expect(unlocking.progress(in: device([0x101: [0: .unsigned(2)]])), equals: .reached)
    }

    @Test func aBlindArrivesWhenItStandsStill() throws {
        let closing = try goal(0x102, "downOrClose", before: device([0x102: [14: .unsigned(0)]]))
        expect(closing.progress(in: device([0x102: [14: .unsigned(5_000), 10: .unsigned(2)]])), equals: .underWay)
        expect(closing.progress(in: device([0x102: [14: .unsigned(10_000), 10: .unsigned(2)]])), equals: .underWay)
        expect(closing.progress(in: device([0x102: [14: .unsigned(10_000), 10: .unsigned(0)]])), equals: .reached)
    }

    @Test func goalWithoutStateIsUnknown() throws {
        let identify = try goal(3, "identify", [0: .unsigned(1)], before: device([:]))
        expect(identify.progress(in: device([:])), equals: .unknown)
    }
}
