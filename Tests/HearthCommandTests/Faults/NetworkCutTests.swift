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

/// A hub in another network, whose cable is cut and mended while the home is changed: the client converges to the hub's
/// state, without a gap, and nothing comes twice.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(10)))
struct NetworkCutTests {
    private static let rounds = FaultRounds.count(10)

    /// The client's settings: the key with which it claims the hub.
    private func settings(_ link: HubLink) throws -> HTTP2Transport.Settings {
        var settings = HTTP2Transport.Settings()
        settings.tls = try ClientTLS(
            trust: .pinned(publicKeySHA256: link.publicKeySHA256), identity: try TLSIdentity.make(names: []))
        settings.keepalive = Keepalive(interval: .seconds(10), timeout: .seconds(2))
        return settings
    }

    private func link(_ hub: HubUnderTest, at address: String) async throws -> HubLink {
        let line = try require(await hub.program.line { $0.contains("hearth claim 'hearth:") })
        var link = try require(HubLink(String(line.split(separator: "'")[1])))
        link.address = address
        return link
    }

    /// Watches until it is cancelled, from one connection to the next.
    private func watch(
        _ watched: Watched, _ link: HubLink, _ settings: HTTP2Transport.Settings
    ) async throws {
        while !Task.isCancelled {
            let client = RPCClient(transport: try HTTP2Transport(connectingTo: link.address, settings: settings))
            try? await watched.watch(Hearth_V1_HomeClient(client))
            await client.close()
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    @Test func afterACutTheClientComesToWhatTheHubHas() async throws {
        let network: OtherNetwork
        do {
            network = try await OtherNetwork()
        } catch {
            return print("skipped: networks can't be made here: \(error)")
        }
        let folder = try TemporaryFolder()
        let hub = try await HubUnderTest(
            store: folder.file("home.db"), listen: "0.0.0.0:0", by: network.launcher)
        let port = hub.address.split(separator: ":").last.map(String.init) ?? ""
        let link = try await link(hub, at: "\(network.address):\(port)")
        let settings = try settings(link)
        let first = RPCClient(transport: try HTTP2Transport(connectingTo: link.address, settings: settings))
        _ = try await Hearth_V1_AccessClient(first).claim(.init(code: link.code ?? "", name: "here"))
        await first.close()

        /// Runs a command in the other network.
        func run(_ words: String...) async throws {
            let outcome = try await HearthProgram.run(
                words + ["--hub", "127.0.0.1:\(port)"], by: network.launcher)
            expect(outcome.status, equals: 0, "\(words): \(outcome.error)")
        }
        let watched = Watched()
        let watching = Task { try await watch(watched, link, settings) }
        try await watched.until { !$0.positions.isEmpty }
        var edits = 0
        for round in 0..<Self.rounds {
            // The first cut ends unnoticed; the second costs the connection.
            for time in [Duration.milliseconds(Int.random(in: 500...4_000)), .seconds(16)] {
                try await network.cut()
                let end = ContinuousClock.now + time
                repeat {
                    try await run("rename", "kitchen-coffee", "Coffee \(edits)")
                    edits += 1
                } while ContinuousClock.now < end
                try await network.mend()
                let mark = "Mark \(round)-\(edits)"
                try await run("rooms", "add", mark)
                edits += 1
                try await watched.until { $0.rooms.values.contains(mark) }
            }
        }
        let view = watched.now
        expect((view.resyncs.isEmpty, view.repeated), are: (true, 0))
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: link.address, settings: settings))
        let list = try await Hearth_V1_HomeClient(client).list(.init())
        expect(view.rooms, equals: Dictionary(list.rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 }))
        expect(view.names, equals: Dictionary(list.devices.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 }))
        watching.cancel()
        try await watching.value
        expect(view.calls, isAbove: 1)
        await client.close()
        await hub.stop()
        print(
            "FAULTS network cut between two namespaces | \(2 * Self.rounds) | \(edits) edits meanwhile, "
                + "\(view.reports) reports received, none twice and no resync, \(view.calls - 1) watches resumed")
    }
}
