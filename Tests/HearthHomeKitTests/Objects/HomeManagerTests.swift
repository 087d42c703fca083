@testable internal import HearthHomeKit
internal import Foundation
internal import Hearth
internal import HearthWire
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct HomeManagerTests {
    @Test func hk04ThereAreNoHomesUntilTheDelegateIsTold() async throws {
        let house = try await HomeKitHouse.start()
        let home = try await Home.connect(over: house.client)
        let told = DelegateRecorder()
        // The main queue is held meanwhile, so that nothing can be loaded before this is over.
        let (manager, wasEmpty) = await MainQueue.result {
            let manager = HMHomeManager(home: home)
            manager.delegate = told
            return (manager, manager.homes.isEmpty && manager.primaryHome == nil && manager.authorizationStatus.isEmpty)
        }
        #expect(wasEmpty)
        await told.waits(for: "homes")
        #expect(told.events == ["status 5", "homes"])
        #expect(manager.homes.count == 1)
        #expect(manager.primaryHome === manager.homes.first)
        #expect(manager.authorizationStatus == [.determined, .authorized])
        #expect(!told.wasElsewhere)
        await house.stop()
    }

    @Test func hk02AHomeHoldsAllAccessories() async throws {
        let house = try await HomeKitHouse.start()
        let program = try await house.program("app")
        let devices = try await program.connection.devices().list()
        #expect(try program.home.accessories.count == devices.count)
        #expect(try program.accessory("Floor Lamp").room?.name == "Living Room")
        await house.stop()
    }

    @Test func hk05AHomeIsAddedByNameAndOthersAreTold() async throws {
        let house = try await HomeKitHouse.start()
        let one = try await house.program("one"), other = try await house.program("other")
        let office = try await one.manager.addHome(withName: "Office")
        #expect(office.name == "Office")
        #expect(one.manager.homes.contains { $0 === office })
        await other.told.waits(for: "+home Office")
        #expect(other.manager.homes.map(\.name).contains("Office"))
        #expect(!one.told.events.contains("+home Office"), "HK-80")
        await house.stop()
    }

    @Test func hk06ARemovedHomeGoesWithAllItHolds() async throws {
        let house = try await HomeKitHouse.start()
        let one = try await house.program("one"), other = try await house.program("other")
        let office = try await one.manager.addHome(withName: "Office")
        let desk = try await office.addRoom(withName: "Desk")
        await other.told.waits(for: "+home Office")
        try await one.manager.removeHome(office)
        #expect(!one.manager.homes.contains { $0 === office })
        await other.told.waits(for: "-home Office")
        #expect(desk.accessories.isEmpty)
        await #expect(throws: HMError.self) { try await desk.updateName("Table") }
        await house.stop()
    }

    @Test func hk10AnotherHomeBecomesPrimaryForAllProgramsOfThePerson() async throws {
        let home = ScriptedHome()
        home.change(.structure(.init(id: "s2", name: "Office")))
        let one = try await Program.scripted(home, "one"), other = try await Program.scripted(home, "other")
        let office = try #require(one.manager.homes.first { $0.name == "Office" })
        #expect(one.manager.primaryHome?.name == "Home")
        try await one.manager.updatePrimaryHome(office)
        #expect(one.manager.primaryHome === office)
        await other.told.waits(for: "primary Office")
        #expect(!one.told.events.contains("primary Office"), "HK-80")
    }

    @Test func hk09WhenThePrimaryHomeGoesTheOneThatTheHubNamesTakesItsPlace() async throws {
        let home = ScriptedHome()
        home.change(.structure(.init(id: "s2", name: "Office")))
        let program = try await Program.scripted(home, "one")
        home.change(.removedStructureID("s1"))
        home.say { $0.primaryStructureID = "s2" }
        await program.told.waits(for: "-home Home")
        await program.told.waits(for: "primary Office")
        #expect(program.manager.homes.map(\.name) == ["Office"])
        #expect(program.told.events.dropFirst(2) == ["-home Home", "primary Office"])
    }

    @Test func hk11ASharedHomeIsInTheSameList() async throws {
        let home = ScriptedHome()
        let program = try await Program.scripted(home, "guest")
        home.change(.structure(.init(id: "s9", name: "Grandmother's")))
        home.say { $0.memberships.append(.init(structureID: "s9", personID: "p9", role: .guest)) }
        await program.told.waits(for: "+home Grandmother's")
        #expect(program.manager.homes.count == 2)
    }

    @Test func aHubThatRefusesIsSaid() async throws {
        let told = DelegateRecorder()
        let manager = HMHomeManager { throw HomeError(.unauthenticated, "nobody has claimed the hub") }
        manager.delegate = told
        await told.waits(for: "status 3")
        #expect(manager.authorizationStatus == [.determined, .restricted])
        #expect(manager.homes.isEmpty)
    }

    @Test func whoeverMaySeeNothingAtTheMomentIsConnectedLater() async throws {
        let home = ScriptedHome()
        let tries = Mutex(0)
        let told = DelegateRecorder()
        let manager = HMHomeManager(pause: .milliseconds(1)) {
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            guard number > 2 else { throw HomeError(.permissionDenied, "the hours of the guest begin at 9:00") }
            return try await Home.connect(over: home.client)
        }
        manager.delegate = told
        await told.waits(for: "homes")
        #expect(told.events == ["status 3", "status 3", "status 5", "homes"])
        #expect(manager.primaryHome?.name == "Home")
    }

    @Test func identifiersAreTheSameForAllPrograms() async throws {
        let house = try await HomeKitHouse.start()
        let one = try await house.program("one"), other = try await house.program("other")
        let lamp = try one.accessory("Floor Lamp"), same = try other.accessory("Floor Lamp")
        #expect(lamp.uniqueIdentifier == same.uniqueIdentifier)
        #expect(lamp.services.map(\.uniqueIdentifier) == same.services.map(\.uniqueIdentifier))
        let all = lamp.services.flatMap(\.characteristics).map(\.uniqueIdentifier)
        #expect(Set(all).count == all.count)
        await house.stop()
    }

    @Test func thereIsOneObjectForAnID() async throws {
        let house = try await HomeKitHouse.start()
        let program = try await house.program("app")
        let lamp = try program.accessory("Floor Lamp")
        #expect(try program.accessory("Floor Lamp") === lamp)
        #expect(lamp.services[0] === lamp.services[0])
        let kitchen = try await program.home.addRoom(withName: "Cellar")
        #expect(try program.home.rooms.contains { $0 === kitchen })
        #expect(try program.home.roomForEntireHome() === program.home.roomForEntireHome())
        await house.stop()
    }
}

extension Program {
    /// A program that follows a scripted home.
    static func scripted(_ home: ScriptedHome, _ name: String) async throws -> Program {
        try await start(
            Home.connect(over: home.client, configuration: HomeClientConfiguration(clientID: name)))
    }
}
