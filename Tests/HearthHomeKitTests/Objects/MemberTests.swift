internal import Hearth
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct MemberTests {
    @Test func theSDKHasMembersAndPermissions() async throws {
        let house = try await PeopleHouse.start()
        let owner = try await house.program("owner")
        let grace = try await house.join("Grace", in: owner.home)
        _ = try await house.join("Linus", in: owner.home)
        let structure = try #require(try await owner.connection.structures().list().first)
        #expect(structure.permissions.role == .owner)
        #expect(structure.permissions.canManage)
        #expect(try await structure.members().map(\.name) == ["Owner", "Grace", "Linus"])
        let linus = try #require(try await structure.members().last)
        try await structure.removeMember(id: linus.id)
        #expect(try await structure.members().map(\.name) == ["Owner", "Grace"])
        // The hub's owner stays.
        await #expect { try await structure.leave() } throws: { ($0 as? HomeError)?.code == .failedPrecondition }

        let own = try #require(try await grace.connect("guest").structures().list().first)
        #expect(own.permissions.role == .guest)
        #expect(!own.permissions.canManage)
        try await own.leave()
        #expect(try await structure.members().map(\.name) == ["Owner"])
        await house.stop()
    }
}
