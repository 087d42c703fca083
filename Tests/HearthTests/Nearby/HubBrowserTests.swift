internal import HearthEventLoop
internal import HearthMDNS
internal import HearthMDNSDriver
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import Hearth

/// Finding hubs by real sockets, on the loopback of this machine.
@Suite(.timeLimit(.minutes(5))) struct HubBrowserTests {
    private let folder: TemporaryFolder
    private let book: HubBook

    init() throws {
        folder = try TemporaryFolder()
        book = HubBook(environment: ["XDG_CONFIG_HOME": folder.path])
    }

    private func options(_ host: String) -> MDNSService.Options {
        var options = MDNSService.Options(hostName: host)
        options.interfaces = ["lo"]
        return options
    }

    private func announcement(_ id: String, isClaimed: Bool) -> HubAnnouncement {
        HubAnnouncement(id: id, version: "0.2.0", fingerprint: String(repeating: "A", count: 16), isClaimed: isClaimed)
    }

    @Test func hubIsListedClaimedAndGone() async throws {
        try book.put(
            HubBook.Entry(name: "home", address: "h:1", publicKeySHA256: String(repeating: "A", count: 43)))
        let loop = try EventLoop.start()
        let id = "t\(UInt32.random(in: 0 ... .max))"
        let (hub, browser) = (
            try MDNSService(loop: loop, options: options("hub-\(id)")),
            try HubBrowser(book: book, options: options("client"))
        )
        let service = announcement(id, isClaimed: false)
        let announced = try hub.announce(
            AnnouncedService(
                name: "Hearth \(id)", type: try ServiceType(HubAnnouncement.serviceType), port: 4327,
                attributes: try service.attributes()))
        // Others may be announced on this machine at the same time.
        var lists = browser.hubs().map { $0.values.filter { $0.name == "Hearth \(id)" } }.makeAsyncIterator()
        func next(where fits: ([AnnouncedHub]) -> Bool) async -> [AnnouncedHub]? {
            while let list = await lists.next() { if fits(list) { return list } }
            return nil
        }
        let found = try require(await next { !$0.isEmpty }?.first)
        expect(
            (found.addresses.first, found.hostAddress), are: ("127.0.0.1:4327", "hub-\(id).local:4327"))
        expect((found.version, found.isClaimed, found.claimedName), are: ("0.2.0", false, "home"))
        announced.change(try announcement(id, isClaimed: true).attributes())
        let changed = try require(await next { $0.first?.isClaimed == true }?.first)
        expect((changed.id, changed.claimedName), are: (found.id, "home"))
        announced.withdraw()
        await expect(next { $0.isEmpty } != nil)
        await expectNil(browser.problem())
        await hub.stop()
        await browser.close()
        await expectNil(next { !$0.isEmpty })
        await loop.stop()
    }

    @Test func unknownHubIsNotMoved() async throws {
        let error = await failure { _ = try await book.move("home", to: ["127.0.0.1:1"]) }
        expect(error?.code, equals: .notFound)
        try book.put(
            HubBook.Entry(name: "home", address: "h:1", publicKeySHA256: String(repeating: "A", count: 43)))
        for addresses in [[], ["127.0.0.1:1"]] {
            let error = await failure { _ = try await book.move("home", to: addresses) }
            expect(error?.code, equals: .unavailable, "\(addresses)")
            try expect(book.entry("home")?.address, equals: "h:1")
        }
    }
}
