@testable internal import HearthServer
internal import Expectations
internal import Foundation
internal import HearthBase
internal import HearthNoticeTargets
internal import HearthStore
internal import HearthTLS
internal import ProcessTestSupport
internal import Testing

/// The hub's key files in a backup, and after its restore on another machine.
@Suite(.timeLimit(.minutes(5)))
struct KeyFilesTests {
    private let folder: TemporaryFolder
    private let browsers: String

    init() throws {
        folder = try TemporaryFolder()
        for name in ["keys", "other"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
        }
        let key = try require(P256Key.make(SecureRandom.bytes))
        let subscription = try PushSubscription(
            endpoint: "https://push.example/phone", publicKey: key.point, secret: [UInt8](repeating: 1, count: 16))
        let row = PushBook.Row(subscription, person: "ada", credential: "c", contact: "https://hub.example")
        browsers = PushBook([row]).text(key: key)
        try PrivateFile.replace(folder.file("keys/push.json"), browsers)
    }

    /// Restores a backup of a new home, as on another machine.
    ///
    /// - Returns: whether there were key files, and the names in the other folder.
    private func restored(withKeys: Bool = true) async throws -> (Bool, [String]) {
        let backup = folder.file("home.backup")
        let store = try await HomeStore.open(path: folder.file("home.db"))
        let keys = withKeys ? try KeyFiles(folder: folder.file("keys")).read() : nil
        _ = try await store.backUp(to: backup, now: .seconds(1_800_000_000), keys: keys)
        try await store.close(clean: true)
        _ = try await HomeStore.restore(
            backup, to: folder.file("other.db"), keepingFormerAs: ".former", withKeys: true)
        let other = try await HomeStore.open(path: folder.file("other.db"))
        let isRestored = try await KeyFiles(folder: folder.file("other")).restore(
            from: other, at: .seconds(1_800_000_001))
        try await expect(other.restoredKeyFiles(), equals: [])
        try await other.close(clean: true)
        return (isRestored, try FileManager.default.contentsOfDirectory(atPath: folder.file("other")).sorted())
    }

    private func other(_ name: String) throws -> String? {
        try PrivateFile.readUnlessMissing(folder.file("other/" + name))
    }

    @Test func browsersGetNoticesAfterARestore() async throws {
        let identity = try TLSIdentity.loadOrMake(folder: folder.file("keys"), names: ["hub.local"])
        try PrivateFile.replace(folder.file("other/push.json"), "of a former home")
        let (isRestored, names) = try await restored()
        expect(
            (isRestored, names),
            are: (true, ["push.json", "push.json.former-20270115-080001", "tls-certificate.pem", "tls-key.pem"]))
        try expect((other("push.json"), other("tls-key.pem")), are: (browsers, identity.keyPEM))
    }

    /// As with --tls-cert.
    @Test func aHubWithoutAnIdentityOfItsOwnKeepsItsBrowsers() async throws {
        let (isRestored, names) = try await restored()
        expect((isRestored, names), are: (true, ["push.json"]))
        try expect(other("push.json"), equals: browsers)
    }

    /// The hub serves with such a file, so its daily backups must not fail.
    @Test func unreadableBrowsersAreLeftOut() throws {
        _ = try TLSIdentity.loadOrMake(folder: folder.file("keys"), names: ["hub.local"])
        try FileManager.default.removeItem(atPath: folder.file("keys/push.json"))
        try FileManager.default.createDirectory(
            atPath: folder.file("keys/push.json"), withIntermediateDirectories: false)
        try expect(
            KeyFiles(folder: folder.file("keys")).read().map(\.name),
            equals: ["tls-certificate.pem", "tls-key.pem"])
    }

    @Test func aBackupWithoutKeysHasNoBrowsers() async throws {
        let (isRestored, names) = try await restored(withKeys: false)
        expect((isRestored, names), are: (false, []))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("home.backup")))
        expectNil(bytes.range(of: Data("push.example".utf8)))
    }
}
