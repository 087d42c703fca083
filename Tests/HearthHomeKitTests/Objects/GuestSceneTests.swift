internal import Foundation
internal import Hearth
@testable internal import HearthHomeKit
internal import HearthWire
internal import Expectations
internal import Testing

/// Guests run the scenes all of whose actions they may do by hand, and learn which accessory is which.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct GuestSceneTests {
    private func scene(_ program: Program, _ name: String, _ accessories: String...) async throws -> HMActionSet {
        let scene = try await program.home.addActionSet(withName: name)
        for accessory in accessories {
            let power = try program.characteristic(accessory, HMCharacteristicTypePowerState)
            try await scene.addAction(HMCharacteristicWriteAction(characteristic: power, targetValue: true as NSNumber))
        }
        return scene
    }

    private func scenes(_ program: Program) throws -> Set<String> {
        Set(try program.home.actionSets.filter { $0.builtIn == nil }.map(\.name))
    }

    @Test func aGuestRunsAScenesOfWhichSheMayDoEverything() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let living = try require(try owner.home.rooms.first { $0.name == "Living Room" })
        _ = try await scene(owner, "Reading", "Floor Lamp", "Ceiling Light")
        let plug = try require(
            try owner.home.accessories.first { accessory in
                accessory.room !== living
                    && accessory.services.flatMap(\.characteristics)
                        .contains { $0.characteristicType == HMCharacteristicTypePowerState }
            })
        let everywhere = try await scene(owner, "Everywhere", "Floor Lamp", plug.name)
        let program = try await house.join("Grace", .init(roomIDs: [living.id]), in: owner.home).program("guest")
        try expect(scenes(program), equals: ["Reading"])

        let reading = try require(try program.home.actionSets.first { $0.name == "Reading" })
        try await program.home.executeActionSet(reading)
        try expect(program.characteristic("Floor Lamp", HMCharacteristicTypePowerState).value as? Bool == true)
        await expect(code { try await reading.updateName("Mine") }, equals: .insufficientPrivileges)
        // Not even by its ID.
        await expect(throws: (any Error).self) {
            _ = try await Operation(program.home.model).run {
                try await $0.executeAutomation(require(everywhere.automationID))
            }
        }
        try await program.accessory("Floor Lamp").identify()

        // The owner's change of a scene changes the guest's view.
        let other = try require(everywhere.actions.first { $0.core.characteristic.service?.accessory === plug })
        try await everywhere.removeAction(other)
        await program.told.waits(for: "+scene Everywhere")
        try expect(scenes(program), equals: ["Reading", "Everywhere"])
        try await everywhere.addAction(other)
        await program.told.waits(for: "-scene Everywhere")
        try expect(scenes(program), equals: ["Reading"])
    }
}
