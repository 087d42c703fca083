internal import Hearth
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct MemberTests {
    @Test func theSDKHasMembersAndPermissions() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let grace = try await house.join("Grace", in: owner.home)
        _ = try await house.join("Linus", in: owner.home)
        let structure = try require(try await owner.connection.structures().list().first)
        expect((structure.permissions.role, structure.permissions.canManage), are: (.owner, true))
        try await expect(structure.members().map(\.name), equals: ["Owner", "Grace", "Linus"])
        let linus = try require(try await structure.members().last)
        try await structure.removeMember(id: linus.id)
        try await expect(structure.members().map(\.name), equals: ["Owner", "Grace"])
        // The hub's owner stays.
        await #expect { try await structure.leave() } throws: { ($0 as? HomeError)?.code == .failedPrecondition }

        let own = try require(try await grace.connect("guest").structures().list().first)
        expect((own.permissions.role, own.permissions.canManage), are: (.guest, false))
        try await own.leave()
        try await expect(structure.members().map(\.name), equals: ["Owner"])
    }
}
