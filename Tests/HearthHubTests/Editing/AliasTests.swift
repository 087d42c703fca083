internal import Expectations
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Testing

/// The other names that people say for devices, rooms, zones and scenes.
@Suite(.timeLimit(.minutes(5)))
struct AliasTests {
    /// The code of an error, for comparisons.
    private func code(_ call: () async throws -> some Any) async -> RPCError.Code? {
        do {
            _ = try await call()
            return nil
        } catch {
            return RPCError(error).code
        }
    }

    private func lamps() -> TestProvider {
        TestProvider([TestProvider.lamp("lamp-1", name: "Lamp 1"), TestProvider.lamp("lamp-2", name: "Lamp 2")])
    }

    @Test func aliasesSurviveARestart() async throws {
        let store = try await HomeStore.inMemory()
        let test = try await TestHub(store: store)
        try await test.hub.attach(lamps())
        let home = test.home()
        let room = try require(try await home.createRoom(.init(structureID: test.structureID, name: "Hall")).room)
        let zone = try require(try await home.createZone(.init(structureID: test.structureID, name: "Up")).zone)
        _ = try await home.updateRoom(.init(roomID: room.id, aliases: .init(names: [" Corridor ", "Entrance"])))
        _ = try await home.updateZone(.init(zoneID: zone.id, aliases: .init(names: ["Upstairs"])))
        _ = try await home.updateDevice(.init(deviceID: "lamp-1", aliases: .init(names: ["Big Lamp"])))
        let second = try await TestHub(store: store)
        expect(second.truth().rooms[room.id]?.aliases, equals: ["Corridor", "Entrance"])
        expect(second.truth().zones[zone.id]?.aliases, equals: ["Upstairs"])
        expect(second.truth().devices["lamp-1"]?.aliases, equals: ["Big Lamp"])
        try await second.hub.attach(lamps())
        expect(second.truth().devices["lamp-1"]?.aliases, equals: ["Big Lamp"])
        _ = try await second.home().updateRoom(.init(roomID: room.id, aliases: .init()))
        expect(second.truth().rooms[room.id]?.aliases, equals: [])
    }

    @Test func aliasesAreUniqueAsNames() async throws {
        let test = try await TestHub()
        try await test.hub.attach(lamps())
        let home = test.home()
        let room = try require(try await home.createRoom(.init(structureID: test.structureID, name: "Hall")).room)
        _ = try await home.updateRoom(.init(roomID: room.id, aliases: .init(names: ["Corridor"])))
        await expect(
            code { try await home.updateDevice(.init(deviceID: "lamp-1", aliases: .init(names: ["corridor"]))) },
            equals: .alreadyExists)
        await expect(
            code { try await home.createRoom(.init(structureID: test.structureID, name: "Corridor")) },
            equals: .alreadyExists)
        await expect(
            code { try await home.updateRoom(.init(roomID: room.id, aliases: .init(names: ["A", "a"]))) },
            equals: .alreadyExists)
        await expect(
            code {
                try await home.updateRoom(.init(roomID: room.id, aliases: .init(names: (0..<9).map { "Name \($0)" })))
            }, equals: .resourceExhausted)
        await expect(
            code { try await home.updateRoom(.init(roomID: room.id, aliases: .init(names: [""]))) },
            equals: .invalidArgument)
        // A room that takes its alias as its name has it once, and the alias of another object later.
        _ = try await home.updateRoom(.init(roomID: room.id, name: "Corridor"))
        expect(test.truth().rooms[room.id]?.aliases, equals: [])
        _ = try await home.updateDevice(.init(deviceID: "lamp-1", aliases: .init(names: ["Hall"])))
        expect(test.truth().devices["lamp-1"]?.aliases, equals: ["Hall"])
    }
}
