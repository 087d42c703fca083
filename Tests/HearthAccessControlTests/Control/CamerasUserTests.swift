internal import Expectations
internal import HearthAccessControl
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Testing

/// The user of this machine that runs the cameras' program.
@Suite(.timeLimit(.minutes(1)))
struct CamerasUserTests {
    private func principal(
        of peer: Peer, _ ownership: LocalOwnership, camerasUser: UInt32? = 1_001
    ) async throws -> Principal {
        var options = AccessControl.Options()
        options.user = Peer.User(id: 1_000, groupIDs: [100])
        options.localOwnership = ownership
        options.camerasUser = camerasUser
        return try await TestAccess(options: options).access.principal(of: peer)
    }

    private static func socket(_ user: UInt32, groups: Set<UInt32>) -> Peer {
        Peer(
            address: "unix:/run/hearth.sock", isLocal: true, isPrivate: true,
            user: Peer.User(id: user, groupIDs: groups))
    }

    private static let program = socket(1_001, groups: [1_001, 100])

    /// By a socket as a member of the hub's group, which would own the hub, and by TCP.
    @Test(
        arguments: LocalOwnership.allCases,
        [program, Peer(address: "127.0.0.1:40122", isLocal: true, isPrivate: true, user: Peer.User(id: 1_001))])
    func itsProcessesAreTheProgramAndNoOwner(_ ownership: LocalOwnership, _ peer: Peer) async throws {
        try await expect(principal(of: peer, ownership), equals: .camerasProgram)
        expect(Principal.camerasProgram.rights, equals: [.public, .provide])
    }

    @Test func othersAreNotTheProgram() async throws {
        var elsewhere = Self.program
        elsewhere.isLocal = false
        try await expect(principal(of: elsewhere, .group).isAnonymous)
        try await expect(principal(of: Self.socket(1_002, groups: [1_002]), .group).isAnonymous)
        try await expect(principal(of: Self.socket(1_002, groups: [100]), .group).id, equals: "owner")
        try await expect(principal(of: Self.socket(1_000, groups: [100]), .group).id, equals: "owner")
        try await expect(principal(of: Self.program, .group, camerasUser: nil).id, equals: "owner")
        var unknown = Self.program
        unknown.user = nil
        try await expect(principal(of: unknown, .group).isAnonymous)
    }
}
