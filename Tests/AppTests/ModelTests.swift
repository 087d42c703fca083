import Dispatch
import Foundation
import Hearth
import HearthTraits
import Testing

/// The app's models of the home, its rooms and a device's page.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ModelTests {
    @Test func signingInShowsTheStructures() async throws {
        let house = try await AppHouse.start()
        let account = AccountModel()
        let model = MainModel(homePublisher: account.$home)
        #expect(model.structures.isEmpty && model.selectedStructureID == nil)
        account.home = house.home
        let structure = try #require(try await house.home.structures().list().first)
        await model.$selectedStructureID.becomes(structure.id)
        #expect(model.structure(structureID: structure.id)?.name == structure.name)
        #expect(model.structure(structureID: nil) == nil)
        let renamed = try await structure.setName("Cottage")
        await model.$structures.becomes([renamed])
        account.home = nil
        #expect(model.structures.isEmpty && model.selectedStructureID == nil)
        await house.stop()
    }

    @Test func aHouseByItsRooms() async throws {
        let house = try await AppHouse.start()
        let structure = try #require(try await house.home.structures().list().first)
        let model = HouseModel(home: house.home, structureID: structure.id)
        await model.$hasLoaded.becomes(true)
        while model.entries.isEmpty { await Task.yield() }
        #expect(model.entries.map(\.name).contains("Kitchen"))
        #expect(model.entries.map(\.name) == model.entries.map(\.name).sorted())

        model.addRoom(name: "Attic", structure: structure)
        while model.entries.first?.name != "Attic" { await Task.yield() }
        let attic = try #require(model.entries.first)
        let coffee = try await house.device("Coffee Maker")
        model.moveDevice(device: coffee.id, to: attic.id, structure: structure)
        while model.entries.first?.tiles.map(\.id) != [coffee.id] { await Task.yield() }
        model.removeRoom(id: attic.id, structure: structure)
        while model.entries.contains(where: { $0.name == "Attic" }) { await Task.yield() }
        #expect(try await house.device("Coffee Maker").roomID == nil)
        await house.stop()
    }

    @Test func aDevicesSoftware() async throws {
        let house = try await AppHouse.start()
        let device = try await house.device("Front Door")
        let model = UpdateModel(home: house.home, device: device)
        await model.$state.becomes(.upToDate("1.0"))
        #expect(model.deviceName == "Front Door")
        _ = try await device.setName("Main entrance")
        await model.$deviceName.becomes("Main entrance")
        await house.stop()
    }

    @Test func howFarAnUpdateIs() {
        typealias Trait = Matter.OtaSoftwareUpdateRequestorTrait
        #expect(UpdateState(nil, progress: nil, version: nil) == .checking)
        #expect(UpdateState(.downloading, progress: 40, version: "1.0") == .downloading(percent: 40))
        #expect(UpdateState(Trait.UpdateStateEnum(rawValue: 99), progress: nil, version: nil) == .checking)
        #expect(UpdateState(.idle, progress: nil, version: "1.0") == .upToDate("1.0"))
    }

    @Test func removingADevice() async throws {
        let house = try await AppHouse.start()
        let device = try await house.device("Coffee Maker")
        let model = RemovalModel(device)
        #expect(model.eligibility == nil)
        await model.ask()
        #expect(model.eligibility == .eligible)
        try await model.remove()
        #expect(model.removed == [device.id])
        await #expect(throws: AppHouse.NotFound.self) { try await house.device("Coffee Maker") }
        await house.stop()
    }

    @Test func appDataOfADeviceIsKept() async throws {
        let house = try await AppHouse.start()
        let device = try await house.device("Floor Lamp")
        let key = "favourite"
        var response = try await device.customAppData[key]
        #expect(response == nil)
        try await device.customAppData.update(key: key, value: "yes")
        response = try await device.customAppData[key]
        #expect(response == "yes")
        try await device.customAppData.delete(key)
        response = try await device.customAppData[key]
        #expect(response == nil)

        guard let room = try await house.home.rooms().list().first(where: { $0.name == "Bedroom" }) else { return }
        try await room.customAppData.update(key: "nickname", value: "Den")
        #expect(try await room.customAppData["nickname"] == "Den")
        await house.stop()
    }

    @Test func anErrorThatPeopleCanRead() async throws {
        let house = try await AppHouse.start()
        let structure = try #require(try await house.home.structures().list().first)
        let lightDevices = try await house.home.devices().list().filter {
            $0.types.contains(OnOffLightDeviceType.self)
        }
        let gone = try await structure.createRoom(name: "Gone")
        try await structure.deleteRoom(gone)
        let light1 = lightDevices.first
        if let light = light1 {
            do {
                try Task.checkCancellation()
                try await structure.move(device: light, to: gone)
                Issue.record("moved into a room that is gone")
            } catch let error as HomeError {
                #expect(error.code == .notFound)
                #expect(!error.message.isEmpty)
                #expect(error.localizedDescription.contains(error.message))
            }
        }
        await house.stop()
    }

    @Test func manyCommandsAtOnce() async throws {
        let house = try await AppHouse.start()
        let lights = ["Mirror Light", "Hallway Light"]
        var traits: [Matter.OnOffTrait] = []
        for name in lights {
            let type = try await house.device(name).types.get(OnOffLightDeviceType.self)
            traits.append(try #require(type?.matterTraits.onOffTrait))
        }
        let results = try await house.home.sendBatchedCommands { batcher in
            traits.map { batcher.add($0.onBatchable()) }
        }
        #expect(results.map(\.isSuccessful) == [true, true])
        for name in lights {
            let type = try await house.device(name).types.get(OnOffLightDeviceType.self)
            #expect(type?.matterTraits.onOffTrait?.onOff == true)
        }
        await house.stop()
    }

    @Test func doorPageShowsWhoOpenedIt() async throws {
        let house = try await AppHouse.start()
        let device = try await house.device("Front Door")
        let lock = try #require(await device.types.get(DoorLockDeviceType.self))
        typealias Operation = Matter.DoorLockTrait.LockOperationEvent
        #expect(lock.events.contains(Operation.self))
        #expect(!lock.events.contains(Matter.SwitchTrait.InitialPressEvent.self))
        var operations: [Operation] = []
        var all = 0
        var cancellables: Set<AnyCancellable> = []
        let (stream, arrived) = AsyncStream<Void>.makeStream()
        lock.events.subscribe(Matter.DoorLockTrait.self)
            .receive(on: DispatchQueue.main)
            .sink(receiveCompletion: { _ in }) { (event: any Event) in
                all += event.timestamp > 0 ? 1 : 0
            }
            .store(in: &cancellables)
        lock.events.subscribe(Operation.self)
            .receive(on: DispatchQueue.main)
            .catch { _ in Empty<Operation, Never>() }
            .sink { event in
                operations.append(event)
                arrived.yield()
            }
            .store(in: &cancellables)
        try await lock.matterTraits.doorLockTrait?.unlockDoor { $0.setPinCode(Array("1234".utf8)) }
        for await _ in stream { break }
        #expect(operations.map(\.payload.lockOperationType) == [.unlock])
        #expect(operations.first?.importance == .critical)
        #expect(all >= 1)
        await house.stop()
    }

    @Test func configuring() {
        let before = Home.configuration
        Home.configure {
            $0.teamID = "team"
            $0.clientID = "client.example"
            $0.sharedAppGroup = "group.example"
            $0.strictOperationValidation = false
            $0.referencedAutomationTypes = ReferencedAutomationTypes(
                deviceTypes: [OnOffLightDeviceType.self], traits: [Matter.OnOffTrait.self])
        }
        #expect(Home.configuration.clientID == "client.example")
        Home.configure { $0 = before }
    }
}
