@testable internal import Hearth
internal import HearthMDNS
internal import HearthTerminal
internal import HearthTraitCore
internal import Expectations
internal import Testing

@testable internal import HearthClientCommands

@Suite struct HubsCommandTests {
    /// A hub as it is announced with a fingerprint of one repeated letter.
    private func hub(
        _ name: String, _ letter: Character = "A", isClaimed: Bool? = false, address: [UInt8] = [192, 0, 2, 5],
        book: [HubBook.Entry] = []
    ) throws -> AnnouncedHub {
        let type = try ServiceType(HubAnnouncement.serviceType)
        let announcement = HubAnnouncement(
            id: "1a2b", version: "0.2.0", fingerprint: String(repeating: letter, count: 16), isClaimed: isClaimed)
        return AnnouncedHub(
            DiscoveredService(
                type: type, instance: try type.name.child(name), host: try DNSName("hearth.local"), port: 4327,
                addresses: [try require(IPAddress(address))], attributes: try announcement.attributes()), in: book)
    }

    private func entry(_ name: String, _ letter: Character) -> HubBook.Entry {
        HubBook.Entry(name: name, address: "192.0.2.9:1", publicKeySHA256: String(repeating: letter, count: 43))
    }

    @Test func hubsAreNumberedRows() throws {
        let hubs = [
            try hub("Hearth 1a2b"), try hub("Hearth 3c4d", "B", isClaimed: true, book: [entry("home", "B")]),
            try hub("Hearth", "C", isClaimed: nil, book: [entry("home", "B")]),
        ]
        expect(
            HubsCommand.table(hubs).text(),
            equals: """
                   NAME         ADDRESS         VERSION  OWNER     CLAIMED HERE AS
                1  Hearth 1a2b  192.0.2.5:4327  0.2.0    none yet  -
                2  Hearth 3c4d  192.0.2.5:4327  0.2.0    yes       home
                3  Hearth       192.0.2.5:4327  0.2.0    -         -
                """)
        expect(
            HubsCommand.hints(hubs),
            equals: [
                "hearth claim 1 claims a hub of the list by its link.", "hearth devices --hub home uses a claimed one.",
            ])
        expect(HubsCommand.hints([]), equals: [])
    }

    @Test func namesOfOthersStayInTheirRow() throws {
        let forged = try hub("a\n2  Hearth\u{1B}[2J\u{202E}\tx")
        let text = HubsCommand.table([forged]).text()
        expect(text.split(separator: "\n").count, equals: 2)
        expect(text.contains("\u{1B}") || text.contains("\u{202E}"), equals: false)
        let lines = HubsCommand.changes(from: [], to: [forged], asJSON: false)
        expect(lines.map { $0.contains("\n") || $0.contains("\u{1B}") }, equals: [false])
    }

    @Test func changesAreLines() throws {
        let (before, other) = (try hub("Hearth 1a2b"), try hub("Hearth 3c4d", "B"))
        let claimed = try hub("Hearth 1a2b", isClaimed: true, book: [entry("home", "A")])
        expect(
            HubsCommand.changes(from: [before, other], to: [claimed, try hub("Hearth 5e6f", "C")], asJSON: false),
            equals: [
                "gone: Hearth 3c4d at 192.0.2.5:4327, has no owner yet",
                "changed: Hearth 1a2b at 192.0.2.5:4327, claimed here as \"home\"",
                "found: Hearth 5e6f at 192.0.2.5:4327, has no owner yet",
            ])
        expect(
            HubsCommand.changes(from: [], to: [claimed], asJSON: true),
            equals: [
                #"{"change":"found","name":"Hearth 1a2b","addresses":["192.0.2.5:4327"],"host":"hearth.local:4327","#
                    + #""version":"0.2.0","claimed":true,"claimedAs":"home"}"#
            ])
    }

    @Test func hubIsFoundByNumberNameOrAddress() throws {
        let hubs = [try hub("Hearth 1a2b"), try hub("Hearth 3c4d", "B", address: [192, 0, 2, 6])]
        for word in ["2", "hearth 3", "Hearth 3c4d", "192.0.2.6:4327"] {
            try expect(ClaimCommand.find(word, in: hubs), equals: hubs[1], "\(word)")
        }
        for (word, part) in [
            ("3", "2 hubs announce themselves"), ("0", "2 hubs"), ("\(Int.min)", "2 hubs"),
            ("Hearth", "say its number"),
            ("Herth 1a2b", "did you mean \"Hearth 1a2b\""), ("192.0.2.7:4327", "neither a claim link nor a hub"),
        ] {
            let error = expect(throws: CommandError.self) { try ClaimCommand.find(word, in: hubs) }
            expect(error?.message.contains(part), equals: true, "\(word): \(error?.message ?? "")")
        }
    }

    @Test func linkOfAnotherHubIsKnown() throws {
        let hub = try hub("Hearth 1a2b", "A")
        let own = HubLink(address: "h:1", publicKeySHA256: [UInt8](repeating: 0, count: 32))
        let other = HubLink(address: "h:1", publicKeySHA256: [UInt8](repeating: 1, count: 32))
        expect((hub.mayBe(of: own), hub.mayBe(of: other)), are: (true, false))
        let silent = AnnouncedHub(
            DiscoveredService(
                type: try ServiceType("_hearth._tcp"), instance: try DNSName("x._hearth._tcp.local"),
                host: try DNSName("h.local"), port: 1, addresses: [], attributes: ServiceAttributes()),
            in: [entry("home", "A")])
        expect((silent.mayBe(of: other), silent.claimedName, silent.version), are: (true, nil, nil))
    }
}
