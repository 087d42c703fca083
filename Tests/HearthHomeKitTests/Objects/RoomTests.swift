@testable internal import HearthHomeKit
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct RoomTests {
    @Test func accessoryIsAssignedToARoomAndOthersAreNotified() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let attic = try await one.home.addRoom(withName: "Attic")
        await other.told.waits(for: "+room Attic")
        let lamp = try one.accessory("Floor Lamp")
        try await one.home.assignAccessory(lamp, to: attic)
        expect((lamp.room === attic, attic.accessories.map(\.name)), are: (true, ["Floor Lamp"]))
        await other.told.waits(for: "Floor Lamp to Attic")
        expect(one.told.events.allSatisfy { !$0.contains("Attic") }, "own changes are not notified")
    }

    @Test func removedRoomLeavesAccessoriesInTheDefaultRoom() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let kitchen = try require(home.rooms.first { $0.name == "Kitchen" })
        let light = try one.accessory("Worktop Light")
        expect(light.room === kitchen)
        try await home.removeRoom(kitchen)
        expect(!home.rooms.contains { $0 === kitchen })
        expect(light.room === home.roomForEntireHome(), "it is in the default room")
        expect(home.roomForEntireHome().accessories.contains { $0 === light })
        await other.told.waits(for: "-room Kitchen")
        expect(other.told.events.contains("Worktop Light to \(home.name)"))
    }

    @Test func defaultRoomAssignmentTakesItOutOfItsRoom() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let home = try program.home, lamp = try program.accessory("Floor Lamp")
        try await home.assignAccessory(lamp, to: home.roomForEntireHome())
        expect(lamp.room === home.roomForEntireHome())
        let living = try require(home.rooms.first { $0.name == "Living Room" })
        expect(!living.accessories.contains { $0 === lamp })
        try await home.assignAccessory(lamp, to: living)
        expect(!home.roomForEntireHome().accessories.contains { $0 === lamp }, "it left the default room")
    }

    @Test func defaultRoomCanNotBeRenamedOrRemoved() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let home = try program.home, room = home.roomForEntireHome()
        expect(!home.rooms.contains { $0 === room })
        expect(room.name, equals: home.name)
        await expect(code { try await room.updateName("Hall") }, equals: .roomForHomeCannotBeUpdated)
        await expect(code { try await home.removeRoom(room) }, equals: .operationNotSupported)
    }

    @Test func objectsOfAnotherHomeAreRefused() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let office = try await program.manager.addHome(withName: "Office")
        let desk = try await office.addRoom(withName: "Desk")
        let home = try program.home, lamp = try program.accessory("Floor Lamp")
        await expect(code { try await home.assignAccessory(lamp, to: desk) }, equals: .objectAssociatedToAnotherHome)
        await expect(code { try await home.removeRoom(desk) }, equals: .objectAssociatedToAnotherHome)
    }

    @Test func removedAccessoryIsGoneWholly() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let lamp = try one.accessory("Floor Lamp")
        let power = try one.characteristic("Floor Lamp", HMCharacteristicTypePowerState)
        try await one.home.removeAccessory(lamp)
        expectNil(lamp.home)
        expectNil(lamp.room)
        await other.told.waits(for: "-accessory Floor Lamp")
        await expect(code { try await power.readValue() }, equals: .objectNotAssociatedToAnyHome)
    }

    @Test func bridgedAccessoryIsRemovedOnlyWithItsBridge() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let home = try program.home
        let bridged = try require(home.accessories.first { $0.isBridged })
        await expect(code { try await home.removeAccessory(bridged) }, equals: .cannotRemoveNonBridgeAccessory)
        let bridge = try require(home.accessories.first { $0.uniqueIdentifiersForBridgedAccessories != nil })
        expect(bridge.uniqueIdentifiersForBridgedAccessories?.contains(bridged.uniqueIdentifier), equals: true)
        expect(bridge.category.categoryType, equals: HMAccessoryCategoryTypeBridge)
    }

    @Test func namesAreChangedForAllPrograms() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        try await one.home.updateName("Castle")
        let kitchen = try require(try one.home.rooms.first { $0.name == "Kitchen" })
        try await kitchen.updateName("Galley")
        try await one.accessory("Floor Lamp").updateName("Tall Lamp")
        await other.told.waits(for: "home is Castle")
        await other.told.waits(for: "room is Galley")
        await other.told.waits(for: "accessory is Tall Lamp")
        expect(one.told.events, equals: ["status 5", "homes"], "own changes are not notified")
    }
}
