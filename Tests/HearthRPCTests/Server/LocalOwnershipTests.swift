internal import HearthRPC
internal import Expectations
internal import Testing

@Suite struct LocalOwnershipTests {
    private let owner = Peer.User(id: 1_000, groupIDs: [500])

    private func owns(_ ownership: LocalOwnership, _ user: Peer.User?, isLocal: Bool = true) -> Bool {
        let peer = Peer(address: "x", isLocal: isLocal, isPrivate: true, user: user)
        return ownership.includes(peer, owner: owner)
    }

    /// Over a Unix socket, where groups are known.
    @Test(
        arguments: [
            (Peer.User(id: 1_000, groupIDs: [7]), [.user, .group, .machine]),
            (Peer.User(id: 0, groupIDs: [0]), [.user, .group, .machine]),
            (Peer.User(id: 1_001, groupIDs: [7, 500]), [.group, .machine]),
            (Peer.User(id: 1_001, groupIDs: [7]), [.machine]),
        ] as [(Peer.User, [LocalOwnership])])
    func byAUnixSocket(_ user: Peer.User, _ expected: [LocalOwnership]) {
        expect(LocalOwnership.allCases.filter { owns($0, user) }, equals: expected)
    }

    /// A container on the host's network has a root user of its own, and can have a user with the server's ID.
    @Test(
        arguments: [
            (Peer.User(id: 1_000), [.user, .machine]), (Peer.User(id: 0), [.machine]),
            (Peer.User(id: 1_001), [.machine]), (nil, [.machine]),
        ] as [(Peer.User?, [LocalOwnership])])
    func byLoopback(_ user: Peer.User?, _ expected: [LocalOwnership]) {
        expect(LocalOwnership.allCases.filter { owns($0, user) }, equals: expected)
    }

    /// Users and groups that are unknown in the hub's namespace all appear as 65534.
    @Test func overflowUserIsNeverTheOwner() {
        let nobody = Peer.User(id: 65_534, groupIDs: [65_534])
        for user in [nobody, Peer.User(id: 65_534)] {
            let peer = Peer(address: "x", isLocal: true, isPrivate: true, user: user)
            let owned = LocalOwnership.allCases.filter { $0.includes(peer, owner: nobody) }
            expect(owned, equals: [.machine])
        }
        expect(LocalOwnership.user.includes(.inProcess, owner: nobody))
        expect(!LocalOwnership.nobody.includes(.inProcess, owner: nobody))
    }

    @Test func remoteCallersAreNeverTheOwner() {
        for ownership in LocalOwnership.allCases {
            expect(!owns(ownership, owner, isLocal: false))
        }
    }

    @Test func thisProcessOwnsWhatItServes() {
        expect(LocalOwnership.user.includes(.inProcess))
        expect(LocalOwner().principal(of: .inProcess), equals: .owner)
        expect(LocalOwner(.nobody).principal(of: .inProcess).isAnonymous)
    }

    @Test func aSocketIsOpenToItsOwnersOnly() {
        expect(LocalOwnership.allCases.map(\.socketMode), equals: [0o600, 0o660, 0o666, 0o600])
    }
}
