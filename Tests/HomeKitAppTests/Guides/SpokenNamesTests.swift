import Foundation
import Hearth
import HearthHomeKit
import Testing

/// What people can say to a home: the names of homes, zones, rooms, service groups and scenes (HomeKit documentation,
/// "Interacting with a home automation network using Siri"). The names are given by HomeKit's calls, and the sentences are
/// said by the SDK, as an app for a microphone says them.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SpokenNamesTests {
    /// An app keeps its manager as long as it uses homes.
    private static var models: [HomeModel] = []

    private func power(_ home: HMHome, _ accessory: String) throws -> HMCharacteristic {
        let services = home.accessories.first { $0.name == accessory }?.services ?? []
        return try #require(
            services.flatMap(\.characteristics).first { $0.characteristicType == HMCharacteristicTypePowerState })
    }

    /// Gives names in the way of an app.
    private func name(_ home: HMHome) async throws {
        try await home.updateName("Cottage")
        let bedroom = try #require(home.rooms.first { $0.name == "Bedroom" })
        try await bedroom.updateName("Den")
        let zone = try await home.addZone(withName: "Upstairs")
        try await zone.addRoom(bedroom)
        let group = try await home.addServiceGroup(withName: "Reading Corner")
        let lamp = try #require(home.accessories.first { $0.name == "Floor Lamp" })
        let bulb = try #require(lamp.services.first { $0.serviceType == HMServiceTypeLightbulb })
        try await group.addService(bulb)
        let scene = try await home.addActionSet(withName: "Movie Time")
        try await scene.addAction(
            HMCharacteristicWriteAction(
                characteristic: try power(home, "Floor Lamp"), targetValue: NSNumber(value: true)))
    }

    @Test func namesOfHomesZonesGroupsAndScenesAreUnderstood() async throws {
        let house = try await GuideHouse.start()
        let connection = try await house.home("app")
        let model = HomeModel(HMHomeManager(home: connection))
        Self.models.append(model)
        try await until { model.primaryHome != nil }
        let home = try #require(model.primaryHome)
        try await name(home)
        let structure = try #require(try await connection.structures().list().first)
        #expect(structure.name == "Cottage")
        let lamp = try power(home, "Floor Lamp")
        func say(_ words: String) async throws -> [String] {
            let answer = try await structure.tell(words)
            #expect(answer.outcome == .done, "\(words): \(answer.sentence)")
            return answer.commands.flatMap(\.targets).map(\.name).sorted()
        }
        let all = try await say("turn on the lights in the cottage")
        #expect(all.count > 1 && all.contains("Floor Lamp"))
        try await until { lamp.value as? Bool == true }
        let upstairs = try await say("turn off the lights upstairs")
        #expect(!upstairs.isEmpty && !upstairs.contains("Floor Lamp"))
        #expect(try await say("turn off the lights in the den") == upstairs)
        #expect(try await say("turn off the reading corner") == ["Floor Lamp"])
        try await until { lamp.value as? Bool == false }
        #expect(try await say("movie time") == ["Movie Time"])
        try await until { lamp.value as? Bool == true }
        await house.stop()
    }

    @Test func otherNamesAreNotUnderstood() async throws {
        let house = try await GuideHouse.start()
        let connection = try await house.home("app")
        let model = HomeModel(HMHomeManager(home: connection))
        Self.models.append(model)
        try await until { model.primaryHome != nil }
        let home = try #require(model.primaryHome)
        try await name(home)
        let structure = try #require(try await connection.structures().list().first)
        // The names before, and those of another home.
        _ = try await model.homeManager.addHome(withName: "Lodge")
        let before = try power(home, "Floor Lamp").value as? Bool
        for words in ["turn on the lights in the bedroom", "turn on the lights in the lodge", "cinema time"] {
            let answer = try await structure.tell(words)
            #expect(answer.outcome == .notUnderstood, "\(words): \(answer.sentence)")
        }
        #expect(try power(home, "Floor Lamp").value as? Bool == before)
        await house.stop()
    }
}
