import Foundation
import HearthHomeKit
import Testing

/// The examples of an introduction to HomeKit, in corrected form; the article Guides of HearthHomeKit lists what was
/// corrected.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct IntroductionTests {
    /// An app keeps its manager as long as it uses homes.
    private static var models: [HomeModel] = []

    private func start() async throws -> (GuideHouse, HomeModel, HMHome) {
        let house = try await GuideHouse.start()
        let model = HomeModel(HMHomeManager(home: try await house.home("app")))
        #expect(model.homeManager.primaryHome == nil)
        Self.models.append(model)
        try await until { model.primaryHome != nil }
        return (house, model, try #require(model.primaryHome))
    }

    @Test func theAccessoriesOfThePrimaryHome() async throws {
        let (house, model, _) = try await start()
        let home = model.homeManager.primaryHome
        let accessories = home?.accessories
        #expect(accessories?.isEmpty == false)
        #expect(accessories?.count == model.accessories.count)
        await house.stop()
    }

    @Test func addingAnAccessorySaysHowAccessoriesCome() async throws {
        let (house, _, home) = try await start()
        var answer: (any Error)?
        home.addAndSetupAccessories { error in
            answer = error
        }
        try await until { answer != nil }
        #expect((answer as? HMError)?.code == .operationNotSupported)
        await house.stop()
    }

    @Test func addingAndRemovingHomes() async throws {
        let (house, model, _) = try await start()
        let homeManager = model.homeManager
        var office: HMHome?
        homeManager.addHome(withName: "オフィス") { home, error in
            if let home = home {
                office = home
            }
        }
        try await until { office != nil }
        #expect(homeManager.homes.contains { $0 === office })
        var isGone = false
        homeManager.removeHome(try #require(office)) { error in
            isGone = error == nil
        }
        try await until { isGone }
        #expect(homeManager.homes.count == 1)
        await house.stop()
    }

    @Test func roomsAndAccessories() async throws {
        let (house, model, home) = try await start()
        let accessory = try #require(model.accessories.first { $0.name == "Floor Lamp" })
        var made: HMRoom?
        home.addRoom(withName: "書斎") { room, error in
            if let room = room {
                made = room
            }
        }
        try await until { made != nil }
        let room = try #require(made)

        var steps = 0
        home.assignAccessory(accessory, to: room) { error in
            #expect(error == nil)
            steps += 1
        }
        try await until { steps == 1 }
        #expect(accessory.room === room)

        // HomeKit has no call to take an accessory out of its room: it is assigned to the default one.
        home.assignAccessory(accessory, to: home.roomForEntireHome()) { error in
            #expect(error == nil)
            steps += 1
        }
        try await until { steps == 2 }
        #expect(accessory.room === home.roomForEntireHome())

        home.removeRoom(room) { error in
            #expect(error == nil)
            steps += 1
        }
        try await until { steps == 3 }

        home.removeAccessory(accessory) { error in
            #expect(error == nil)
            steps += 1
        }
        try await until { steps == 4 }
        #expect(!home.accessories.contains { $0 === accessory })
        await house.stop()
    }

    @Test func readingAndWritingThePowerState() async throws {
        let (house, _, home) = try await start()
        // Services have no fixed order: the example takes the lightbulb with a name.
        let service = home.servicesWithTypes([HMServiceTypeLightbulb])?.first { $0.name == "Floor Lamp" }
        let candidates = service?.characteristics
            .filter { $0.characteristicType == HMCharacteristicTypePowerState }
        let powerState = try #require(candidates?.first)

        var read: Bool?
        powerState.readValue { error in
            // The value is an NSNumber, which Swift bridges to Bool.
            guard let value = powerState.value as? Bool else {
                return
            }
            read = value
        }
        try await until { read != nil }
        #expect(read == false)

        let value = true
        var isWritten = false
        powerState.writeValue(value) { error in
            isWritten = error == nil
        }
        try await until { isWritten }
        #expect(powerState.value as? Bool == true)
        await house.stop()
    }

    @Test func theServicesAndMetadataOfALight() async throws {
        let (house, model, _) = try await start()
        let accessory = try #require(model.accessories.first { $0.name == "Ceiling Light" })
        let services = accessory.services
        #expect(services.map(\.serviceType) == [HMServiceTypeAccessoryInformation, HMServiceTypeLightbulb])
        let types = Set(services[1].characteristics.map(\.characteristicType))
        #expect(
            types.isSuperset(of: [
                HMCharacteristicTypeHue, HMCharacteristicTypeSaturation, HMCharacteristicTypeBrightness,
                HMCharacteristicTypePowerState,
            ]))
        // The name is a characteristic of the accessory's information.
        #expect(services[0].characteristics.contains { $0.characteristicType == HMCharacteristicTypeName })
        let brightness = services[1].characteristics
            .first { $0.characteristicType == HMCharacteristicTypeBrightness }
        let metadata = try #require(brightness?.metadata)
        #expect(metadata.format == "int")
        #expect(metadata.units == "percentage")
        #expect(metadata.minimumValue == 0)
        #expect(metadata.maximumValue == 100)
        #expect(metadata.stepValue == 1)
        #expect(metadata.validValues == nil)
        #expect(metadata.maxLength == nil)
        await house.stop()
    }

    @Test func delegatesGetOnlyChangesOfOtherPrograms() async throws {
        let (house, model, home) = try await start()
        let other = HomeModel(HMHomeManager(home: try await house.home("other")))
        try await until { other.primaryHome != nil }

        _ = try await home.addRoom(withName: "Attic")
        try await until { other.rooms.contains("Attic") }
        #expect(!model.rooms.contains("Attic"))
        #expect(home.rooms.contains { $0.name == "Attic" })

        let lamp = try #require(other.accessories.first { $0.name == "Floor Lamp" })
        let seen = try #require(
            lamp.services.flatMap(\.characteristics).first { $0.characteristicType == HMCharacteristicTypePowerState })
        try await seen.enableNotification(true)
        let own = try #require(
            home.servicesWithTypes([HMServiceTypeLightbulb])?.first { $0.name == "Floor Lamp" }?.characteristics
                .first { $0.characteristicType == HMCharacteristicTypePowerState })
        try await own.writeValue(true)
        try await until { other.values == ["Floor Lamp: 1"] || other.values == ["Floor Lamp: true"] }
        #expect(model.values.isEmpty)
        await house.stop()
    }
}
