internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@testable internal import HearthDeviceBehaviors
@testable internal import HearthVirtualHome

/// The people of the demo house.
@Suite(.timeLimit(.minutes(5)))
struct HouseholdTests {
    /// The steps in an hour from a time of day, with all lights off.
    private func hour(from hour: Double, seed: UInt64) -> [Household.Step] {
        var household = Household(seed: seed)
        household.start(at: .zero)
        var steps: [Household.Step] = []
        while let due = household.deadline, due < .seconds(3_600) {
            steps += household.steps(until: due, Household.View(isOn: { _ in false }, hour: hour))
        }
        return steps
    }

    @Test func somethingHappensInEveryMinuteOfTheDay() {
        for start in [0.0, 7, 12, 19, 23] {
            expect(hour(from: start, seed: 5).count, isAbove: 60, "from \(start)")
        }
    }

    @Test func peopleLiveByTheTimeOfDay() {
        func uses(_ device: String, at start: Double) -> Bool {
            hour(from: start, seed: 5).contains { $0.device == device }
        }
        expect(uses(DemoDevice.coffeeMaker, at: 7))
        expect(!uses(DemoDevice.coffeeMaker, at: 15))
        expect(hour(from: 20, seed: 5).contains { $0.deed == .command(trait: 0x0506, command: 0) })
        expect(!hour(from: 10, seed: 5).contains { $0.deed == .command(trait: 0x0506, command: 0) })
        expect(uses(DemoDevice.deskLamp, at: 9))
        expect(!uses(DemoDevice.deskLamp, at: 21))
    }

    @Test func theTimeOfDayIsTheHouses() {
        expect(EndpointContext(now: .zero, sinceEpoch: .seconds(3_600)).hour, equals: 1)
        expect(EndpointContext(now: .zero, sinceEpoch: .seconds(3_600), secondsEastOfUTC: -7_200).hour, equals: 23)
    }

    /// Over hours, the front door is unlocked before it opens, and not locked while it is open.
    @Test func doorsAndLocksAgree() async throws {
        for seed in UInt64(1)...3 {
            let stage = await Stage(seed: seed, isLively: true)
            let lock = stage.path(Matter.DoorLockTrait.self, DemoDevice.frontDoor)
            var (state, door) = (Int64(1), Int64(1))
            var opened = 0
            for _ in 0..<7_200 {
                await stage.clock.advance(by: .seconds(1))
                let values = stage.recorder.values[lock]
                let now = (values?[0]?.integer ?? -1, values?[3]?.integer ?? -1)
                if now.1 == 0, door != 0 {
                    opened += 1
                    expect(state, equals: 2, "seed \(seed): the door opened while the lock was \(state)")
                }
                if now.0 == 1, state != 1 { expect(now.1, equals: 1, "seed \(seed): locked with the door at \(now.1)") }
                (state, door) = now
            }
            expect(opened, isAbove: 5)
        }
    }

    /// The family is named as the cause of its actions, and for an hour leaves alone the devices that a person has
    /// used.
    @Test(arguments: [true, false])
    func theFamilyIsNamedAndLeavesAloneWhatPeopleUse(_ isByHand: Bool) async throws {
        // A device's start is an event of the device.
        func changes(_ stage: Stage, by cause: ChangeCause) -> Int {
            stage.recorder.changes.count {
                $0.deviceID == DemoDevice.mirrorLight && $0.cause == cause && !$0.attributes.isEmpty
            }
        }
        let family = ChangeCause.client(VirtualHome.familyName)
        let stage = await Stage(seed: 3, isLively: true)
        await stage.clock.advance(by: .seconds(1_800))
        expect(changes(stage, by: family), isAbove: 2)
        expect(changes(stage, by: .device), equals: 0)
        if isByHand {
            try await stage.home.play(.toggle, on: DemoDevice.mirrorLight)
        } else {
            try await stage.send(Matter.OnOffTrait.self, "toggle", to: DemoDevice.mirrorLight)
        }
        stage.recorder.forget()
        await stage.clock.advance(by: .seconds(3_599))
        expect(changes(stage, by: family), equals: 0)
        await stage.clock.advance(by: .seconds(3_600))
        expect(changes(stage, by: family), isAbove: 2)
    }

    /// A light that a family member switches on fades, and the end of the fade has the same cause.
    @Test func familysFadeIsTheirsToItsEnd() async {
        let stage = await Stage(seed: 3, isLively: true)
        await stage.clock.advance(by: .seconds(7_200))
        let level = DeviceChange.TraitKey(endpoint: 1, traitID: Matter.LevelControlTrait.descriptor.id)
        let fades = stage.recorder.changes.filter {
            DemoDevice.lights.contains($0.deviceID) && $0.attributes[level] != nil
        }
        expect(fades.count, isAbove: 2)
        expect(fades.allSatisfy { $0.cause == .client(VirtualHome.familyName) })
    }

    /// An automation's action is not a person's wish: the family continues.
    @Test func automationsDoNotMakeTheFamilyPause() async throws {
        let stage = await Stage(seed: 3, isLively: true)
        try await stage.send(Matter.OnOffTrait.self, "on", to: DemoDevice.mirrorLight, by: .automation("evening"))
        stage.recorder.forget()
        await stage.clock.advance(by: .seconds(1_800))
        expect(stage.recorder.changes.contains { $0.deviceID == DemoDevice.mirrorLight })
    }

    @Test func aPressIsReleasedAgainAndALatchingSwitchMoves() async throws {
        let stage = await Stage()
        func position(_ device: String) -> Int64? {
            stage.recorder.values[stage.path(Matter.SwitchTrait.self, device)]?[1]?.integer
        }
        async let pressed: Void = stage.home.press("hallway-doorbell")
        while position("hallway-doorbell") != 1 { await Task.yield() }
        while position("hallway-doorbell") != 0 { await stage.clock.advance(by: .milliseconds(50)) }
        try await pressed
        for expected in [1, 0] as [Int64] {
            try await stage.home.press("hallway-switch")
            expect(position("hallway-switch"), equals: expected)
        }
        await expect(throws: TraitError.self) { try await stage.home.press("none") }
    }

    @Test func doorLockedByAPersonStaysShut() async throws {
        let stage = await Stage(seed: 3, isLively: true)
        let lock = stage.path(Matter.DoorLockTrait.self, DemoDevice.frontDoor)
        for _ in 0..<1_800 {
            await stage.clock.advance(by: .milliseconds(500))
            // Whenever the family has unlocked it, it is locked again at once.
            if stage.recorder.values[lock]?[0]?.integer == 2 {
                try await stage.send(
                    Matter.DoorLockTrait.self, "lockDoor", to: DemoDevice.frontDoor, by: .automation("night"))
            }
            expect(stage.recorder.values[lock]?[3]?.integer, differsFrom: 0)
        }
    }
}
