internal import Foundation
internal import HearthAccessControl
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing
@testable internal import Hearth

/// Who may read a history, and what happens when the hub goes away meanwhile.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct HistoryAccessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func flicker(_ house: TestHouse, _ values: [Bool]) {
        let path = TraitPath(TraitTarget(deviceID: "ceiling", endpoint: 1), Matter.OnOffTrait.descriptor.id)
        for value in values { house.set(path, [0: .bool(value)]) }
    }

    private func history(_ home: Home) async throws -> HistoryQuery {
        try await require(try await home.structures().list().first).history.query().objects("ceiling")
            .traits(Matter.OnOffTrait.self)
    }

    /// Nothing is lost, repeated or newer than the first page, also if more happened since.
    @Test func pagesContinueAfterTheHubRestarts() async throws {
        let address = "unix:" + folder.file("hub.sock")
        let house = TestHouse()
        let first = try await ServedHub.start(house, on: address, file: folder.file("home.db"))
        let home = try await Home.connect(to: address)
        // More than the SDK reads at once.
        let values = (0..<150).map { $0.isMultiple(of: 2) }
        flicker(house, values)
        let pages = try await history(home).execute(pageSize: 60).makeAsyncIterator()
        var read = try require(try await pages.next()).items
        try await first.stop()
        try await first.store.close(clean: true)
        await expect(failure { try await pages.next() }?.code, equals: .unavailable)

        let again = TestHouse()
        let second = try await ServedHub.start(again, on: address, file: folder.file("home.db"))
        flicker(again, [true, false])
        var isComplete = false
        while !isComplete {
            do {
                let page = try await pages.next()
                read += page?.items ?? []
                isComplete = page == nil
            } catch let error as HomeError where error.code == .unavailable {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        let visitor = HistoryItemVisitor<Bool>()
        visitor.register(StateChangeEvent<Matter.OnOffTrait>.self) { change, _ in change.newValue.onOff }
        try expect(Array(visitor.collect(read).prefix(150)), equals: values.reversed())
        expect(Set(read.map(\.id)).count, equals: read.count)
        await home.disconnect()
        try await second.stop()
    }

    @Test func guestsCannotReadIt() async throws {
        let hub = try await ServedHub.start(isGuarded: true)
        let access = try require(hub.access)
        let token = try await access.control.makeToken(.owner, name: "owner", life: nil).token
        let owner = try await Home.connect(to: hub.address, tls: try hub.tls(), token: token)
        let structure = try require(try await owner.structures().list().first)
        let inviter = Principal(id: "owner", rights: .all, person: Principal.hubOwner)
        let codes: [String: HomeError.Code?] = ["guest": .permissionDenied, "member": nil]
        for (name, code) in codes {
            let grant = Hearth_V1_Grant(everything: true).serialized()
            let offer = StoredOffer(
                structureID: structure.id, role: name == "guest" ? 4 : 3, grant: name == "guest" ? grant : [])
            let invitation = try await access.control.invite(to: [offer], by: inviter, from: .inProcess)
            let link = HubLink(
                address: hub.address, publicKeySHA256: access.identity.publicKeySHA256, code: invitation.code)
            let book = HubBook(environment: ["XDG_CONFIG_HOME": folder.file(name)])
            let home = try await AppSession(book: book, app: "test")
                .acceptInvitation("\(link)", HomeClientConfiguration(clientID: name))
            let query = try await history(home)
            let error = await failure { _ = try await query.execute(pageSize: 10).makeAsyncIterator().next() }
            expect(error?.code, equals: code, "\(name): \(error as Any)")
            await home.disconnect()
        }
        await owner.disconnect()
    }
}
