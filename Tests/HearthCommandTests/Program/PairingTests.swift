internal import Foundation
internal import Hearth
internal import HearthAccessControl
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTLS
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A hub in a network, and the claiming of it, as people do it.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct PairingTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("home.db") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start() async throws -> (hub: HubUnderTest, link: HubLink?) {
        let hub = try await HubUnderTest(store: store, listen: "0.0.0.0:0", ["--local-owner", "nobody"])
        let port = hub.address.split(separator: ":").last.map(String.init) ?? ""
        let here = "127.0.0.1:\(port)"
        _ = await hub.program.line { $0.contains("From other machines: hearth:") }
        guard FileManager.default.fileExists(atPath: store + ".keys/claim") else { return (hub, nil) }
        let line = try require(await hub.program.line { $0.contains("hearth claim 'hearth:") })
        var link = try require(HubLink(String(line.split(separator: "'")[1])))
        expect(link.address.hasSuffix(":\(port)"))
        // The machine's own address may be unreachable from within a sandbox.
        link.address = here
        return (hub, link)
    }

    private func run(_ user: String, _ words: [String], token: String? = nil) async throws -> ChildProcess.Outcome {
        try await HearthProgram.run(
            words, ["XDG_CONFIG_HOME": folder.file(user), "HEARTH_TOKEN": token ?? "", "HEARTH_HUB": ""])
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.posixPermissions] as? Int ?? 0
    }

    @Test func theWholeWay() async throws {
        let (hub, shown) = try await start()
        let link = try require(shown)
        let code = try require(link.code)
        try expect((mode(store + ".keys/claim"), mode(store + ".keys/tls-key.pem")), are: (0o600, 0o600))
        try expect(mode(store + ".keys"), equals: 0o700)

        // Local callers are not the owner.
        let stranger = try await run("stranger", ["devices", "--hub", link.address])
        expect((stranger.status, stranger.error.contains("pair first")), are: (1, true))

        let claim = try await run("ada", ["claim", "\(link)", "--name", "home"])
        expect(claim.status, equals: 0, "\(claim.error)")
        expect(claim.output.contains("You are the owner"))
        expect(!FileManager.default.fileExists(atPath: store + ".keys/claim"))
        try expect(mode(folder.file("ada/hearth/hubs.json")), equals: 0o600)
        try expect(mode(folder.file("ada/hearth/hubs/home/tls-key.pem")), equals: 0o600)
        try await expect(run("ada", ["devices", "--hub", "home"]).output.contains("Ceiling Light"))
        try await expect(run("ada", ["devices", "--hub", link.address]).status, equals: 0)
        let second = try await run("eve", ["claim", "\(link)"])
        expect((second.status, second.error.contains("is wrong, used or expired")), are: (1, true))

        // A token, and its revocation.
        let certificate = folder.file("hub.pem")
        let made = try await run(
            "ada", ["tokens", "create", "a script", "--hub", "home", "--days", "7", "--certificate", certificate])
        expect(made.status, equals: 0, "\(made.error)")
        let token = made.output.trimmingCharacters(in: .newlines)
        expect(token.hasPrefix("hth_"))
        try expect(String(contentsOfFile: certificate, encoding: .utf8).hasPrefix("-----BEGIN CERTIFICATE-----"))
        let place = "\(HubLink(address: link.address, publicKeySHA256: link.publicKeySHA256))"
        try await expect(run("script", ["devices", "--hub", place], token: token).status, equals: 0)
        try await expect(run("script", ["devices", "--hub", place]).status, equals: 1)
        let watch = try HearthProgram.start(
            ["watch", "--hub", place], ["XDG_CONFIG_HOME": folder.file("script"), "HEARTH_TOKEN": token])
        await expect(watch.line { !$0.isEmpty } != nil)
        let list = try await run("ada", ["tokens", "--hub", "home"])
        let row = try require(list.output.split(separator: "\n").first { $0.contains("a script") })
        expect(list.output.split(separator: "\n").count, equals: 3)
        let id = String(row.prefix { $0 != " " })
        try await expect(run("ada", ["tokens", "revoke", id, "--yes", "--hub", "home"]).status, equals: 0)
        await expect(watch.wait().status, differsFrom: 0)
        try await expect(run("script", ["devices", "--hub", place], token: token).error.contains("was revoked"))

        // Another key than the pinned one.
        let other = HubLink(address: link.address, publicKeySHA256: [UInt8](repeating: 0xAB, count: 32))
        let refused = try await run("script", ["devices", "--hub", "\(other)"], token: token)
        expect((refused.status, refused.error.contains(String(repeating: "ab", count: 32))), are: (69, true))
        let hex = link.publicKeySHA256.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        expect(refused.error.contains(hex))

        hub.program.send(SIGTERM)
        let end = await hub.program.wait()
        expect(end.status, equals: 0)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("home.db") }
        for name in names where name != "home.db.keys" {
            let content = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
            for secret in [code, String(token.split(separator: "_")[2])] {
                expectNil(content.range(of: Data(secret.utf8)), "\(name)")
                expect(!end.error.contains(secret))
            }
        }

        // The hub stays claimed, and keeps its key.
        let (again, none) = try await start()
        expectNil(none)
        let line = await again.program.line { $0.contains("From other machines: hearth:") }
        expect(line?.contains(Base64URL.text(link.publicKeySHA256)), equals: true)
    }

    @Test func wrongCodesCloseNoLinkAfterAKill() async throws {
        let (hub, first) = try await start()
        let link = try require(first)
        try await tryWrongCodes(5, link)
        await hub.kill()
        let (again, second) = try await start()
        let same = try require(second)
        expect(same.code, equals: link.code)
        try await tryWrongCodes(5, same)
        let late = try await run("ada", ["claim", "\(same)"])
        expect(late.status, equals: 0, "\(late.error)")
        again.program.send(SIGTERM)
    }

    private func tryWrongCodes(_ count: Int, _ link: HubLink) async throws {
        var settings = HTTP2Transport.Settings()
        settings.tls = try ClientTLS(
            trust: .pinned(publicKeySHA256: link.publicKeySHA256), identity: try TLSIdentity.make(names: []))
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: link.address, settings: settings))
        for _ in 0..<count {
            let error = await expect(throws: RPCError.self) {
                try await Hearth_V1_AccessClient(client).claim(
                    .init(code: Base64URL.text(SecureRandom.bytes(16)), name: "guess"))
            }
            expect(error?.code, equals: .permissionDenied)
        }
        await client.close()
    }

    @Test func aHubOfItsOwnMachineOpensNoClaim() async throws {
        let hub = try await HubUnderTest(store: store)
        let outcome = try await run("ada", ["claim", "--open", "--hub", hub.address])
        expect((outcome.status, outcome.error.contains("listens on its own machine only")), are: (1, true))
    }

    /// The commands of its user find a hub that listens only on a network address, without a name and by that address,
    /// and are taken for the owner's.
    @Test func commandsOnItsMachineFindAHubOfTheNetwork() async throws {
        let own = Host.current().addresses.first { $0.contains(".") && !$0.hasPrefix("127.") }
        guard let own else { return print("skipped: this machine has no address in a network") }
        let environment = [
            "XDG_DATA_HOME": folder.file("data"), "XDG_CONFIG_HOME": folder.file("config"), "HEARTH_HUB": "",
            "HEARTH_TOKEN": "",
        ]
        let hub = try HearthProgram.start(["serve", "--demo", "--store", store, "--listen", "\(own):0"], environment)
        let line = await hub.line { $0.contains(" listening on ") }
        let address = String(try require(line?.split(separator: " ").last))
        let port = String(try require(address.split(separator: ":").last))
        for words in [
            ["devices"], ["devices", "--hub", address], ["claim", "--invite", "owner"],
            // The page's commands have a loopback address.
            ["devices", "--hub", "127.0.0.1:\(port)"], ["claim", "--open", "--hub", "localhost:\(port)"],
        ] {
            let outcome = try await HearthProgram.run(words, environment)
            expect(outcome.status, equals: 0, "\(words): \(outcome.error)")
            let isLoopback = words.contains { $0.hasSuffix(":\(port)") && $0 != address }
            expect(outcome.error.contains("using the hub of this machine at \(address)"), equals: isLoopback)
        }
        // Another hub at the loopback address comes first.
        let other = try HearthProgram.start(
            ["serve", "--store", folder.file("other.db"), "--listen", "127.0.0.1:\(port)"], environment)
        guard await other.line(where: { $0.contains(" listening on ") }) != nil else {
            hub.send(SIGKILL)
            _ = await hub.wait()
            return print("skipped: another program listens at 127.0.0.1:\(port)")
        }
        let answer = try await HearthProgram.run(["devices", "--hub", "127.0.0.1:\(port)"], environment)
        expect((answer.status, answer.output), are: (0, "The home has no devices.\n"), "\(answer.error)")
        other.send(SIGKILL)
        _ = await other.wait()
        hub.send(SIGKILL)
        _ = await hub.wait()
        let gone = try await HearthProgram.run(["devices"], environment)
        expect(gone.status, equals: 69, "\(gone.error)")
        expect(gone.error.contains("127.0.0.1:4327"), "\(gone.error)")
    }
}
