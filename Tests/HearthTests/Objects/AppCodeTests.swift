internal import Foundation
internal import Hearth
internal import HearthTraits
internal import Expectations
internal import Testing

/// Code as in an app for Google's SDK, class by class: it compiles unchanged, and it works.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct AppCodeTests {
    /// The objects of a structure that an app keeps.
    @MainActor
    final class StructureModel {
        let home: Home
        private(set) var structures: [Structure] = []
        private(set) var rooms: [Room] = []
        private(set) var devices: [HomeDevice] = []
        private var cancellables: Set<AnyCancellable> = []

        init(home: Home) {
            self.home = home
        }

        func load() async {
            do {
                try Task.checkCancellation()
                structures = try await home.structures().list().sorted { $0.name < $1.name }
                rooms = try await home.rooms().list().filter { $0.structureID == structures.first?.id }
                    .sorted { $0.name < $1.name }
                devices = try await home.devices().list().sorted { $0.name < $1.name }
            } catch let error as HomeError {
                Issue.record("\(error.code): \(error.message)")
            } catch {
                Issue.record("\(error.localizedDescription)")
            }
        }

        func devices(in room: Room?) -> [HomeDevice] { devices.filter { $0.roomID == room?.id } }

        func addRoom(_ name: String) async throws -> Room {
            guard let structure = structures.first else { throw HomeError.notFound("Structure not found") }
            return try await structure.createRoom(name: name)
        }

        func move(_ deviceID: String, to roomID: String) async throws {
            guard let structure = structures.first else { throw HomeError.notFound("Structure not found") }
            _ = try await structure.move(device: deviceID, to: roomID)
        }
    }

    /// A screen that renames anything takes the method as a closure.
    private struct Rename<Object> {
        let setName: (String) async throws -> Object
    }

    @Test @MainActor func roomsAndNames() async throws {
        let fixture = try await HubFixture.start()
        let model = StructureModel(home: fixture.home)
        await model.load()
        let structure = try require(model.structures.first)
        let attic = try await model.addRoom("Attic")
        let light = try require(model.devices.first { $0.id == "ceiling" })
        do {
            try await structure.move(device: light, to: attic)
            try await model.move("door", to: attic.id)
        } catch let error as HomeError {
            Issue.record("\(error)")
        }
        await model.load()
        expect(model.devices(in: attic).map(\.id), equals: ["ceiling", "door"])
        let renamed = try await Rename(setName: attic.setName).setName("Loft")
        expect((attic.name, renamed.name), are: ("Attic", "Loft"))
        _ = try await Rename(setName: light.setName).setName("Big light")
        _ = try await Rename(setName: structure.setName).setName("House")
        try await structure.deleteRoom(renamed)
        await model.load()
        expect(model.devices(in: nil).contains { $0.name == "Big light" })
        expect(model.structures.map(\.name), equals: ["House"])
    }

    /// The type of a device is found by asking for one after the other.
    private func kind(of device: HomeDevice) -> String {
        if device.types.contains(Matter.ExtendedColorLightDeviceType.self) {
            "colour"
        } else if device.types.contains(ColorTemperatureLightDeviceType.self) {
            "white"
        } else if device.types.contains(DimmableLightDeviceType.self) {
            "dimmable"
        } else if device.types.contains(OnOffLightDeviceType.self) {
            "on/off"
        } else {
            "other"
        }
    }

    @Test func kindsOfDevices() async throws {
        let fixture = try await HubFixture.start()
        let kinds = try await fixture.home.devices().list().sorted { $0.id < $1.id }.map { "\($0.id): \(kind(of: $0))" }
        expect(
            kinds,
            equals: [
                "bedroom-lamp: dimmable", "ceiling: on/off", "door: other", "hygrometer: other", "speaker: dimmable",
            ])
    }

    @Test func typeByCollectionSubscriptOrGenericArgument() async throws {
        let (_, device) = try await HubFixture.with("bedroom-lamp")
        let explicit: DimmableLightDeviceType? = await device.types.get()
        expect(explicit != nil)
        let inferred: [DimmableLightDeviceType] = try await device.types.getAll()
        expect(inferred.count, equals: 1)
        let lights: AnyPublisher<DimmableLightDeviceType, HomeError> = device.types.subscribe()
        await expect(Recorder(lights).next().value, equals: explicit)
        await expect(
            Recorder(device.types.subscribeAll()).next().value?[DimmableLightDeviceType.self], equals: explicit)
        let level = device.types.subscribe(DimmableLightDeviceType.self)
            .compactMap { $0.matterTraits.levelControlTrait }
            .removeDuplicates()
            .eraseToAnyPublisher()
        let levels = Recorder(level)
        await expect(levels.next().value?.attributes.currentLevel, equals: 254)
        try await explicit?.matterTraits.levelControlTrait?.moveToLevel(
            level: UInt8(127), transitionTime: 0, optionsMask: Matter.LevelControlTrait.OptionsBitmap(),
            optionsOverride: [])
        await expect(levels.next().value?.currentLevel, equals: 127)
    }

    @Test func traitsAreValues() async throws {
        let fixture = try await HubFixture.start()
        let types = try await fixture.device("ceiling").types
        let before = try require(await types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait)
        expect((before.supportsToggleCommand, before.attributes.$onOff.isSupported), are: (true, true))
        expect(!before.attributes.$startUpOnOff.isSupported)
        try await before.toggle()
        let after = try require(await types.get(OnOffLightDeviceType.self)?.traits[Matter.OnOffTrait.self])
        expect(before, differsFrom: after)
        expect((before.onOff, after.attributes.onOff), are: (false, true))
        try await after.toggle()
        await expect(types.get(OnOffLightDeviceType.self)?.matterTraits.onOffTrait, equals: before)
    }

    /// Removal as a screen does it: before the home has answered, the device is still shown.
    @Test func removing() async throws {
        let (_, device) = try await HubFixture.with("door")
        var eligibility = HomeDevice.DecommissionEligibility.ineligible(reason: .other("Not loaded"))
        do {
            eligibility = try await device.decommissionEligibility
        } catch {
            eligibility = .ineligible(reason: .other("\(error.localizedDescription)"))
        }
        switch eligibility {
        case .eligible, .eligibleWithSideEffects: break
        case .ineligible(let reason): Issue.record("\(reason)")
        }
        let removed: Set<String> = try await device.decommission()
        expect(removed, equals: ["door"])
    }

    @Test func configuring() async throws {
        Home.configure {
            $0.teamID = "team"
            $0.strictOperationValidation = false
            $0.referencedAutomationTypes = ReferencedAutomationTypes(
                deviceTypes: [OnOffLightDeviceType.self], traits: [Matter.OnOffTrait.self])
        }
        expect((Home.configuration.teamID, Home.configuration.referencedAutomationTypes.traits.count), are: ("team", 1))
    }
}
