@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// The machine's clock is set an hour or a year forward or back, again and again, while a home is used: counts stay
/// exact, timers keep their time, and nothing is lost or doubled.
@Suite(.timeLimit(.minutes(10)))
struct ClockStepTests {
    private static let rounds = FaultRounds.count(200)
    private static let hour = Duration.seconds(3_600)
    private static let steps = [hour, hour * -1, hour * 24 * 365, hour * -24 * 365]

    private let lamp = TestProvider.onOff(of: "lamp-1")
    private let lock = TestProvider.doorLock(of: "lock")
    private let onOff = TestProvider.onOff

    /// The actions so far, to be found again later.
    private struct Done {
        var values: [UInt64] = []
        /// Values that were not recorded in the distant past, and so must survive the clock's correction.
        var lasting: Set<UInt64> = []
        var events = 0
        var keys = 0
    }

    private func toggle(_ test: TestHub, _ key: String) async throws -> Hearth_V1_TraitCommandResponse {
        try await test.call(
            onOff, "Toggle",
            Hearth_V1_TraitCommandRequest(target: .init(lamp), options: .init(idempotencyKey: key, clientID: "test")))
    }

    /// A home on a store, with a maker's process attached.
    private struct Home {
        let test: TestHub
        let lamps: TestProvider
        let locks: TestProvider
        let maker: TestRemote

        init(_ file: String, _ clock: ManualClock) async throws {
            test = try await TestHub(store: HomeStore.open(path: file), clock: clock)
            lamps = TestProvider(lamps: 1)
            locks = TestProvider([TestProvider.lock("lock", name: "Door")])
            try await test.hub.attach(lamps)
            try await test.hub.attach(locks)
            maker = try await TestRemote(test.client())
            _ = try await maker.hello()
            try await maker.bring([TestRemote.device("far", TestProvider.onOff, [0: .bool(true)])])
        }

        /// Lets time pass while all peers send pings.
        func pass(_ time: Duration) async throws {
            var rest = time
            while rest > .zero {
                do {
                    // The answer shows that the hub has received it.
                    try await maker.bring([])
                } catch {
                    throw await maker.end() ?? error
                }
                let step = min(rest, .seconds(10))
                await test.clock.advance(by: step)
                rest -= step
            }
        }

        func isMakerThere() throws -> Bool {
            try test.hub.read(TestProvider.onOff(of: "far"), as: owner).connectivity.connectivityState == .online
        }
    }

    private func use(_ home: Home, ahead: Duration, _ done: inout Done) {
        for _ in 0..<3 {
            done.values.append(UInt64(done.values.count + 1))
            if ahead > Self.hour * -24, let value = done.values.last { done.lasting.insert(value) }
            home.lamps.report(lamp, [0x4001: .unsigned(done.values.last ?? 0)])
        }
        home.locks.report(
            lock, [:],
            events: [.init(endpoint: 1, traitID: lock.traitID, eventID: 0, fields: [0: .unsigned(0)])])
        done.events += 1
    }

    /// The values of the lamp in the log, newest first. It begins with 0 at each start.
    private func logged(_ test: TestHub) async throws -> [UInt64] {
        var values: [UInt64] = []
        var request = Hearth_V1_ListReportsRequest(structureID: test.structureID)
        request.filter = Hearth_V1_WatchFilter(deviceIDs: ["lamp-1"])
        repeat {
            let page = try await test.home().listReports(request)
            for state in page.reports.flatMap(\.states) {
                guard let bytes = state.attributes?.value else { continue }
                if case .unsigned(let value)? = try onOff.decodeAttributes(bytes.span.bytes)[0x4001], value > 0 {
                    values.append(value)
                }
            }
            request.pageToken = page.nextPageToken
        } while !request.pageToken.isEmpty
        return values
    }

    /// The history of the lamp, including the future. A value is repeated where the lamp was away.
    private func history(_ test: TestHub) async throws -> Set<UInt64> {
        let reader = try await Hearth_V1_HistoryClient(test.client()).export(
            Hearth_V1_ExportRequest(
                target: .init(lamp), traitID: lamp.traitID, attributeID: 0x4001,
                until: Google_Protobuf_Timestamp(seconds: 200_000_000_000)))
        var values: Set<UInt64> = []
        while let part = try await reader.next() {
            for sample in part.samples {
                if case .integer(let value)? = sample.value, value > 0 { values.insert(UInt64(clamping: value)) }
            }
        }
        return values
    }

    @Test func nothingIsLostOrDoubledAndTimesAreKept() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("clock: seed \(seed)")
        var dice = Dice(seed: seed)
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        var home = try await Home(folder.file, clock)
        var done = Done()
        var watcher = try await Watcher.atMarker(home.test)
        let begin = try require(home.test.truth().positions[home.test.structureID]).sequence
        var restarts = 0
        var ahead = Duration.zero
        for round in 0..<Self.rounds {
            let test = home.test
            let key = "key \(round)"
            use(home, ahead: ahead, &done)
            let first = try await toggle(test, key)
            let commands = home.lamps.commands
            let early = Array(watcher.view.positions.values)
            let earlyView = watcher.view

            let step = try require(Self.steps.randomElement(using: &dice))
            ahead += step
            clock.step(by: step)
            use(home, ahead: ahead, &done)
            try await home.pass(.seconds(590))
            try await expect(toggle(test, key) == first && home.lamps.commands == commands, "round \(round)")
            try await home.pass(.seconds(11))
            try await expect(toggle(test, key), differsFrom: first, "round \(round): the key is kept for too long")
            expect(home.lamps.commands, equals: commands + 1)
            done.keys += 1
            try expect(home.isMakerThere(), "round \(round): the maker was cut")

            // Heartbeats, positions and events: by the running watch, and by one that resumes.
            let heartbeats = watcher.view.heartbeats
            try await watcher.catchUp(test)
            expect(watcher.view.heartbeats, isAbove: heartbeats)
            var again = try await Watcher(test, resumeFrom: early, view: earlyView)
            try await again.catchUp(test)
            let truth = test.truth()
            for view in [watcher.view, again.view] {
                expect(view.states, equals: truth.states)
                expect(view.devices, equals: truth.devices)
                expect(view.positions, equals: truth.positions, "round \(round)")
                expect(view.resyncs.isEmpty, "round \(round)")
                let sequences = view.reports.compactMap(\.position?.sequence)
                expect(sequences, equals: Array(begin + 1...begin + UInt64(sequences.count)), "round \(round)")
                expect(view.events.count, equals: done.events)
                expect(view.events, equals: view.events.sorted())
            }
            let logged = try await logged(test)
            expect(logged, equals: done.values.reversed(), "round \(round): the log")
            let history = try await history(test)
            expect(history.isSuperset(of: done.lasting), "round \(round): the history")
            expect(history.isSubset(of: done.values), "round \(round): the history")
            guard dice.below(4) == 0 else { continue }
            restarts += 1
            // A start trusts the time of the last stored data, so a right one comes first.
            clock.step(by: ahead * -1)
            ahead = .zero
            try await test.hub.shutdown()
            home = try await Home(folder.file, clock)
            var next = try await Watcher(home.test, resuming: watcher.view.resumable)
            try await next.catchUp(home.test)
            expect(next.view.resyncs.isEmpty)
            expect(next.view.states, equals: home.test.truth().states)
            watcher = next
        }
        try await home.test.hub.shutdown()
        print(
            "FAULTS clock set an hour or a year forward or back | \(Self.rounds) | \(done.values.count) values in the log and "
                + "the history, watches exact, \(done.keys) idempotency keys kept for ten minutes and no longer, "
                + "\(restarts) restarts in between")
    }
}

extension Watcher {
    /// Takes messages until the client is up to date. No time passes meanwhile.
    fileprivate mutating func catchUp(_ test: TestHub) async throws {
        while view.positions != test.truth().positions { try await next() }
    }
}
