internal import HearthTLS
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import Hearth

/// Hub addresses as people type them.
@Suite(.timeLimit(.minutes(5))) struct HubPlaceTests {
    private let folder: TemporaryFolder
    private let book: HubBook
    private let key = [UInt8](repeating: 7, count: 32)

    init() throws {
        folder = try TemporaryFolder()
        book = HubBook(environment: ["XDG_CONFIG_HOME": folder.path])
        try book.put(
            HubBook.Entry(name: "attic", address: "192.0.2.1:4327", publicKeySHA256: Base64URL.text(key)))
    }

    @Test func aClaimedHubIsFoundByNameAddressAndLink() throws {
        for text in [
            "attic", "192.0.2.1:4327", "\(HubLink(address: "192.0.2.1:4327", publicKeySHA256: key))",
            HubLink(address: "192.0.2.1:4327", publicKeySHA256: key, code: "AAECAwQFBgcICQoLDA0ODw").webAddress,
        ] {
            let place = try HubPlace(text, in: book)
            expect(place.address, equals: "192.0.2.1:4327", "\(text)")
            expect(place.isClaimed, "\(text)")
            expect(place.tls?.identity != nil, "\(text)")
        }
    }

    @Test func latestClaimAtAnAddressIsTriedFirst() throws {
        let again = [UInt8](repeating: 9, count: 32)
        try book.put(
            HubBook.Entry(name: "set up again", address: "192.0.2.1:4327", publicKeySHA256: Base64URL.text(again)))
        try expect(book.entries("192.0.2.1:4327").map(\.name), equals: ["set up again", "attic"])
        try expect(book.entries("attic").map(\.name), equals: ["attic"])
        try expect(HubPlace.all("192.0.2.1:4327", in: book).count, equals: 2)
        try expect(HubPlace.all("192.0.2.2:4327", in: book).map(\.isClaimed), equals: [false])
    }

    @Test func aLinkSaysWhereAClaimedHubIsNow() throws {
        let link = HubLink(address: "192.0.2.9:4327", publicKeySHA256: key)
        try expect(HubPlace("\(link)", in: book).address, equals: "192.0.2.9:4327")
    }

    @Test func ofOthersOnlyThoseOnThisMachineAreInClearText() throws {
        try expectNil(HubPlace("127.0.0.1:4327", in: book).tls)
        try expectNil(HubPlace("unix:/run/hearth.sock", in: book).tls)
        let away = try HubPlace("192.0.2.2:4327", in: book)
        expect(away.tls != nil)
        expectNil(away.tls?.identity)
        expect(!away.isClaimed)
    }

    @Test(arguments: ["kitchen", "", "hearth:", "hearth:192.0.2.1:4327", "192.0.2.1:99999"])
    func anythingElseIsRefusedByName(_ text: String) throws {
        let error = expect(throws: HomeError.self) { try HubPlace(text, in: book) }
        expect(error?.code, equals: .invalidArgument)
        expect(error?.message.contains("\"\(text)\""), equals: true, "\(error?.message ?? "")")
    }

    @Test func linkInsteadOfAnAddressSaysToClaim() async throws {
        let link = HubLink(
            address: "192.0.2.1:4327", publicKeySHA256: [UInt8](repeating: 8, count: 32),
            code: Base64URL.text([UInt8](repeating: 1, count: 16)))
        let error = await expect(throws: HomeError.self) {
            try await Home.connect(to: "\(link)", in: book, token: nil, HomeClientConfiguration())
        }
        expect((error?.code, error?.message.contains("Home.claim(link:)")), are: (.unauthenticated, true))
    }
}
