@testable internal import HearthHomeKit
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct ZoneAndGroupTests {
    @Test func zonesHaveRoomsAndOthersAreNotified() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let kitchen = try require(home.rooms.first { $0.name == "Kitchen" })
        let zone = try await home.addZone(withName: "Downstairs"), second = try await home.addZone(withName: "Warm")
        try await zone.addRoom(kitchen)
        try await second.addRoom(kitchen)
        expect(zone.rooms.map(\.name), equals: ["Kitchen"])
        expect(second.rooms.first === kitchen, "a room may be in two zones")
        await other.told.waits(for: "Downstairs + Kitchen")
        try await zone.updateName("Ground floor")
        await other.told.waits(for: "zone is Ground floor")
        try await zone.removeRoom(kitchen)
        expect(zone.rooms.isEmpty)
        await other.told.waits(for: "Ground floor - Kitchen")
        try await home.removeZone(zone)
        expect(home.zones.map(\.name), equals: ["Warm"])
        await other.told.waits(for: "-zone Ground floor")
        expect(one.told.events, equals: ["status 5", "homes"], "own changes are not notified")
    }

    @Test func defaultRoomCanNotBeInAZone() async throws {
        let (one, _) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let zone = try await home.addZone(withName: "All")
        await expect(code { try await zone.addRoom(home.roomForEntireHome()) }, equals: .roomForHomeCannotBeInZone)
        let kitchen = try require(home.rooms.first { $0.name == "Kitchen" })
        await expect(code { try await zone.removeRoom(kitchen) }, equals: .notFound)
        try await zone.addRoom(kitchen)
        await expect(code { try await zone.addRoom(kitchen) }, equals: .objectAlreadyAssociatedToHome)
    }

    @Test func aTakenNameHasTheNumberThatTheHubNames() async throws {
        let (one, _) = try await HomeKitHouse.twoPrograms()
        await expect(
            code { _ = try await one.home.addZone(withName: "Kitchen") },
            equals: .objectWithSimilarNameExistsInHome)
    }

    @Test func servicesAreGroupedAndOthersAreNotified() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let plug = try one.accessory("Coffee Maker")
        let service = try require(plug.services.first { $0.serviceType == HMServiceTypeOutlet })
        let group = try await home.addServiceGroup(withName: "Indirect lights")
        try await group.addService(service)
        expect(group.services.first === service)
        await other.told.waits(for: "Indirect lights + \(service.name)")
        try await group.updateName("Cosy")
        try await group.removeService(service)
        await other.told.waits(for: "Cosy - \(service.name)")
        try await home.removeServiceGroup(group)
        await other.told.waits(for: "-group Cosy")
        expect(home.serviceGroups.isEmpty)
        expect(one.told.events, equals: ["status 5", "homes"], "own changes are not notified")
    }

    @Test func informationServiceCanNotBeGrouped() async throws {
        let (one, _) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let information = try require(home.servicesWithTypes([HMServiceTypeAccessoryInformation])?.first)
        let group = try await home.addServiceGroup(withName: "Facts")
        await expect(code { try await group.addService(information) }, equals: .operationNotSupported)
    }

    @Test func aServiceIsNamedAndSaysWhatIsPluggedIn() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let outlet = try require(try one.home.servicesWithTypes([HMServiceTypeOutlet])?.first)
        // The delegate is notified of services only where the app has requested them.
        _ = try other.home.servicesWithTypes([HMServiceTypeOutlet])
        try await outlet.updateName("Fan at the window")
        expect(outlet.name, equals: "Fan at the window")
        await other.told.waits(for: "service is Fan at the window")
        try await outlet.updateAssociatedServiceType(HMServiceTypeFan)
        expect(outlet.associatedServiceType, equals: HMServiceTypeFan)
        await other.told.waits(for: "Fan at the window has \(HMServiceTypeFan)")
    }
}
