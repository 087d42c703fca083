internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

/// A hub in this process, and an app that has named the types of its automations.
struct AutomationHouse {
    let fixture: HubFixture
    let home: Home
    let structure: Structure

    static let types = ReferencedAutomationTypes(
        deviceTypes: [OnOffLightDeviceType.self, DimmableLightDeviceType.self],
        traits: [Matter.OnOffTrait.self, Matter.LevelControlTrait.self, Google.TimeTrait.self])

    static func start(_ devices: [DeviceDescription] = TestHouse.all) async throws -> AutomationHouse {
        let fixture = try await HubFixture.start(devices)
        var configuration = HomeClientConfiguration()
        configuration.referencedAutomationTypes = types
        let home = try await Home.connect(over: fixture.client, configuration: configuration)
        let structure = try require(try await home.structures().list().first)
        let house = AutomationHouse(fixture: fixture, home: home, structure: structure)
        atEnd { await house.stop() }
        return house
    }

    func device(_ id: String) async throws -> HomeDevice {
        try require(try await home.devices().list().first { $0.id == id })
    }

    func stop() async {
        await home.disconnect()
        await fixture.stop()
    }
}
