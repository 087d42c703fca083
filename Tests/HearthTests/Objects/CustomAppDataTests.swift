internal import Hearth
internal import HearthCombine
internal import HearthTraitCore
internal import Testing

/// The data that apps keep with objects, on a hub in this process.
@Suite(.timeLimit(.minutes(1))) struct CustomAppDataTests {
    private func connect(_ fixture: HubFixture, as clientID: String) async throws -> Home {
        try await Home.connect(over: fixture.client, configuration: HomeClientConfiguration(clientID: clientID))
    }

    @Test func aValueIsSetReadAndForgotten() async throws {
        let fixture = try await HubFixture.start()
        let device = try await fixture.device("door")
        #expect(try await device.customAppData["nickname"] == nil)
        try await device.customAppData.update(key: "nickname", value: "Gate")
        #expect(try await device.customAppData["nickname"] == "Gate")
        try await device.customAppData.update(key: "nickname", value: "")
        #expect(try await device.customAppData["nickname"] == "")
        try await device.customAppData.update(key: "", value: "of no name")
        #expect(try await device.customAppData.values == ["": "of no name", "nickname": ""])
        try await device.customAppData.delete("nickname")
        try await device.customAppData.delete("never there")
        #expect(try await device.customAppData["nickname"] == nil)
        await fixture.stop()
    }

    @Test func structuresAndRoomsHaveTheirOwn() async throws {
        let fixture = try await HubFixture.start()
        let structure = try #require(try await fixture.home.structures().list().first)
        let room = try #require(try await fixture.home.rooms().list().first)
        let objects: [any CustomAppDataSupporting & HomeObject] = [structure, room, try await fixture.device("door")]
        for object in objects { try await object.customAppData.update(key: "id", value: object.id) }
        for object in objects { #expect(try await object.customAppData["id"] == object.id) }
        await fixture.stop()
    }

    @Test func appsKeepOutOfEachOthersWayAndFindTheirDataAgain() async throws {
        let fixture = try await HubFixture.start()
        let one = try await connect(fixture, as: "one")
        let other = try await connect(fixture, as: "other")
        let room = try #require(try await one.rooms().list().first)
        try await room.customAppData.update(key: "colour", value: "blue")
        let same = try #require(try await other.rooms().list().first { $0.id == room.id })
        #expect(same == room)
        #expect(try await same.customAppData["colour"] == nil)
        await one.disconnect()
        let again = try await connect(fixture, as: "one")
        let found = try #require(try await again.rooms().list().first { $0.id == room.id })
        #expect(try await found.customAppData["colour"] == "blue")
        await again.disconnect()
        await other.disconnect()
        await fixture.stop()
    }

    @Test func tooLongOrTooManyEntriesAreRefused() async throws {
        let fixture = try await HubFixture.start()
        let data = try await fixture.device("door").customAppData
        func code(_ key: String, _ value: String) async -> HomeError.Code? {
            await failure { try await data.update(key: key, value: value) }?.code
        }
        #expect(await code(String(repeating: "ü", count: 128), String(repeating: "ü", count: 1024)) == nil)
        #expect(await code(String(repeating: "k", count: 129), "") == .invalidArgument)
        #expect(await code("k", String(repeating: "v", count: 1025)) == .invalidArgument)
        for number in 1...9 { #expect(await code("key \(number)", "") == nil) }
        #expect(await code("one too many", "") == .resourceExhausted)
        #expect(await code("key 9", "again") == nil)
        #expect(try await data.values.count == 10)
        await fixture.stop()
    }

    @Test func changesByOthersAreNotified() async throws {
        let fixture = try await HubFixture.start()
        let (tablet, phone) = (try await connect(fixture, as: "board"), try await connect(fixture, as: "board"))
        let (structure, same) = (
            try #require(try await tablet.structures().list().first),
            try #require(try await phone.structures().list().first)
        )
        let data = try await structure.customAppData
        let changes = Recorder(data.changes.map { 1 }.eraseToAnyPublisher())
        // Data of another app there, or of this app elsewhere, is not part of it.
        let other = try await connect(fixture, as: "other")
        try await other.structures().list().first?.customAppData.update(key: "k", value: "1")
        let room = try #require(try await phone.rooms().list().first)
        try await room.customAppData.update(key: "k", value: "2")
        try await same.customAppData.update(key: "k", value: "3")
        #expect(await changes.next().value == 1)
        #expect(try await data.values == ["k": "3"])
        try await same.customAppData.delete("k")
        #expect(await changes.next().value == 1)
        #expect(try await data.values.isEmpty)
        await tablet.disconnect()
        #expect(await changes.next().isFinished)
        await phone.disconnect()
        await other.disconnect()
        await fixture.stop()
    }

    @Test func theDataGoesWithItsObject() async throws {
        let fixture = try await HubFixture.start()
        let device = try await fixture.device("door")
        let data = try await device.customAppData
        try await data.update(key: "a", value: "b")
        try await device.decommission()
        let reading = await #expect(throws: HomeError.self) { _ = try await data["a"] }
        #expect(reading?.code == .notFound)
        let writing = await #expect(throws: HomeError.self) { try await data.update(key: "a", value: "c") }
        #expect(writing?.code == .notFound)
        await fixture.stop()
    }
}
