internal import Foundation
internal import HearthAccessControl
internal import HearthStore
internal import HearthTraitCore
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct StolenStoreTests {
    @Test func holdsNoTokenNoCodeAndNoPartOfOneNeitherDoesTheLog() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try await HomeStore.open(path: folder.appendingPathComponent("home.db").path)
        let test = try await TestAccess(store: store)
        let code = try await test.access.invite(.owner).code
        _ = await test.claim(TestAccess.wrongCode(1))
        await expectNil(test.claim(code))
        let open = try await test.access.invite(.provider, name: "acme").code
        let made = try await test.access.makeToken(.owner, name: "a script's name", life: nil)
        expectNil(test.refusal(made.token))
        expect(test.refusal(made.token + "x") != nil)
        _ = try await test.access.revoke(made.credential.id)
        await test.access.close()

        // The log is still there: nothing was closed.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expect(names.contains("home.db"))
        var all = Data()
        for name in names { all += try Data(contentsOf: folder.appendingPathComponent(name)) }
        expect(all.range(of: Data("a script's name".utf8)) != nil)
        let secret = made.token.split(separator: "_")[2]
        for text in [code, open, String(secret), String(secret.prefix(16))] {
            expectNil(all.range(of: Data(text.utf8)))
            expect(!test.notices.all.contains { $0.contains(text) })
        }
        try await store.close(clean: true)
    }
}
