internal import Foundation
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Synchronization
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Subscribers that are slow, stalled or dying, on connections of their own, beside healthy ones that receive
/// everything.
@Suite(.timeLimit(.minutes(10)))
struct DyingSubscribersTests {
    private static let rounds = FaultRounds.count(10)
    /// In each step eight lamps change.
    private static let steps = 400
    private static let lock = TestProvider.doorLock(of: "lock")

    /// A client with its connection and its watch.
    private final class Follower: Sendable {
        private let client: RPCClient
        private let watcher: Mutex<Watcher>
        private let reader: RPCReader<Hearth_V1_WatchResponse>
        private let end = Mutex<(any Error)?>(nil)

        init(_ address: String) async throws {
            var settings = HTTP2Transport.Settings()
            // A slow client takes a message before the stuck ones are cut, however busy the machine is.
            settings.streamWindow = 16 << 10
            client = RPCClient(transport: try HTTP2Transport(connectingTo: address, settings: settings))
            let watcher = Watcher(try await Hearth_V1_HomeClient(client).watch(.init()))
            reader = watcher.reader
            self.watcher = Mutex(watcher)
        }

        var view: ClientView { watcher.withLock { $0.view } }

        /// Takes the next message.
        ///
        /// - Returns: Whether there was one.
        @discardableResult
        func next() async throws -> Bool {
            guard let message = try await reader.next() else { return false }
            try watcher.withLock { try $0.view.take(message) }
            return true
        }

        func readAll(pause: Duration = .zero) async throws {
            do {
                while try await next() {
                    if pause > .zero { try await Task.sleep(for: pause) }
                }
            } catch {
                end.withLock { $0 = error }
                throw error
            }
        }

        /// Whether it has received everything up to a position.
        ///
        /// - Throws: The error that ended it before.
        func has(_ structureID: String, _ sequence: UInt64) throws -> Bool {
            if let error = end.withLock({ $0 }) { throw error }
            return (view.positions[structureID]?.sequence ?? 0) >= sequence
        }

        func close() async { await client.close() }
    }

    /// Followers of the same kind, which read in tasks of their own.
    private static func followers(_ count: Int, _ address: String) async throws -> [Follower] {
        var all: [Follower] = []
        for _ in 0..<count { all.append(try await Follower(address)) }
        return all
    }

    private func wait(_ test: TestHub, _ condition: () throws -> Bool) async throws {
        while try !condition() {
            try await Task.sleep(for: .milliseconds(2))
            // The pace of slow clients is measured by this clock.
            await test.clock.advance(by: .milliseconds(2))
        }
    }

    private struct Counts {
        var reports = 0
        var cut = 0
        /// The number of messages that a stuck client found when it read at last.
        var mostKept = 0
    }

    private func round(_ dice: inout Dice, _ counts: inout Counts) async throws {
        let folder = try TemporaryFolder()
        let test = try await TestHub()
        let locks = TestProvider([TestProvider.lock("lock", name: "Door")])
        let lamps = TestProvider(lamps: 8)
        try await test.hub.attach(locks)
        try await test.hub.attach(lamps)
        var settings = HTTP2Server.Settings()
        settings.writeStallTimeout = .seconds(10)
        let address = "unix:\(folder.path)/hub.sock"
        let listener = try await HTTP2Server.listen(test.server, on: address, settings: settings)

        let good = try await Self.followers(4, address)
        let slow = try await Self.followers(2, address)
        let stuck = try await Self.followers(2, address)
        let dying = try await Self.followers(3, address)
        let reading = (good + dying).map { follower in Task { try await follower.readAll() } }
        let crawling = slow.map { follower in Task { try await follower.readAll(pause: .milliseconds(2)) } }
        for follower in good + dying { try await wait(test) { follower.view.markers > 0 } }
        let begin = try require(test.truth().positions[test.structureID]).sequence
        let first = test.hub.directory.cells.first?.read { $0.eventNumber } ?? 0
        let alarm = DeviceChange.EventOccurrence(
            endpoint: 1, traitID: Self.lock.traitID, eventID: 0, fields: [0: .unsigned(0)])

        var deaths = dying.map { ($0, Int.random(in: 0..<Self.steps, using: &dice)) }
        for step in 0..<Self.steps {
            for number in 0..<8 {
                lamps.report(
                    TestProvider.onOff(of: "lamp-\(number + 1)"), [0x4001: .unsigned(UInt64(step * 8 + number + 1))])
            }
            if step % 10 == 0 { locks.report(Self.lock, [:], events: [alarm]) }
            for (follower, moment) in deaths where moment == step { await follower.close() }
            deaths.removeAll { $0.1 == step }
            // Readers receive what they can take; the others lag.
            let truth = test.hub.directory.cells.first?.read { $0.sequence } ?? 0
            for follower in good {
                try await wait(test) { try follower.has(test.structureID, truth) }
            }
        }
        let truth = test.truth()
        let last = try require(truth.positions[test.structureID]).sequence
        // The stuck clients are cut, and nothing of them stays.
        try await wait(test) { test.hub.watches.count == good.count + slow.count }
        for follower in stuck {
            let end = await expect(refused: .resourceExhausted) { try await follower.readAll() }
            expect(
                end?.message,
                equals: "the client read nothing of this stream for 10 s; call again, a watch from its last position")
            counts.cut += 1
            counts.mostKept = max(counts.mostKept, follower.view.reports.count)
            await follower.close()
        }
        let all = Array(first + 1...(test.hub.directory.cells.first?.read { $0.eventNumber } ?? 0))
        for follower in slow {
            try await wait(test) {
                try follower.has(test.structureID, last) && follower.view.events.count >= all.count
            }
        }
        for follower in good + slow {
            let view = follower.view
            expect(view.states, equals: truth.states)
            expect(view.devices, equals: truth.devices)
            expect(view.positions, equals: truth.positions)
            expect(view.resyncs.isEmpty)
            expect(view.events, equals: all)
            let sequences = view.reports.compactMap(\.position?.sequence)
            expect(zip(sequences, sequences.dropFirst()).allSatisfy { $0 < $1 })
        }
        for follower in good {
            expect(follower.view.repeated.isEmpty)
            expect(follower.view.reports.compactMap(\.position?.sequence), equals: Array(begin + 1...last))
            counts.reports += follower.view.reports.count
        }
        for follower in good + slow { await follower.close() }
        for task in reading + crawling { _ = await task.result }
        await listener.shutdown(grace: .zero)
        try await test.hub.shutdown()
    }

    @Test func readersGetAllDespiteStuckSubscribers() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("subscribers: seed \(seed)")
        var dice = Dice(seed: seed)
        var counts = Counts()
        for _ in 0..<Self.rounds { try await round(&dice, &counts) }
        // The receive window and the client's buffers, of everything sent.
        expect(counts.mostKept, isBelow: Self.steps * 4)
        print(
            "FAULTS subscribers slow, stuck and dying | \(Self.rounds) | \(counts.reports) reports in order to the "
                + "healthy ones, \(counts.cut) stuck ones cut, at most \(counts.mostKept) of \(Self.steps * 8) reports in flight"
        )
    }
}
