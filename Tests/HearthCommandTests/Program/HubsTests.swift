internal import Foundation
internal import Hearth
internal import HearthBase
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Finding a hub on the network and claiming it, as people do it. The network is the machine's loopback.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct HubsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A hub, its name on the network, and its link while it has no owner.
    private func start() async throws -> (hub: HubUnderTest, name: String, link: HubLink?) {
        let hub = try await HubUnderTest(
            store: folder.file("home.db"), ["--local-owner", "nobody", "--announce", "always"])
        let line = try require(await hub.program.line { $0.hasPrefix("Announced on the local network as ") })
        let claim = folder.file("home.db.keys/claim")
        let text = try? String(contentsOfFile: claim, encoding: .utf8)
        let name = try require(line.split(separator: "\"").dropFirst().first)
        return (hub, String(name), text.flatMap { HubLink($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
    }

    private func port(of hub: HubUnderTest) -> String { String(hub.address.drop { $0 != ":" }) }

    private var environment: [String: String] {
        ["XDG_CONFIG_HOME": folder.file("ada"), "HEARTH_TOKEN": "", "HEARTH_HUB": ""]
    }

    private func run(_ words: [String], input: String = "") async throws -> ChildProcess.Outcome {
        try await HearthProgram.run(words, environment, input: input)
    }

    /// A hub as `hearth hubs --json` lists it.
    private struct Listed: Decodable {
        let name: String
        let addresses: [String]
        let host: String
        let version: String?
        let claimed: Bool?
        let claimedAs: String?
    }

    /// The hubs that are listed. Others may be near.
    private func listed() async throws -> [Listed] {
        let outcome = try await run(["hubs", "--json"])
        // Where nothing is found, a network without multicast is an error.
        if outcome.status == 69, outcome.error.contains("multicast DNS does not work here") { return [] }
        expect(outcome.status, equals: 0, "\(outcome.error)")
        return try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8))
    }

    private func listed(_ name: String) async throws -> Listed? { try await listed().first { $0.name == name } }

    @Test func hubIsFoundClaimedAndFollowed() async throws {
        let (hub, name, shown) = try await start()
        let watch = try HearthProgram.start(["hubs", "watch", "--json"], environment)
        await expect(watch.line { $0.contains(#""change":"found","name":"\#(name)""#) } != nil)
        let found = try require(try await listed(name))
        expect((found.claimed, found.claimedAs, found.version), are: (false, nil, Home.version))
        expect((found.addresses, found.host.hasSuffix(port(of: hub))), are: ([hub.address], true))

        // The address of the link is out of date.
        var link = try require(shown)
        link.address = "127.0.0.1:1"
        let other = HubLink(address: "127.0.0.1:1", publicKeySHA256: [UInt8](repeating: 9, count: 32), code: link.code)
        let wrong = try await run(["claim", name], input: "\(other)\n")
        expect((wrong.status, wrong.error.contains("the link is of another hub")), are: (1, true), "\(wrong.error)")
        let claim = try await run(["claim", name, "--name", "home"], input: "\(link)\n")
        expect((claim.status, claim.output.contains("at \(hub.address), known")), are: (0, true), "\(claim.error)")
        await expect(watch.line { $0.contains(#""change":"changed","name":"\#(name)""#) } != nil)
        let owned = try require(try await listed(name))
        expect((owned.claimed, owned.claimedAs), are: (true, "home"))

        await hub.stop()
        await expect(watch.line { $0.contains(#""change":"gone","name":"\#(name)""#) } != nil)
        try await expectNil(listed(name)?.name)
        watch.send(SIGTERM)
        _ = await watch.wait()

        // On another port.
        let (again, sameName, none) = try await start()
        expect((sameName, none), are: (name, nil))
        try await expect(run(["devices", "--hub", "home"]).status, equals: 69)
        let moved = try await run(["claim", name])
        expect((moved.status, moved.output.contains(again.address)), are: (0, true), "\(moved.error)")
        let devices = try await run(["devices", "--hub", "home"])
        expect((devices.status, devices.output.contains("Ceiling Light")), are: (0, true), "\(devices.error)")
        await again.stop()
    }

    @Test(arguments: [[], ["--announce", "never"], ["--announce", "auto"]])
    func hubOfItsMachineIsNotAnnounced(_ words: [String]) async throws {
        let hub = try await HubUnderTest(store: folder.file("home.db"), words)
        let found = try await listed()
        expect(found.filter { $0.host.hasSuffix(port(of: hub)) }.map(\.name), equals: [])
        await hub.stop()
    }

    @Test func wrongWordsAreReported() async throws {
        for (words, part) in [
            (["serve", "--announce", "sometimes"], "--announce is one of auto, always, never"),
            (["serve", "--announce", "always", "--no-mdns"], "leave out --no-mdns"),
            (["hubs", "find"], "say hearth hubs or hearth hubs watch"),
        ] {
            let outcome = try await run(words)
            expect((outcome.status, outcome.error.contains(part)), are: (64, true), "\(outcome.error)")
        }
    }
}
