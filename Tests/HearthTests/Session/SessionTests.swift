internal import Foundation
internal import HearthAccessControl
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Claiming a hub and reconnecting, as an app does from launch to launch.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct SessionTests {
    private let folder: TemporaryFolder
    private let configuration = HomeClientConfiguration(clientID: "test")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// One launch of an app.
    private func session(_ app: String = "house app", user: String = "ada") -> AppSession {
        AppSession(book: HubBook(environment: ["XDG_CONFIG_HOME": folder.file(user)]), app: app)
    }

    @Test func anAppComesBackToTheHubThatItClaimed() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        await expectNil(session().restore(configuration))
        let link = try await hub.link()
        do {
            let home = try await session().claim("\(link)", name: "home", configuration)
            try await expect(home.devices().list().count, equals: TestHouse.all.count)
        }
        let key = folder.file("ada/hearth/hubs/home/tls-key.pem")
        try expect(FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)

        let again = try require(await session().restore(configuration))
        try await expect(again.devices().list().count, equals: TestHouse.all.count)
        // Another app has no session, but its user has claimed a hub.
        await expectNil(session("other").restore(configuration))
        let other = try await session("other").connect(configuration)
        expect(other.hubID, equals: again.hubID)

        // After a disconnect there is no session; the user still has claimed the hub.
        await again.disconnect()
        await expectNil(session().restore(configuration))
        let third = try await session().connect(configuration)
        await expect(session().restore(configuration) != nil)
        await expect(session("other").restore(configuration) != nil)
        await third.disconnect()
        await other.disconnect()
    }

    @Test func whileTheHubIsAwayTheSessionStays() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        _ = try await session().claim("\(try await hub.link())", name: nil, configuration)
        expect(session().place, equals: "127.0.0.1")
        try await hub.stop()
        await expectNil(session().restore(configuration))
        await expect(failure { try await session().connect(configuration) }?.code, equals: .unavailable)
        expect(session().place, equals: "127.0.0.1")
    }

    @Test func aCodeIsGoodOnce() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let link = "\(try await hub.link())"
        _ = try await session().claim(link, name: nil, configuration)
        let late = session(user: "eve")
        let error = await failure { try await late.claim(link, name: nil, configuration) }
        expect((error?.code, error?.message.contains("is wrong, used or expired")), are: (.permissionDenied, true))
        try expect(late.book.entries().isEmpty)
        expectNil(late.place)
    }

    /// A provider's link permits adding devices, and not seeing the home.
    @Test func aProvidersLinkClaimsAndDoesNotConnect() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let link = "\(try await hub.link(.provider))"
        let error = await failure { try await session().claim(link, name: "p", configuration) }
        expect(error?.code, equals: .permissionDenied)
        try expect(session().book.entry("p") != nil)
    }

    @Test func unclaimableLinkIsRefusedLocally() async throws {
        let key = [UInt8](repeating: 7, count: 32)
        let link = HubLink(address: "127.0.0.1:1", publicKeySHA256: key, code: "AAECAwQFBgcICQoLDA0ODw")
        let book = session().book
        try book.put(HubBook.Entry(name: "home", address: "192.0.2.1:4327", publicKeySHA256: "AAAA"))
        let cases: [(String, String?, HomeError.Code, String)] = [
            ("http://127.0.0.1", nil, .invalidArgument, "is not a claim link"),
            ("\(HubLink(address: "h:1", publicKeySHA256: key))", nil, .invalidArgument, "has no code"),
            ("\(link)", "a/b", .invalidArgument, "a hub's name has"),
            ("\(link)", "home", .alreadyExists, "192.0.2.1:4327, which has another key"),
            ("\(link)", "new", .unavailable, "cannot connect to 127.0.0.1:1"),
        ]
        for (text, name, code, message) in cases {
            let error = await failure { try await session().claim(text, name: name, configuration) }
            expect(error?.code, equals: code, "\(text)")
            expect(error?.message.contains(message), equals: true, "\(error as Any)")
        }
        try expect(book.entries().count, equals: 1)
    }

    /// A link to structures, for a guest.
    private func invitation(_ hub: ServedHub, to structures: [String]) async throws -> String {
        let access = try require(hub.access)
        let grant = Hearth_V1_Grant(everything: true).serialized()
        let owner = Principal(id: "owner", rights: .all, person: Principal.hubOwner)
        let invitation = try await access.control.invite(
            to: structures.map { StoredOffer(structureID: $0, role: 4, grant: grant) }, by: owner, from: .inProcess)
        return
            "\(HubLink(address: hub.address, publicKeySHA256: access.identity.publicKeySHA256, code: invitation.code))"
    }

    /// A later invitation belongs to the known hub, whatever its local name.
    @Test func invitationsOfOneHubAreOneHub() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let token = try await hub.access?.control.makeToken(.owner, name: "owner", life: nil).token
        let owner = try await Home.connect(to: hub.address, tls: try hub.tls(), token: token)
        let first = try require(try await owner.structures().list().first?.id)
        let second = try await owner.createStructure(name: "Cabin").id
        let link = try await invitation(hub, to: [first])
        let home = try await session().acceptInvitation(link, configuration)
        try await expect(home.structures().list().map(\.id), equals: [first])
        let shared = try require(try await home.structures().list().first)
        expect(shared.permissions.role, equals: .guest)
        // The caller's identity in a structure equals the person that its members see.
        let guest = try require(try await shared.members().first { $0.role == .guest })
        try await expect(
            shared.permissions.currentUserMetadata(),
            equals: StructureScopedPermissionsController.UserMetadata(
                userId: guest.id, email: nil, profilePicUrl: nil, name: guest.name))
        let owned = try require(try await owner.structures().list().first { $0.id == first })
        let told = try await owned.permissions.currentUserMetadata()
        expect(told.name, equals: "Owner")
        try await expect(owned.members().first { $0.id == told.userId }?.role, equals: .owner)
        let again = try await session().acceptInvitation(try await invitation(hub, to: [second]), configuration)
        try await expect(Set(again.structures().list().map(\.id)), equals: [first, second])
        let book = HubBook(environment: ["XDG_CONFIG_HOME": folder.file("ada")])
        try expect(book.entries().count, equals: 1)
        // A link works once, for one user.
        for user in ["ada", "eve"] {
            let error = await failure { try await session(user: user).acceptInvitation(link, configuration) }
            expect(error?.code, equals: .permissionDenied, "\(error as Any)")
        }
        await expect(
            failure { try await session().acceptInvitation("hearth:x", configuration) }?.code, equals: .invalidArgument)
        for home in [home, again, owner] { await home.disconnect() }
    }

    @Test func sessionWithAForgottenHubIsNone() async throws {
        session().keep("gone")
        await expectNil(session().restore(configuration))
        await expect(failure { try await session().connect(to: "gone", configuration) }?.code, equals: .notFound)
    }

    @Test(arguments: [".", "..", "a/b", "", "ü b"]) func anyProgramHasAFileOfItsOwn(_ app: String) throws {
        session(app).keep("home")
        expect(session(app).place, equals: "home")
        expectNil(session("\(app)2").place)
        AppSession.Kept(session: session(app), place: "another").end()
        expect(session(app).place, equals: "home", "that of another home")
        AppSession.Kept(session: session(app), place: "home").end()
        expectNil(session(app).place)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("ada/hearth/sessions"))
        expect(names.isEmpty)
    }
}
