@testable internal import HearthHomeKit
internal import Foundation
internal import Hearth
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct HomeManagerTests {
    @Test func homesAreEmptyUntilTheDelegateIsNotified() async throws {
        let house = try await HomeKitHouse.start()
        let home = try await Home.connect(over: house.client)
        let told = DelegateRecorder()
        // The main queue is blocked meanwhile, so that nothing can be loaded before this is over.
        let (manager, wasEmpty) = await MainQueue.result {
            let manager = HMHomeManager(home: home)
            manager.delegate = told
            return (manager, manager.homes.isEmpty && manager.primaryHome == nil && manager.authorizationStatus.isEmpty)
        }
        expect(wasEmpty)
        await told.waits(for: "homes")
        expect(told.events, equals: ["status 5", "homes"])
        expect((manager.homes.count, manager.primaryHome === manager.homes.first), are: (1, true))
        expect((manager.authorizationStatus, told.wasElsewhere), are: ([.determined, .authorized], false))
    }

    @Test func homeHoldsAllAccessories() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let devices = try await program.connection.devices().list()
        try expect(program.home.accessories.count, equals: devices.count)
        try expect(program.accessory("Floor Lamp").room?.name, equals: "Living Room")
    }

    @Test func homeIsAddedByNameAndOthersAreNotified() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let office = try await one.manager.addHome(withName: "Office")
        expect(office.name, equals: "Office")
        expect(one.manager.homes.contains { $0 === office })
        await other.told.waits(for: "+home Office")
        expect(other.manager.homes.map(\.name).contains("Office"))
        expect(!one.told.events.contains("+home Office"), "own changes are not notified")
    }

    @Test func removedHomeTakesItsObjectsWithIt() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let office = try await one.manager.addHome(withName: "Office")
        let desk = try await office.addRoom(withName: "Desk")
        await other.told.waits(for: "+home Office")
        try await one.manager.removeHome(office)
        expect(!one.manager.homes.contains { $0 === office })
        await other.told.waits(for: "-home Office")
        expect(desk.accessories.isEmpty)
        await expect(throws: HMError.self) { try await desk.updateName("Table") }
    }

    @Test func newPrimaryHomeHoldsForAllProgramsOfAPerson() async throws {
        let house = try await PeopleHouse.start()
        let one = try await house.program("one")
        let office = try await one.manager.addHome(withName: "Office")
        let other = try await house.program("other")
        let grace = try await house.join("Grace", in: one.home, office)
        let phone = try await grace.program("phone"), tablet = try await grace.program("tablet")
        for program in [one, other, phone, tablet] { expect(program.manager.primaryHome?.name, equals: "Home") }
        try await one.manager.updatePrimaryHome(office)
        expect(one.manager.primaryHome === office)
        await other.told.waits(for: "primary Office")
        expect(!one.told.events.contains("primary Office"), "own changes are not notified")

        // Each person has a primary home of their own.
        expect(phone.manager.primaryHome?.name, equals: "Home")
        let theirs = try require(phone.manager.homes.first { $0.name == "Office" })
        try await phone.manager.updatePrimaryHome(theirs)
        await tablet.told.waits(for: "primary Office")
        expect(!phone.told.events.contains("primary Office"), "own changes are not notified")
        try await phone.manager.updatePrimaryHome(require(phone.manager.homes.first { $0.name == "Home" }))
        await tablet.told.waits(for: "primary Home")
        expect(other.told.events.filter { $0.hasPrefix("primary") }, equals: ["primary Office"])
        expect(one.manager.primaryHome === office)
    }

    @Test func firstHomeOfAPersonIsPrimary() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let office = try await owner.manager.addHome(withName: "Office")
        let grace = try await house.join("Grace", as: .owner, in: office)
        let program = try await grace.program("app")
        expect(program.manager.primaryHome?.name, equals: "Office")
        try await grace.accept(house.invite("Grace", as: .owner, to: [owner.home]))
        await program.told.waits(for: "+home Home")
        _ = try await program.manager.addHome(withName: "Attic")
        expect(Set(program.manager.homes.map(\.name)), equals: ["Attic", "Home", "Office"])
        expect(program.manager.primaryHome?.name, equals: "Office")
    }

    @Test func ownerRemovesTheLastHomeAndAddsAnother() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let home = try owner.home
        let grace = try await house.join("Grace", as: .owner, in: home)
        let program = try await grace.program("app")
        let last = try require(program.manager.homes.first)
        await expect(code { try await program.manager.removeHome(last) }, equals: .insufficientPrivileges)
        try await owner.manager.removeHome(home)
        expect(owner.manager.homes.isEmpty)
        expectNil(owner.manager.primaryHome)
        let office = try await owner.manager.addHome(withName: "Office")
        expect((owner.manager.homes.map(\.name), owner.manager.primaryHome === office), are: (["Office"], true))
        let later = try await house.program("later")
        expect(later.manager.primaryHome?.name, equals: "Office")
    }

    @Test func programStartsWithoutHomes() async throws {
        let house = try await HomeKitHouse.start()
        let first = try await house.program("first")
        try await first.manager.removeHome(first.home)
        let program = try await house.program("app")
        expect(program.manager.homes.isEmpty)
        expectNil(program.manager.primaryHome)
        let office = try await program.manager.addHome(withName: "Office")
        expect(program.manager.primaryHome === office)
    }

    @Test func removedPrimaryHomeIsReplacedByTheHubsChoice() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let office = try await owner.manager.addHome(withName: "Office")
        let cabin = try await owner.manager.addHome(withName: "Cabin")
        let grace = try await house.join("Grace", in: owner.home, office, cabin)
        let program = try await house.program("other"), guest = try await grace.program("guest")
        let user = try require(try program.home.users.first)
        // Only for the guest.
        try await program.home.removeUser(user)
        await guest.told.waits(for: "primary Office")
        await guest.told.waits(for: "-home Home")
        // The hub reports a person's membership apart from the visible objects, so either may come first.
        expect(Set(guest.told.events.dropFirst(2)), equals: ["-home Home", "primary Office"])
        expect((guest.told.events.count, guest.manager.homes.map(\.name).sorted()), are: (4, ["Cabin", "Office"]))
        // For all.
        try await owner.manager.removeHome(owner.home)
        await program.told.waits(for: "primary Office")
        expect(program.told.events.dropFirst(2), equals: ["-home Home", "primary Office"])
        expect(program.manager.homes.map(\.name).sorted(), equals: ["Cabin", "Office"])
    }

    @Test func sharedHomeIsInTheSameList() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let grace = try await house.join("Grace", as: .administrator, in: owner.home)
        let program = try await grace.program("app")
        let shared = try await owner.manager.addHome(withName: "Grandmother's")
        try await grace.accept(house.invite("Grace", as: .guest, to: [shared]))
        await program.told.waits(for: "+home Grandmother's")
        expect(program.manager.homes.map(\.name), equals: ["Home", "Grandmother's"])
        expect(program.manager.primaryHome?.name, equals: "Home")
        let roles = program.manager.homes.map { $0.homeAccessControl(for: $0.currentUser).isAdministrator }
        expect(roles, equals: [true, false])
    }

    @Test func aHubThatRefusesIsSaid() async throws {
        let told = DelegateRecorder()
        let manager = await told.manager {
            HMHomeManager { throw HomeError(.unauthenticated, "the hub is unclaimed") }
        }
        await told.waits(for: "status 3")
        expect((manager.authorizationStatus, manager.homes.isEmpty), are: ([.determined, .restricted], true))
    }

    @Test func programWithoutRightsConnectsLater() async throws {
        // The hub's clock begins at eight.
        let clock = ManualClock()
        let house = try await PeopleHouse.start(clock: clock)
        let owner = try await house.program("owner")
        _ = try await Hearth_V1_HomeClient(house.house.client).updateStructure(
            Hearth_V1_UpdateStructureRequest(structureID: owner.home.id, timeZone: "UTC"))
        let hours = Hearth_V1_Hours(from: 9 * 60, until: 17 * 60)
        let grace = try await house.join("Grace", .init(everything: true, hours: [hours]), in: owner.home)
        let told = DelegateRecorder()
        let manager = await told.manager {
            HMHomeManager(pause: .milliseconds(1)) { try await grace.connect("guest") }
        }
        await told.waits(for: "status 3")
        await told.waits(for: "status 3", after: 1)
        expect(manager.homes.isEmpty)
        await clock.advance(by: .seconds(3_600))
        await told.waits(for: "homes")
        expect(told.events.suffix(2), equals: ["status 5", "homes"])
        expect(told.events.dropLast(2).allSatisfy { $0 == "status 3" })
        expect(manager.primaryHome?.name, equals: "Home")
    }

    @Test func identifiersAreTheSameForAllPrograms() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let lamp = try one.accessory("Floor Lamp"), same = try other.accessory("Floor Lamp")
        expect(lamp.uniqueIdentifier, equals: same.uniqueIdentifier)
        expect(lamp.services.map(\.uniqueIdentifier), equals: same.services.map(\.uniqueIdentifier))
        let all = lamp.services.flatMap(\.characteristics).map(\.uniqueIdentifier)
        expect(Set(all).count, equals: all.count)
    }

    @Test func thereIsOneObjectForAnID() async throws {
        let program = try await HomeKitHouse.oneProgram()
        let lamp = try program.accessory("Floor Lamp")
        try expect(program.accessory("Floor Lamp") === lamp)
        expect(lamp.services[0] === lamp.services[0])
        let kitchen = try await program.home.addRoom(withName: "Cellar")
        try expect(program.home.rooms.contains { $0 === kitchen })
        try expect(program.home.roomForEntireHome() === program.home.roomForEntireHome())
    }
}
