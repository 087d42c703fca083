@testable internal import HearthHomeKit
internal import Hearth
internal import HearthVirtualHome
internal import HearthHub
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct DelegateTests {
    @Test func writeNotifiesOnlyOtherPrograms() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let power = try one.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        let seen = try other.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        try await power.enableNotification(true)
        try await seen.enableNotification(true)
        try await power.writeValue(true)
        await other.told.waits(for: "Floor Lamp Power State 1")
        try await seen.writeValue(false)
        await one.told.waits(for: "Floor Lamp Power State 0")
        expect(one.told.events.dropFirst(2), equals: ["Floor Lamp Power State 0"])
        expect(other.told.events.dropFirst(2), equals: ["Floor Lamp Power State 1"])
        expect((one.told.wasElsewhere, other.told.wasElsewhere), are: (false, false))
    }

    @Test func changesOfADeviceItselfAreNotified() async throws {
        let (house, program) = try await HomeKitHouse.open()
        let power = try program.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        try await power.enableNotification(true)
        try await power.writeValue(true)
        try await house.devices.play(.toggle, on: "living-floor-lamp")
        await program.told.waits(for: "Floor Lamp Power State 0")
        expect(program.told.events.dropFirst(2), equals: ["Floor Lamp Power State 0"])
    }

    @Test func oneAppOnTwoDevicesIsTwoPrograms() async throws {
        let house = try await HomeKitHouse.start()
        let one = try await house.program("app"), other = try await house.program("app")
        _ = try await one.home.addRoom(withName: "Attic")
        await other.told.waits(for: "+room Attic")
        expect(one.told.events, equals: ["status 5", "homes"])
    }

    @Test func changesOfOthersAreNotifiedInOrder() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        var expected: [String] = []
        for number in 1...20 {
            let room = try await one.home.addRoom(withName: "Room \(number)")
            try await room.updateName("Chamber \(number)")
            try await one.home.removeRoom(room)
            expected += ["+room Room \(number)", "room is Chamber \(number)", "-room Chamber \(number)"]
        }
        await other.told.waits(for: "-room Chamber 20")
        expect(Array(other.told.events.dropFirst(2)), equals: expected.map { $0 })
        expect(one.told.events, equals: ["status 5", "homes"])
    }

    @Test func ownChangesStaySilentAfterASnapshot() async throws {
        // The hub drops reports before the last changes, so a client that comes back later gets a snapshot.
        let clock = ManualClock()
        var limits = HubLimits()
        limits.reportLog = 4
        limits.logTime = .seconds(60)
        let house = try await PeopleHouse.start(clock: clock, limits: limits)
        let owner = try await house.program("owner")
        let program = try await house.join("Ada", as: .administrator, in: owner.home).program("app")
        _ = try await program.home.addZone(withName: "Mine")
        await house.cut()
        await program.told.waits(for: "hub disconnected")
        let room = try await owner.home.addRoom(withName: "Theirs")
        for number in 1...20 {
            try await room.updateName("Theirs \(number)")
            await clock.advance(by: .seconds(10))
        }
        try await house.open()
        await program.told.waits(for: "hub connected")
        expect(program.told.events.contains("+room Theirs 20"))
        expect(!program.told.events.contains { $0.hasPrefix("room is") }, "it was no snapshot")
        expect(!program.told.events.contains { $0.contains("Mine") })
        try expect(program.home.zones.map(\.name), equals: ["Mine"])
    }

    @Test func ownChangesStaySilentAfterAResume() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let program = try await house.join("Ada", as: .administrator, in: owner.home).program("app")
        _ = try await program.home.addZone(withName: "Mine")
        await house.cut()
        await program.told.waits(for: "hub disconnected")
        try await owner.home.addRoom(withName: "Theirs").updateName("Ours")
        try await house.open()
        await program.told.waits(for: "hub connected")
        await program.told.waits(for: "room is Ours")
        expect(
            program.told.events.filter { $0.hasPrefix("+room") || $0.hasPrefix("room") },
            equals: [
                "+room Theirs", "room is Ours",
            ])
        expect(!program.told.events.contains { $0.contains("Mine") })
        try expect(program.home.zones.map(\.name), equals: ["Mine"])
    }

    @Test func whileTheHubIsAwayNothingCanBeReached() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let program = try await house.join("Ada", as: .administrator, in: owner.home).program("app")
        let lamp = try program.accessory("Floor Lamp")
        expect(lamp.isReachable)
        await house.cut()
        await program.told.waits(for: "hub disconnected")
        await program.told.waits(for: "Floor Lamp is away")
        try expect(program.home.homeHubState, equals: .disconnected)
        expect(!lamp.isReachable)
        try await house.open()
        await program.told.waits(for: "hub connected")
        await program.told.waits(for: "Floor Lamp is there")
        try expect(program.home.homeHubState, equals: .connected)
        expect(lamp.isReachable)
    }

    @Test func completionHandlersRunOnMainWithTheResult() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let home = try program.home, told = program.told
        home.addRoom(withName: "Attic") { room, error in
            told.note(
                "made \(room?.name ?? "nothing"), in the list \(home.rooms.contains { $0 === room }), \(error == nil)")
        }
        await told.waits(for: "made Attic, in the list true, true")
        home.addRoom(withName: "") { room, error in
            told.note("\(room?.name ?? "nothing"): \((error as? HMError)?.code != nil)")
        }
        await told.waits(for: "nothing: true")
        expect(!told.wasElsewhere)
    }
}
