internal import Foundation
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthWire
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing

/// A hub whose clients take all descriptors that it grants: existing clients continue, and new ones wait until others
/// leave.
@Suite(.disabled(if: HearthProgram.isMissing, Comment(rawValue: HearthProgram.whyMissing)), .timeLimit(.minutes(5)))
struct NoDescriptorsTests {
    private static let rounds = FaultRounds.count(20)
    private static let descriptors = 48

    private func client(_ hub: HubUnderTest) throws -> RPCClient {
        RPCClient(transport: try HTTP2Transport(connectingTo: hub.address))
    }

    private func descriptors(_ hub: HubUnderTest) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(hub.program.processIdentifier)/fd").count
    }

    /// Whether the hub has given out all descriptors but those that it keeps for itself.
    private func isFull(_ hub: HubUnderTest) throws -> Bool { try descriptors(hub) >= Self.descriptors - 7 }

    /// The processor time that the hub has used.
    private func processorTime(_ hub: HubUnderTest) throws -> Duration {
        let text = try String(contentsOfFile: "/proc/\(hub.program.processIdentifier)/stat", encoding: .utf8)
        // After the name, which may contain spaces: user and system time are fields 14 and 15, in ticks.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = try require(Int(fields[11])) + require(Int(fields[12]))
        return .milliseconds(ticks * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
    }

    /// A hub without free descriptors uses no processor time while idle.
    private func expectRest(_ hub: HubUnderTest, _ round: Int) async throws {
        let (begin, before) = (ContinuousClock.now, try processorTime(hub))
        try await Task.sleep(for: .seconds(1))
        let (time, used) = (ContinuousClock.now - begin, try processorTime(hub) - before)
        expect(used, isBelow: time / 2, "round \(round): a busy loop, \(used) of \(time)")
    }

    /// Connects until the hub accepts no more clients.
    ///
    /// - Returns: The clients that it serves, and one that waits.
    private func connectAll(_ hub: HubUnderTest) async throws -> (served: [RPCClient], waiting: RPCClient) {
        var served: [RPCClient] = []
        while true {
            let next = try client(hub)
            do {
                // Longer than the hub's pause in accepting after it ran out of descriptors.
                _ = try await Hearth_V1_HomeClient(next).getInfo(
                    .init(), options: CallOptions(timeout: .seconds(1), waitForReady: true))
                served.append(next)
            } catch {
                if error.code == .deadlineExceeded, try isFull(hub) { return (served, next) }
                // On a busy machine this process may send the preface too late for the hub, or the hub answer late.
                guard error.code == .unavailable || error.code == .deadlineExceeded else { throw error }
                await next.close()
            }
        }
    }

    @Test func existingClientsContinueAndNewOnesWait() async throws {
        let folder = try TemporaryFolder()
        let store = folder.file("home.db")
        let hub = try await HubUnderTest(store: store, by: ["prlimit", "--nofile=\(Self.descriptors)"])
        do {
            try await fillAndLeave(hub, store)
        } catch {
            // The hub's output shows whether it is still alive.
            hub.program.send(SIGKILL)
            let outcome = await hub.program.wait()
            Issue.record("\(error); the hub ended with \(outcome.status) and said: \(outcome.error)")
        }
    }

    private func fillAndLeave(_ hub: HubUnderTest, _ store: String) async throws {
        let steady = try client(hub)
        let home = Hearth_V1_HomeClient(steady)
        let structure = try require(try await home.list(.init()).structures.first).id
        let watched = Watched()
        let watching = Task { try? await watched.watch(home) }
        try await watched.until { !$0.positions.isEmpty }
        var rooms: [String: String] = [:]
        var (waited, commands) = (0, 0)
        for round in 0..<Self.rounds {
            let (served, waiting) = try await connectAll(hub)
            try expect(isFull(hub), "round \(round): some are left")
            // A client that waits for as long as it takes.
            let late = Task {
                try await Hearth_V1_HomeClient(waiting).getInfo(.init(), options: CallOptions(waitForReady: true))
            }
            try await expectRest(hub, round)
            for number in 0..<5 {
                let name = "R\(round)-\(number)"
                let made = try await home.createRoom(.init(structureID: structure, name: name))
                rooms[made.room?.id ?? ""] = name
                let toggle = Hearth_V1_BatchItem(
                    target: .init(deviceID: "kitchen-coffee", endpoint: 1), traitID: 6,
                    action: .command(.init(commandID: 2)))
                let results = try await home.sendBatch(.init(items: [toggle])).results
                expect((results.count, results.allSatisfy { $0.code == 0 }), are: (1, true))
                commands += results.count
            }
            let made = rooms
            try await watched.until { view in made.allSatisfy { view.rooms[$0.key] == $0.value } }
            for one in served { await one.close() }
            _ = try await late.value
            await waiting.close()
            waited += 1
        }
        let list = try await home.list(.init())
        let last = try require(list.positions.first)
        try await watched.until { $0.sequence >= last.sequence }
        let view = watched.now
        expect((view.resyncs.isEmpty, view.repeated), are: (true, 0))
        expect(view.rooms, equals: Dictionary(list.rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 }))
        await hub.kill()
        await watching.value
        await steady.close()

        let again = try await HubUnderTest(store: store)
        let client = try client(again)
        let stored = try await Hearth_V1_HomeClient(client).list(.init()).rooms
        let names = Dictionary(stored.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
        expect(rooms.allSatisfy { names[$0.key] == $0.value }, "confirmed rooms are lost")
        await client.close()
        await again.stop()
        print(
            "FAULTS no descriptors left | \(Self.rounds) | \(rooms.count) rooms and \(commands) commands confirmed "
                + "meanwhile and kept after a kill, a watch complete, \(waited) waiting clients served later")
    }
}
