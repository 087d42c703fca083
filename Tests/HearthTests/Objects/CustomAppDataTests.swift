internal import Hearth
internal import HearthCombine
internal import HearthTraitCore
internal import Expectations
internal import Testing

/// The data that apps keep with objects, on a hub in this process.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct CustomAppDataTests {
    private func connect(_ fixture: HubFixture, as clientID: String) async throws -> Home {
        try await Home.connect(over: fixture.client, configuration: HomeClientConfiguration(clientID: clientID))
    }

    @Test func aValueIsSetReadAndForgotten() async throws {
        let (_, device) = try await HubFixture.with("door")
        try await expectNil(device.customAppData["nickname"])
        try await device.customAppData.update(key: "nickname", value: "Gate")
        try await expect(device.customAppData["nickname"], equals: "Gate")
        try await device.customAppData.update(key: "nickname", value: "")
        try await expect(device.customAppData["nickname"], equals: "")
        try await device.customAppData.update(key: "", value: "of no name")
        try await expect(device.customAppData.values, equals: ["": "of no name", "nickname": ""])
        try await device.customAppData.delete("nickname")
        try await device.customAppData.delete("never there")
        try await expectNil(device.customAppData["nickname"])
    }

    @Test func structuresAndRoomsHaveTheirOwn() async throws {
        let (fixture, structure) = try await HubFixture.withStructure()
        let room = try require(try await fixture.home.rooms().list().first)
        let objects: [any CustomAppDataSupporting & HomeObject] = [structure, room, try await fixture.device("door")]
        for object in objects { try await object.customAppData.update(key: "id", value: object.id) }
        for object in objects { try await expect(object.customAppData["id"], equals: object.id) }
    }

    @Test func appsKeepOutOfEachOthersWayAndFindTheirDataAgain() async throws {
        let fixture = try await HubFixture.start()
        let one = try await connect(fixture, as: "one")
        let other = try await connect(fixture, as: "other")
        let room = try require(try await one.rooms().list().first)
        try await room.customAppData.update(key: "colour", value: "blue")
        let same = try require(try await other.rooms().list().first { $0.id == room.id })
        expect(same, equals: room)
        try await expectNil(same.customAppData["colour"])
        await one.disconnect()
        let again = try await connect(fixture, as: "one")
        let found = try require(try await again.rooms().list().first { $0.id == room.id })
        try await expect(found.customAppData["colour"], equals: "blue")
        await again.disconnect()
        await other.disconnect()
    }

    @Test func tooLongOrTooManyEntriesAreRefused() async throws {
        let fixture = try await HubFixture.start()
        let data = try await fixture.device("door").customAppData
        func code(_ key: String, _ value: String) async -> HomeError.Code? {
            await failure { try await data.update(key: key, value: value) }?.code
        }
        await expectNil(code(String(repeating: "ü", count: 128), String(repeating: "ü", count: 1024)))
        await expect(code(String(repeating: "k", count: 129), ""), equals: .invalidArgument)
        await expect(code("k", String(repeating: "v", count: 1025)), equals: .invalidArgument)
        for number in 1...9 { await expectNil(code("key \(number)", "")) }
        await expect(code("one too many", ""), equals: .resourceExhausted)
        await expectNil(code("key 9", "again"))
        try await expect(data.values.count, equals: 10)
    }

    @Test func changesByOthersAreNotified() async throws {
        let fixture = try await HubFixture.start()
        let (tablet, phone) = (try await connect(fixture, as: "board"), try await connect(fixture, as: "board"))
        let (structure, same) = (
            try require(try await tablet.structures().list().first),
            try require(try await phone.structures().list().first)
        )
        let data = try await structure.customAppData
        let changes = Recorder(data.changes.map { 1 }.eraseToAnyPublisher())
        // Data of another app there, or of this app elsewhere, is not part of it.
        let other = try await connect(fixture, as: "other")
        try await other.structures().list().first?.customAppData.update(key: "k", value: "1")
        let room = try require(try await phone.rooms().list().first)
        try await room.customAppData.update(key: "k", value: "2")
        try await same.customAppData.update(key: "k", value: "3")
        await expect(changes.next().value, equals: 1)
        try await expect(data.values, equals: ["k": "3"])
        try await same.customAppData.delete("k")
        await expect(changes.next().value, equals: 1)
        try await expect(data.values.isEmpty)
        await tablet.disconnect()
        await expect(changes.next().isFinished)
        await phone.disconnect()
        await other.disconnect()
    }

    @Test func theDataGoesWithItsObject() async throws {
        let (_, device) = try await HubFixture.with("door")
        let data = try await device.customAppData
        try await data.update(key: "a", value: "b")
        try await device.decommission()
        let reading = await expect(throws: HomeError.self) { _ = try await data["a"] }
        expect(reading?.code, equals: .notFound)
        let writing = await expect(throws: HomeError.self) { try await data.update(key: "a", value: "c") }
        expect(writing?.code, equals: .notFound)
    }
}
