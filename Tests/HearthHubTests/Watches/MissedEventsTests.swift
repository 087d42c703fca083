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

/// A lock whose alarm goes off as often as a test likes.
private struct Alarm {
    let test: TestHub
    let lock: TestProvider
    let path = TestProvider.doorLock(of: "lock")

    init(_ test: TestHub) async throws {
        self.test = test
        lock = TestProvider([TestProvider.lock("lock", name: "Door")])
        try await test.hub.attach(lock)
    }

    func sound(_ count: Int = 1) {
        let alarm = DeviceChange.EventOccurrence(
            endpoint: 1, traitID: path.traitID, eventID: 0, fields: [0: .unsigned(0)])
        for _ in 0..<count { lock.report(path, [:], events: [alarm]) }
    }
}

@Suite(.timeLimit(.minutes(5)))
struct MissedEventsTests {
    private func alarm(
        store: HomeStore? = nil, limits: HubLimits = HubLimits(), mark: Int? = nil, log: Int = 0
    ) async throws -> Alarm {
        var limits = limits
        // Older reports leave memory at once, and each is sent immediately.
        limits.logBytes = log
        limits.savedFirst = []
        return try await Alarm(TestHub(store: store, limits: limits, writeHighMark: mark))
    }

    private func isRising(_ numbers: [UInt64]) -> Bool { zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } }

    @Test func firstWatchGetsNoOldEventsButAPosition() async throws {
        let alarm = try await alarm()
        alarm.sound(3)
        var watcher = try await Watcher.atMarker(alarm.test)
        expect(watcher.view.lastEvents, equals: [alarm.test.structureID: 3])
        alarm.sound()
        try await watcher.untilHeartbeat(alarm.test)
        expect(watcher.view.events, equals: [4])
        expect(watcher.view.missedEvents.isEmpty)
    }

    /// A client that does not know a device can't assign its events to a structure.
    @Test func aDeviceComesBeforeItsEventsToWhoReadsSlowly() async throws {
        let test = try await TestHub(limits: .with { $0.savedFirst = [] }, writeHighMark: 256)
        let provider = TestProvider(lamps: 1)
        try await test.hub.attach(provider)
        var watcher = try await Watcher.atMarker(test)
        for level in 1...100 {
            provider.report(TestProvider.onOff(of: "lamp-1"), [0x4001: .unsigned(UInt64(level))])
        }
        let alarm = try await Alarm(test)
        alarm.sound(3)
        while watcher.view.events.count < 3 {
            try await watcher.next()
            expect(watcher.view.events.isEmpty || watcher.view.devices["lock"] != nil)
        }
        expect(watcher.view.lastEvents[test.structureID], equals: 3)
    }

    /// After a resync they come after the marker, in order, once, with their original times.
    @Test func tooOld() async throws {
        let alarm = try await alarm(limits: .with { $0.reportLog = 8 })
        var first = try await Watcher.atMarker(alarm.test)
        alarm.sound(2)
        try await first.untilHeartbeat(alarm.test)
        let time = alarm.test.clock.sinceEpoch
        alarm.sound(100)
        await alarm.test.clock.advance(by: .seconds(30))
        var second = try await Watcher.atMarker(alarm.test, resuming: first.view)
        expect(second.view.resyncs.map(\.reason), equals: [.tooOld])
        expect(second.view.events == [1, 2] && second.view.lastEvents.values.sorted() == [2])
        alarm.sound()
        try await second.untilHeartbeat(alarm.test)
        expect(second.view.events, equals: Array(1...103))
        expect(second.view.missedEvents, equals: Array(3...102))
        let missed = try require(second.view.reports.first { $0.position == nil })
        expect(missed.observedAt?.sinceEpoch, equals: time)
        expect(missed.events.first?.time?.sinceEpoch, equals: time)
        expect(missed.states.isEmpty)
        expect(missed.objects.isEmpty)
        expectNil(missed.cause)
    }

    @Test func resumeByPositionSendsNoEventTwice() async throws {
        let alarm = try await alarm()
        let first = try await Watcher.atMarker(alarm.test)
        alarm.sound(5)
        var second = try await Watcher(alarm.test, resuming: first.view)
        try await second.untilHeartbeat(alarm.test)
        expect(second.view.events, equals: Array(1...5))
        expect(second.view.missedEvents.isEmpty)
        expect(second.view.repeated.isEmpty)
    }

    @Test func watchCutAfterItsMarkerResumesMissedEvents() async throws {
        let alarm = try await alarm(limits: .with { $0.reportLog = 8 })
        var client = try await Watcher.atMarker(alarm.test)
        alarm.sound(200)
        for cut in [0, 1, 70] {
            client = try await Watcher.atMarker(alarm.test, resuming: client.view.resumable)
            for _ in 0..<cut { try await client.next() }
        }
        expect(client.view.events, equals: Array(1...71))
        client = try await Watcher(alarm.test, resuming: client.view.resumable)
        alarm.sound()
        try await client.untilHeartbeat(alarm.test)
        expect(client.view.events, equals: Array(1...201))
        expect(client.view.resyncs.count, equals: 1)
    }

    /// A watch that ends between missed events and the report with their position repeats none of them.
    @Test func brokenBeforeThePlace() async throws {
        let alarm = try await alarm(limits: .with { $0.queuedReports = 1 }, mark: 256)
        var client = try await Watcher.atMarker(alarm.test)
        // It reads nothing meanwhile: these events come from the log, and then in one report.
        alarm.sound(400)
        while client.view.missedEvents.count < 3 { try await client.next() }
        let seen = client.view.events
        client = try await Watcher.atMarker(alarm.test, resuming: client.view.resumable)
        expect(client.view.lastEvents.values.sorted(), equals: [seen.last ?? 0])
        try await client.untilHeartbeat(alarm.test)
        expect(client.view.events, equals: Array(1...400))
    }

    /// Dropped events are unknown: a client that may have missed some gets their count.
    @Test func missedEventsAreBoundedFilteredAndAuthorized() async throws {
        let alarm = try await alarm(limits: .with { ($0.reportLog, $0.eventLog) = (1, 10) })
        let client = try await Watcher.atMarker(alarm.test)
        alarm.sound(25)
        let away = client.view
        for (filter, expected, lost) in [
            (Hearth_V1_WatchFilter(), Array(16...25), [15]), (Hearth_V1_WatchFilter(deviceIDs: ["other"]), [], [15]),
            (Hearth_V1_WatchFilter(objectsOnly: true), [], []),
        ] {
            var watcher = try await Watcher(alarm.test, filter, resuming: away)
            try await watcher.untilHeartbeat(alarm.test)
            expect(watcher.view.events, equals: expected.map { UInt64($0) })
            expect(watcher.view.lost.map(\.count), equals: lost.map { UInt64($0) })
            expect(watcher.view.lost.allSatisfy { $0.after == 0 })
        }
        _ = try await alarm.test.hub.removeDevice("lock", as: owner)
        var late = try await Watcher(alarm.test, resuming: away)
        try await late.untilHeartbeat(alarm.test)
        expect(late.view.events.isEmpty && late.view.lost.map(\.count) == [15])
        // A client that received the loss does not get it again.
        var again = try await Watcher(alarm.test, resuming: late.view.resumable)
        try await again.untilHeartbeat(alarm.test)
        expect(again.view.lost.map(\.count), equals: [15])
    }

    @Test func noLossIsReportedBeforeTheFirstKeptEvent() async throws {
        let alarm = try await alarm(limits: .with { ($0.reportLog, $0.eventLog) = (1, 10) })
        alarm.sound(15)
        var client = try await Watcher.atMarker(alarm.test)
        alarm.sound(10)
        client = try await Watcher(alarm.test, resuming: client.view.resumable)
        try await client.untilHeartbeat(alarm.test)
        expect(client.view.events, equals: Array(16...25))
        expect(client.view.lost.isEmpty)
    }

    /// Events dropped while it does not read are counted, in their place among the others.
    @Test func tooSlowReaderLearnsTheCountOfLostEvents() async throws {
        let alarm = try await alarm(limits: .with { ($0.eventLog, $0.queuedReports) = (10, 1) }, mark: 256)
        var client = try await Watcher.atMarker(alarm.test)
        for _ in 0..<3 {
            let before = client.view
            alarm.sound(400)
            try await client.untilHeartbeat(alarm.test)
            let events = client.view.events.dropFirst(before.events.count)
            let lost = client.view.lost.dropFirst(before.lost.count).reduce(0) { $0 + $1.count }
            expect(lost, isAtLeast: 300)
            expect(UInt64(events.count) + lost, equals: 400)
            expect(isRising(client.view.events))
            expect(client.view.events.last, equals: before.events.last.map { $0 + 400 } ?? 400)
            for (count, after) in client.view.lost {
                expect(client.view.events[after], equals: (after == 0 ? 0 : client.view.events[after - 1]) + count + 1)
            }
        }
        expect(client.view.resyncs.isEmpty)
        expect(client.view.repeated.isEmpty)
    }

    @Test func traitWatchLearnsOfLossesIfItHasEvents() async throws {
        let alarm = try await alarm(limits: .with { ($0.eventLog, $0.queuedReports) = (10, 1) }, mark: 256)
        let method = MethodDescriptor(
            service: TestProvider.doorLock.serviceName, method: "Watch", kind: .serverStreaming)
        let reader: RPCReader<Hearth_V1_TraitWatchResponse> = try await alarm.test.client().serverStreaming(
            method, Hearth_V1_TraitWatchRequest(target: Hearth_V1_Target(alarm.path)))
        try await expect(reader.next()?.snapshot, equals: true)
        alarm.sound(400)
        var (numbers, lost): ([UInt64], UInt64) = ([], 0)
        while numbers.last != 400, let message = try await reader.next() {
            expect(message.eventsLost == 0 || message.events.isEmpty && message.attributes.isEmpty)
            lost += message.eventsLost
            numbers += message.events.map(\.number)
        }
        expect(lost, isAtLeast: 300)
        expect(UInt64(numbers.count) + lost, equals: 400)
        expect(isRising(numbers))
    }

    @Test func aNumberThatWasNeverGivenIsTakenForTheNewest() async throws {
        let alarm = try await alarm()
        alarm.sound(2)
        var view = ClientView()
        view.lastEvents = [alarm.test.structureID: 1_000, "elsewhere": 3]
        var watcher = try await Watcher.atMarker(alarm.test, view: view)
        expect(watcher.view.lastEvents[alarm.test.structureID], equals: 2)
        alarm.sound()
        try await watcher.next()
        expect(watcher.view.events, equals: [3])
    }

    @Test func slowTraitWatchGetsAllEvents() async throws {
        let alarm = try await alarm(mark: 512)
        let method = MethodDescriptor(
            service: TestProvider.doorLock.serviceName, method: "Watch", kind: .serverStreaming)
        let reader: RPCReader<Hearth_V1_TraitWatchResponse> = try await alarm.test.client().serverStreaming(
            method, Hearth_V1_TraitWatchRequest(target: Hearth_V1_Target(alarm.path)))
        try await expect(reader.next()?.snapshot, equals: true)
        alarm.sound(500)
        var numbers: [UInt64] = []
        while numbers.count < 500, let message = try await reader.next() { numbers += message.events.map(\.number) }
        expect(numbers, equals: Array(1...500))
    }

    @Test func crashKeepsSavedEventsAndReusesNoNumber() async throws {
        let folder = try TemporaryFolder()
        var path = folder.file
        var alarm = try await alarm(store: HomeStore.open(path: path), log: 1 << 20)
        let client = try await Watcher.atMarker(alarm.test)
        alarm.sound(100)
        await alarm.test.clock.advance(by: .seconds(1))
        _ = try await alarm.test.store.load()
        var seen = try await Watcher(alarm.test, resuming: client.view)
        // Not on disk when the hub crashes, but seen.
        alarm.sound()
        while seen.view.events.count < 101 { try await seen.next() }
        expect(seen.view.events, equals: Array(1...101))

        for round in 0..<3 {
            path = try folder.abandoned(path)
            alarm = try await self.alarm(store: HomeStore.open(path: path), log: 1 << 20)
            alarm.sound()
            var late = try await Watcher(alarm.test, resuming: client.view)
            var again = try await Watcher(alarm.test, resuming: seen.view)
            try await late.untilMarker()
            expect(late.view.resyncs.isEmpty)
            while late.view.events.count < 101 { try await late.next() }
            while again.view.events.count < 102 + round { try await again.next() }
            expect(again.view.resyncs.last?.reason, equals: .epochChanged)
            expect(Array(late.view.events.prefix(100)), equals: Array(1...100))
            expect(late.view.events.last, equals: again.view.events.last)
            expect(Array(again.view.events.prefix(101 + round)), equals: seen.view.events)
            expect(isRising(again.view.events))
            seen = again
        }
    }

    @Test(arguments: 0..<8)
    func randomCutsDeliverEachEventOnce(_ round: Int) async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("random events, round \(round): seed \(seed)")
        var dice = SplitMix(state: seed)
        let mark = Int.random(in: 256...2_048, using: &dice)
        let alarm = try await alarm(
            limits: .with {
                $0.reportLog = Int.random(in: 1...20, using: &dice)
                $0.queuedReports = Int.random(in: 1...8, using: &dice)
                $0.dirtyPaths = Int.random(in: 1...3, using: &dice)
            }, mark: mark)
        var clients: [Watcher] = []
        for _ in 0..<3 {
            let client = try await Watcher.atMarker(alarm.test)
            clients.append(client)
        }
        var sounded = 0
        for _ in 0..<200 {
            let count = Int.random(in: 0...10, using: &dice)
            alarm.sound(count)
            sounded += count
            if Bool.random(using: &dice) {
                _ = try await alarm.test.hub.rename("Home \(sounded)", of: alarm.test.structureID)
            }
            let index = Int.random(in: 0..<clients.count, using: &dice)
            switch Int.random(in: 0..<4, using: &dice) {
            case 0:
                let view = clients[index].view.resumable
                clients[index] = try await Watcher.atMarker(alarm.test, resuming: view)
                for _ in 0..<Int.random(in: 0...8, using: &dice) where clients[index].view.events.count < sounded {
                    try await clients[index].next()
                }
            case 1:
                _ = try await alarm.test.home().updateWatch(
                    Hearth_V1_UpdateWatchRequest(watchID: try await clients[index].begun()))
                try await clients[index].untilMarker()
            case 2: try await clients[index].untilHeartbeat(alarm.test)
            default: break
            }
        }
        for client in clients {
            var client = client
            // The unread messages include heartbeats, one for each wait. Replays read the store on threads that a busy
            // machine may run late.
            for _ in 0..<1_000 where client.view.events.count < sounded {
                try await client.untilHeartbeat(alarm.test)
                if client.view.events.count < sounded { try await Task.sleep(for: .milliseconds(10)) }
            }
            try await client.untilHeartbeat(alarm.test)
            expect(client.view.events, equals: Array(1..<UInt64(sounded) + 1), "seed \(seed)")
        }
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let mixed = (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return mixed ^ (mixed >> 29)
    }
}

extension Watcher {
    /// The watch's id, which its first message says.
    fileprivate mutating func begun() async throws -> String {
        while view.watchID.isEmpty { try await next() }
        return view.watchID
    }
}

extension Hub {
    fileprivate func rename(_ name: String, of structureID: String) async throws {
        _ = try await renameStructure(structureID, to: name, as: owner)
    }
}
