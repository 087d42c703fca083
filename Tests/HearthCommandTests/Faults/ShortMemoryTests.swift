internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthWire
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A hub that gets no more memory from the system. A Swift program then crashes at any point, so the rule for crashes
/// holds: confirmed writes are there after a restart.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct ShortMemoryTests {
    private static let rounds = FaultRounds.count(10)

    /// The size of the writable memory of the hub's process, in bytes.
    private func size(_ hub: HubUnderTest) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(hub.program.processIdentifier)/status", encoding: .utf8)
        let line = try require(text.split(separator: "\n").first { $0.hasPrefix("VmData:") })
        return try require(Int(line.split(whereSeparator: \.isWhitespace)[1])) * 1_024
    }

    /// Opens watches and creates rooms between them, until the hub has no more memory or enough are open.
    ///
    /// - Returns: Whether it reached the end.
    private func load(
        _ hub: HubUnderTest, in structure: String, _ round: Int, _ confirmed: inout [String: String]
    ) async throws -> Bool {
        var open = Open()
        var goesOn = true
        for number in 0..<20 where goesOn {
            do {
                try await open.more(hub)
                confirmed[try await open.room("M\(round)-\(number)", in: structure)] = "M\(round)-\(number)"
            } catch {
                // A refusal by the hub itself is no crash.
                goesOn = error.code == .resourceExhausted
            }
        }
        await open.close()
        return goesOn
    }

    /// Clients with watches.
    private struct Open {
        private static let options = CallOptions(timeout: .seconds(30))
        private var clients: [RPCClient] = []
        private var watches: [RPCReader<Hearth_V1_WatchResponse>] = []

        /// Adds a client, with as many watches as a house full of apps has.
        mutating func more(_ hub: HubUnderTest) async throws(RPCError) {
            let client = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
            clients.append(client)
            for _ in 0..<50 {
                let watch = try await Hearth_V1_HomeClient(client).watch(.init(), options: Self.options)
                _ = try await watch.next()
                watches.append(watch)
            }
        }

        /// The id of a room that the last client creates.
        func room(_ name: String, in structure: String) async throws(RPCError) -> String {
            guard let client = clients.last else { throw RPCError(.internal, "there is no client") }
            let request = Hearth_V1_CreateRoomRequest(structureID: structure, name: name)
            return try await Hearth_V1_HomeClient(client).createRoom(request, options: Self.options).room?.id ?? ""
        }

        func close() async {
            for client in clients { await client.close() }
        }
    }

    @Test func confirmedWritesSurviveAMemoryShortage() async throws {
        let folder = try TemporaryFolder()
        let store = folder.file("home.db")
        var confirmed: [String: String] = [:]
        var ended = 0
        for round in 0..<Self.rounds {
            let hub = try await HubUnderTest(store: store, ["--backups", "off"])
            let first = RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
            let structure = try require(try await Hearth_V1_HomeClient(first).list(.init()).structures.first).id
            await first.close()
            // Some megabytes more than it uses.
            let most = try size(hub) + (1 + round % 4) * 2_000_000
            let limited = try await ChildProcess.run(
                "prlimit", ["--pid", "\(hub.program.processIdentifier)", "--data=\(most)"])
            expect(limited.status, equals: 0)
            if try await !load(hub, in: structure, round, &confirmed) { ended += 1 }
            await hub.kill()
        }
        let again = try await HubUnderTest(store: store, ["--backups", "off"])
        let client = RPCClient(transport: try HTTP2Transport(connectingTo: again.address))
        let rooms = try await Hearth_V1_HomeClient(client).list(.init()).rooms
        let names = Dictionary(rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        expect(confirmed.allSatisfy { names[$0.key] == $0.value }, "confirmed rooms are lost")
        await client.close()
        await again.stop()
        print(
            "FAULTS short of memory | \(Self.rounds) | \(ended) hubs crashed or hung, \(confirmed.count) confirmed "
                + "rooms kept")
    }
}
