internal import Foundation
internal import HearthTLS
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import Hearth

@Suite struct HubBookTests {
    private let folder: TemporaryFolder
    private let book: HubBook

    init() throws {
        folder = try TemporaryFolder()
        book = HubBook(environment: ["XDG_CONFIG_HOME": folder.path])
    }

    @Test func hubsAreFoundByNameAndByAddress() throws {
        try expect(book.entries().isEmpty)
        let home = HubBook.Entry(name: "home", address: "192.0.2.1:4327", publicKeySHA256: "AAAA")
        let other = HubBook.Entry(name: "other", address: "192.0.2.2:4327", publicKeySHA256: "BBBB")
        try book.put(home)
        try book.put(other)
        try expect((book.entries(), book.entry("home")), are: ([home, other], home))
        try expect(book.entry("192.0.2.2:4327"), equals: other)
        try expectNil(book.entry("hom"))
        let moved = HubBook.Entry(name: "home", address: "192.0.2.3:4327", publicKeySHA256: "AAAA")
        try book.put(moved)
        try expect(book.entries(), equals: [other, moved])
        expect(home.pin, equals: [0, 0, 0])
    }

    @Test func keyForAHubIsMadeOnceAndIsPrivate() throws {
        let first = try book.identity(of: "home").publicKeySHA256
        try expect(book.identity(of: "home").publicKeySHA256, equals: first)
        try expect(book.identity(of: "other").publicKeySHA256, differsFrom: first)
        let key = folder.file("hearth/hubs/home/tls-key.pem")
        let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
        expect(mode, equals: 0o600)
    }

    @Test func aBookThatCannotBeReadIsNotWrittenOver() throws {
        try FileManager.default.createDirectory(atPath: folder.file("hearth"), withIntermediateDirectories: true)
        try Data("no JSON".utf8).write(to: URL(fileURLWithPath: folder.file("hearth/hubs.json")))
        let error = expect(throws: HomeError.self) { try book.entries() }
        expect(
            error?.message,
            equals: folder.file("hearth/hubs.json")
                + " is no list of hubs; correct it, or remove it and claim the hubs again")
        expect(throws: HomeError.self) {
            try book.put(HubBook.Entry(name: "home", address: "h:1", publicKeySHA256: "AAAA"))
        }
        try expect(String(contentsOfFile: folder.file("hearth/hubs.json"), encoding: .utf8), equals: "no JSON")
    }

    @Test(arguments: ["", ".", "..", "a/b", "../x", ".hidden", "a b", String(repeating: "x", count: 65)])
    func namesAreFoldersToo(_ name: String) {
        expect(throws: HomeError.self) { try HubBook.check(name: name) }
    }
}
