internal import Foundation
internal import Hearth
internal import HearthTLS
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// `hearth tls home-ca` as a person uses it, and the certificate that the hub presents to each kind of client.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct HomeCAProgramTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("home.db") }
    private var keys: String { store + ".keys" }
    private var authority: String { HomeAuthority.files(in: keys).certificate }
    private var own: String { TLSIdentity.files(in: keys).certificate }

    init() throws { folder = try TemporaryFolder() }

    private func run(_ words: String...) async throws -> ChildProcess.Outcome { try await HearthProgram.run(words) }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Starts and stops a hub, so that there is a home.
    private func makeHome() async throws { try await HubUnderTest(store: store, ["--backups", "off"]).stop() }

    @Test func commandCreatesShowsAndRemovesTheAuthority() async throws {
        let early = try await run("tls", "home-ca", "--store", store)
        expect((early.status, early.error.contains("there is no home in \(store)")), are: (1, true))
        try await makeHome()
        try await expect(run("tls", "home-ca", "--remove", "--yes", "--store", store).status, equals: 1)
        let made = try await run("tls", "home-ca", "--store", store)
        expect(made.status, equals: 0, "\(made)")
        expect(made.output.contains("is made, until 20"), "\(made)")
        try expect((mode(HomeAuthority.files(in: keys).key), mode(keys)), are: (0o600, 0o700))
        let fingerprint = try require(made.output.firstMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/)?.output.0)
        for words in [
            "*.home.arpa", "10/8", "iPhone", "Windows", "Android", "macOS", "Firefox", "not for banks", "--remove",
        ] {
            expect(made.output.contains(words), "\(words)")
        }
        for line in made.output.split(separator: "\n") where line.count > 100 && !line.contains(folder.path) {
            Issue.record("\(line)")
        }
        let file = folder.file("ca.pem")
        let again = try await run("tls", "home-ca", "--store", store, "--certificate", file)
        expect((again.output.contains("is there already"), again.output.contains(fingerprint)), are: (true, true))
        try expect(
            String(contentsOfFile: file, encoding: .utf8), equals: String(contentsOfFile: authority, encoding: .utf8))
        let json = try await run("tls", "home-ca", "--store", store, "--json").output
        expect((json.contains("\"sha256\":\"\(fingerprint)\""), json.contains("\"made\":false")), are: (true, true))

        let key = HomeAuthority.files(in: keys).key
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: key)
        try await expect(run("doctor", "--store", store, "--backups", "off").output.contains("chmod 600 \(key)"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)

        let unasked = try await run("tls", "home-ca", "--remove", "--store", store)
        expect(unasked.status, equals: 64)
        expect(FileManager.default.fileExists(atPath: key))
        let gone = try await run("tls", "home-ca", "--remove", "--yes", "--store", store)
        expect((gone.status, gone.output.contains("Remove the CA from the devices")), are: (0, true))
        expect(!FileManager.default.fileExists(atPath: key))
        expect(!FileManager.default.fileExists(atPath: authority))
        try await expect(run("tls", "other", "--store", store).status, equals: 64)
    }

    /// Whether OpenSSL's client, which trusts only a file, accepts the hub.
    private func believes(_ hub: HubUnderTest, _ file: String, alpn: [String], name: String = "localhost") async throws
        -> Bool
    {
        let offer = alpn.isEmpty ? [] : ["-alpn", alpn.joined(separator: ",")]
        let outcome = try await ChildProcess.run(
            "openssl",
            ["s_client", "-connect", hub.address, "-CAfile", file, "-verify_return_error", "-verify_hostname", name]
                + offer)
        return outcome.status == 0 && outcome.output.contains("Verify return code: 0 (ok)")
    }

    private static let hasOpenSSL = (try? ChildProcess.run("openssl", ["version"]))?.status == 0

    @Test(.enabled(if: hasOpenSSL, "skipped: openssl is not installed"))
    func browsersGetItsCertificateAndPinsHold() async throws {
        let first = try await HubUnderTest(store: store, ["--backups", "off"])
        let pinned = folder.file("hub.pem")
        let made = try await first.run("tokens", "create", "script", "--certificate", pinned)
        let token = ["HEARTH_TOKEN": made.output.trimmingCharacters(in: .newlines)]
        let identity = try TLSIdentity(certificateFile: own, keyFile: TLSIdentity.files(in: keys).key)
        try await expect(believes(first, pinned, alpn: ["h2", "http/1.1"]))
        await first.stop()
        try await expect(run("tls", "home-ca", "--store", store).status, equals: 0)

        let hub = try await HubUnderTest(store: store, ["--backups", "off", "--local-owner", "nobody"])
        // Browsers, with either version of HTTP.
        for alpn in [["h2", "http/1.1"], ["http/1.1"]] {
            try await expect(believes(hub, authority, alpn: alpn), "\(alpn)")
            try await expect(!believes(hub, authority, alpn: alpn, name: "bank.example"), "\(alpn)")
        }
        // Clients that were given the hub's own certificate, such as gRPC's.
        for alpn in [["h2"], []] {
            try await expect(believes(hub, pinned, alpn: alpn), "\(alpn)")
            try await expect(!believes(hub, authority, alpn: alpn), "\(alpn)")
        }
        // Clients that pin the key: Hearth's own, and curl, which offers HTTP/1.1 too.
        let link = "\(HubLink(address: hub.address, publicKeySHA256: identity.publicKeySHA256))"
        let devices = try await HearthProgram.run(["devices", "--hub", link], token)
        expect(devices.status, equals: 0, "\(devices)")
        expect(devices.output.contains("Floor Lamp"), "\(devices)")
        let pin = Data(identity.publicKeySHA256).base64EncodedString()
        if let curl = try? await ChildProcess.run(
            "curl", ["-sk", "-m", "20", "--pinnedpubkey", "sha256//\(pin)", "https://\(hub.address)/home-ca.json"])
        {
            expect(curl.status, equals: 0, "\(curl)")
            expect(curl.output.contains("Hearth home CA"), "\(curl)")
        }
        await hub.stop()

        try await expect(run("tls", "home-ca", "--remove", "--yes", "--store", store).status, equals: 0)
        let back = try await HubUnderTest(store: store, ["--backups", "off"])
        try await expect(believes(back, pinned, alpn: ["h2", "http/1.1"]))
        await back.stop()
    }

    @Test func operatorsCertificateTakesPrecedence() async throws {
        try await makeHome()
        try await expect(run("tls", "home-ca", "--store", store).status, equals: 0)
        let (certificate, key) = (folder.file("own.pem"), folder.file("own.key"))
        try TLSIdentity.make(names: ["localhost"]).save(certificateFile: certificate, keyFile: key)
        let hub = try await HubUnderTest(
            store: store, ["--backups", "off", "--tls-cert", certificate, "--tls-key", key])
        if Self.hasOpenSSL { try await expect(believes(hub, certificate, alpn: ["h2", "http/1.1"])) }
        let said = await hub.stop().error
        expect(said.contains("the home CA is not used, as --tls-cert brings a certificate"), "\(said)")
    }

    @Test func onlyBackupsWithKeysContainTheAuthority() async throws {
        try await makeHome()
        try await expect(run("tls", "home-ca", "--store", store).status, equals: 0)
        let (full, bare) = (folder.file("full.backup"), folder.file("bare.backup"))
        try await expect(run("backup", full, "--keys", "--store", store).status, equals: 0)
        try await expect(run("backup", bare, "--store", store).status, equals: 0)
        let secret = try String(contentsOfFile: HomeAuthority.files(in: keys).key, encoding: .utf8)
        try expect(!Data(contentsOf: URL(fileURLWithPath: bare)).contains(Data(secret.utf8).dropFirst(40)))
        for (backup, has) in [(full, true), (bare, false)] {
            let other = folder.file(has ? "full.db" : "bare.db")
            try await expect(run("restore", backup, "--store", other).status, equals: 0)
            try await HubUnderTest(store: other, ["--backups", "off"]).stop()
            let files = HomeAuthority.files(in: other + ".keys")
            guard has else {
                expect(!FileManager.default.fileExists(atPath: files.key))
                continue
            }
            try expect(String(contentsOfFile: files.key, encoding: .utf8) == secret && mode(files.key) == 0o600)
            try expect(
                String(contentsOfFile: files.certificate, encoding: .utf8),
                equals: String(contentsOfFile: authority, encoding: .utf8))
        }
    }
}

extension Data {
    fileprivate func contains(_ part: Data) -> Bool { range(of: part) != nil }
}
