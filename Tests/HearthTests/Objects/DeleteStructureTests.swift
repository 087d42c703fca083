internal import Hearth
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct DeleteStructureTests {
    @Test func structureIsDeletedWithItsRooms() async throws {
        let fixture = try await HubFixture.start()
        let home = fixture.home
        let old = try require(try await home.structures().list().first)
        for _ in 0..<3 {
            let cottage = try await home.createStructure(name: "Cottage")
            _ = try await cottage.createRoom(name: "Loft")
            try await home.deleteStructure(cottage)
            try await expect(home.structures().list(), equals: [old])
            try await expect(home.rooms().list().allSatisfy { $0.structureID == old.id })
            let error = await expect(throws: HomeError.self) { try await home.deleteStructure(id: cottage.id) }
            expect(error?.code, equals: .notFound)
        }
        try await home.deleteStructure(old)
        try await expect(home.structures().list().isEmpty)
    }
}
