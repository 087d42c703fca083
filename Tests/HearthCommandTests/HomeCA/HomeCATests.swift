internal import Foundation
@testable internal import HearthServer
internal import HearthAssets
internal import HearthTLS
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// The home's authority beside a hub, with a given time.
final class HomeCATests {
    private let folder: TemporaryFolder
    private let page: AssetTable
    private let tls: ServerTLS
    private let notices = Notices()
    private let now: Int64 = 1_800_000_000
    private let names = ["localhost", "hub.local", "10.0.0.7"]

    private final class Notices: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ text: String) { texts.withLock { $0.append(text) } }
        /// The messages since the last call.
        func take() -> [String] {
            texts.withLock { texts in
                defer { texts = [] }
                return texts
            }
        }
    }

    init() throws {
        folder = try TemporaryFolder()
        page = try AssetTable([("index.html", Array("<p>".utf8))]) { _ in nil }
        tls = try ServerTLS(TLSIdentity.make(names: names))
    }

    private func homeCA() -> HomeCA {
        HomeCA(folder: folder.path, tls: tls, downloads: page.downloads) { [notices] in notices.add($0) }
    }

    private func file(_ path: String) -> AssetAnswer { page.answer(to: AssetRequest("GET", path)) }

    @Test func certificateIsRenewedByTimeAndNewAddresses() throws {
        let ca = homeCA()
        ca.update(names: names, at: now)
        expect(notices.take(), equals: [])
        expect(file("/home-ca.crt").status, equals: 404)
        try HomeAuthority.make(home: "hub", at: now).save(folder: folder.path)
        ca.update(names: names, at: now)
        expect(notices.take(), equals: ["browsers get a certificate of Hearth home CA, hub"])
        ca.update(names: names, at: now + 250 * 86_400)
        expect(notices.take(), equals: [])
        ca.update(names: names, at: now + 264 * 86_400)
        expect(notices.take().count, equals: 1)
        ca.update(names: names, at: now + 265 * 86_400)
        expect(notices.take(), equals: [])
        ca.update(names: ["localhost", "hub.local", "10.0.0.8"], at: now + 265 * 86_400)
        expect(notices.take().count, equals: 1)
        let others = ["localhost", "hub.example:8443", "[fd00::1]:443", "[2001:db8::1]:443", "2001:db8::2"]
        ca.update(names: others, at: now + 265 * 86_400)
        expect(
            notices.take(),
            equals: [
                "browsers get a certificate of Hearth home CA, hub, which does not cover hub.example, 2001:db8::1, "
                    + "2001:db8::2"
            ])
    }

    @Test func downloadOffersTheCertificateNeverTheKey() throws {
        let authority = try HomeAuthority.make(home: "a <hub> & \"more\"", at: now)
        try authority.save(folder: folder.path)
        homeCA().update(names: names, at: now)
        expect(file("/home-ca.crt").body, equals: authority.certificateDER)
        let profile = Data(file("/home-ca.mobileconfig").body)
        let plist = try require(
            try PropertyListSerialization.propertyList(from: profile, format: nil) as? [String: Any])
        expect(plist["PayloadType"] as? String == "Configuration")
        expect(plist["PayloadDisplayName"] as? String == authority.name)
        let payload = try require((plist["PayloadContent"] as? [[String: Any]])?.first)
        expect(payload["PayloadType"] as? String == "com.apple.security.root")
        expect((payload["PayloadContent"] as? Data).map { [UInt8]($0) }, equals: authority.certificateDER)
        let ids = [plist["PayloadUUID"], payload["PayloadUUID"]].compactMap { ($0 as? String).flatMap(UUID.init) }
        expect(Set(ids).count, equals: 2)
        let words = try require(
            try JSONSerialization.jsonObject(with: Data(file("/home-ca.json").body)) as? [String: String])
        expect((words["name"], words["expires"]), are: (authority.name, HomeCAFiles.date(of: authority)))
        expect(words["sha256"]?.wholeMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/) != nil)
        let key = try String(contentsOfFile: HomeAuthority.files(in: folder.path).key, encoding: .utf8)
        let secret = try require(key.split(separator: "\n").dropFirst().first)
        for path in ["/home-ca.crt", "/home-ca.mobileconfig", "/home-ca.json"] {
            expect(!String(decoding: file(path).body, as: UTF8.self).contains(secret))
        }
    }

    @Test func removalRestoresTheFormerCertificate() throws {
        try HomeAuthority.make(home: "hub", at: now).save(folder: folder.path)
        let ca = homeCA()
        ca.update(names: names, at: now)
        try expect(HomeAuthority.remove(folder: folder.path))
        _ = notices.take()
        ca.update(names: names, at: now)
        expect(notices.take(), equals: ["the home CA is gone; browsers get the hub's own certificate"])
        expect(file("/home-ca.crt").status, equals: 404)
        expect(String(decoding: file("/home-ca.json").body, as: UTF8.self), equals: "{}")
        ca.update(names: names, at: now)
        expect(notices.take(), equals: [])
    }

    @Test func problemsAreReportedOnceAndChangeNothing() throws {
        try HomeAuthority.make(home: "hub", at: now).save(folder: folder.path)
        let ca = homeCA()
        ca.update(names: names, at: now)
        let key = HomeAuthority.files(in: folder.path).key
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
        _ = notices.take()
        for _ in 0..<3 { ca.update(names: names, at: now) }
        let told = notices.take()
        expect(told.count == 1 && told[0].contains("chmod 600"), "\(told)")
        expect(file("/home-ca.crt").status, equals: 200)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        ca.update(names: names, at: now)
        expect(notices.take(), equals: [])
    }
}
