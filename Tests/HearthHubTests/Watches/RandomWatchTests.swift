@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct RandomWatchTests {
    /// A watch, and what it is to receive.
    private struct Watching {
        var watcher: Watcher
        var filter: Hearth_V1_WatchFilter
        let intervals: Intervals
        /// The events that its filter shows; nil for all, and for those of a filter that was changed.
        var events: Set<UInt32>?
        /// The number of the last change of the filter: before its marker, positions belong to the former filter.
        var update: UInt64 = 0
    }

    /// The intervals of a watch; nil for the hub's default.
    private struct Intervals {
        var least: Google_Protobuf_Duration?
        var most: Google_Protobuf_Duration?
    }

    @Test(arguments: 0..<12)
    func randomSlowClientConvergesToTheHubsState(_ round: Int) async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("random watch, round \(round): seed \(seed)")
        var dice = Dice(seed: seed)
        let test = try await TestHub(
            limits: .with {
                $0.reportLog = 16
                $0.snapshotBytes = 100 + dice.below(1_024)
                $0.reportBytes = 600 + dice.below(4_096)
                $0.reportLogBytes = 30_000 + dice.below(60_000)
                $0.queuedReports = 1 + dice.below(8)
                $0.queuedReportBytes = 4_000 + dice.below(40_000)
                $0.dirtyPaths = 3 + dice.below(40)
            }, writeHighMark: 512 + dice.below(4_096))
        let provider = TestProvider(lamps: 8, room: "Hall")
        try await test.hub.attach(provider)
        let lock = TestProvider([TestProvider.lock("lock", name: "Door")])
        try await test.hub.attach(lock)

        var watchers: [Watching] = []
        for _ in 0..<4 { watchers.append(try await watcher(test, &dice)) }
        for step in 0..<300 {
            try await disturb(test, provider, lock, &dice, step)
            let index = dice.below(watchers.count)
            switch dice.below(20) {
            case 0: watchers[index] = try await again(watchers[index], test, &dice)
            case 1 where !watchers[index].watcher.view.watchID.isEmpty:
                watchers[index].update = try await test.home().updateWatch(
                    Hearth_V1_UpdateWatchRequest(watchID: watchers[index].watcher.view.watchID)
                ).update
                watchers[index].filter = Hearth_V1_WatchFilter()
                watchers[index].watcher.view.follow(watchers[index].filter, from: watchers[index].update)
                watchers[index].events = nil
            case 2...5: try await watchers[index].watcher.next(upTo: 3, of: test)
            default: break
            }
        }
        for (index, entry) in watchers.enumerated() {
            var watcher = entry.watcher
            // Heartbeats from before the last change of the filter may be in flight.
            while watcher.view.update < entry.update { try await watcher.next() }
            try await watcher.settle(test, entry.filter)
            let truth = test.truth(entry.filter)
            let comment: Comment = "seed \(seed), watcher \(index), filter \(entry.filter), \(entry.intervals)"
            let view = watcher.view.shown(by: entry.filter)
            expect(view.differences(from: truth).isEmpty, comment)
            let events = view.reports.flatMap(\.events)
            if let shown = entry.events { expect(events.allSatisfy { shown.contains($0.eventID) }, comment) }
            expect(zip(view.events, view.events.dropFirst()).allSatisfy { $0 < $1 }, comment)
        }
    }

    /// Narrows a watch in some of the possible ways.
    private func filter(_ test: TestHub, _ dice: inout Dice) -> (Hearth_V1_WatchFilter, events: Set<UInt32>?) {
        var filter = Hearth_V1_WatchFilter()
        var events: Set<UInt32>?
        if dice.below(4) == 0 { filter.deviceIDs = ["lamp-1", "lamp-\(2 + dice.below(7))", "lock"] }
        if dice.below(8) == 0 { filter.traitIDs = [0x101] }
        if dice.below(8) == 0 { filter.objectsOnly = true }
        if dice.below(3) == 0 {
            let rooms = test.truth().rooms.keys.sorted()
            filter.roomIDs = (0...dice.below(2)).compactMap { _ in rooms.randomElement(using: &dice) }
        }
        if dice.below(6) == 0 { filter.deviceTypeIDs = [dice.below(3) == 0 ? 0xA : 0x100] }
        if dice.below(4) == 0 {
            filter.attributes = [.init(traitID: 6, attributeIDs: dice.below(2) == 0 ? [0x4001] : [0, 0xFFFD])]
        }
        if dice.below(4) == 0 {
            let shown: Set<UInt32> = [[], [0], [2]][dice.below(3)]
            filter.events = [.init(traitID: 0x101, eventIDs: shown.sorted())]
            events = shown
        }
        if dice.below(6) == 0 { filter.structureIDs = [test.structureID] }
        return (filter, events)
    }

    private func intervals(_ dice: inout Dice) -> Intervals {
        Intervals(
            least: dice.below(3) == 0 ? Google_Protobuf_Duration(nanos: Int32(1_000_000 * (1 + dice.below(900)))) : nil,
            most: dice.below(3) == 0 ? Google_Protobuf_Duration(seconds: Int64(1 + dice.below(15))) : nil)
    }

    private func watcher(_ test: TestHub, _ dice: inout Dice) async throws -> Watching {
        let (filter, events) = filter(test, &dice)
        let intervals = intervals(&dice)
        var watcher = try await Watcher(
            test,
            Hearth_V1_WatchRequest(filter: filter, minInterval: intervals.least, maxInterval: intervals.most))
        watcher.view.follow(filter)
        try await watcher.next(upTo: dice.below(4), of: test)
        return Watching(watcher: watcher, filter: filter, intervals: intervals, events: events)
    }

    /// Reconnects with its last positions; before the marker of its filter it has none.
    private func again(_ entry: Watching, _ test: TestHub, _ dice: inout Dice) async throws -> Watching {
        let view = entry.watcher.view
        guard view.markers > 0, view.update >= entry.update else { return try await watcher(test, &dice) }
        var watcher = try await Watcher(
            test,
            Hearth_V1_WatchRequest(
                filter: entry.filter, resumeFrom: view.positions.values.map { Hearth_V1_Position($0) },
                eventsAfter: view.lastEvents.map { Hearth_V1_EventPosition(structureID: $0.key, number: $0.value) },
                minInterval: entry.intervals.least, maxInterval: entry.intervals.most))
        watcher.view = view.resumable
        try await watcher.next(upTo: 1, of: test)
        return Watching(watcher: watcher, filter: entry.filter, intervals: entry.intervals, events: entry.events)
    }

    private func disturb(
        _ test: TestHub, _ provider: TestProvider, _ lock: TestProvider, _ dice: inout Dice, _ step: Int
    ) async throws {
        let device = "lamp-\(1 + dice.below(8))"
        switch dice.below(24) {
        case 0: _ = try? await test.hub.createRoom(name: "Room \(dice.below(6))", in: test.structureID, as: owner)
        case 1:
            if let room = test.truth().rooms.keys.sorted().randomElement(using: &dice) {
                _ = try await test.hub.deleteRoom(room, as: owner)
            }
        case 2: _ = try? await test.hub.updateDevice(device, name: "Lamp \(step)", as: owner)
        case 3:
            let room = test.truth().rooms.values.filter { $0.structureID == test.structureID }.map(\.id).sorted()
                .randomElement(using: &dice)
            _ = try? await test.hub.updateDevice(device, roomID: room ?? "", as: owner)
        case 4: _ = try? await test.hub.createStructure(name: "House \(dice.below(3))", as: owner)
        case 5:
            if let cell = test.hub.directory.cells.dropFirst().randomElement(using: &dice) {
                _ = try await test.hub.deleteStructure(cell.id, as: owner)
            }
        case 6: provider.reportConnectivity(of: device, isOnline: dice.below(2) == 0)
        case 7 where dice.below(8) == 0: _ = try? await test.hub.removeDevice(device, as: owner)
        case 8, 9:
            let alarm = DeviceChange.EventOccurrence(
                endpoint: 1, traitID: 0x101, eventID: 0, fields: [0: .unsigned(0)])
            let operation = DeviceChange.EventOccurrence(
                endpoint: 1, traitID: 0x101, eventID: 2,
                fields: [0: .unsigned(0), 1: .unsigned(0), 2: .null, 3: .null, 4: .null])
            lock.report(
                TestProvider.doorLock(of: "lock"), [0: .unsigned(UInt64(dice.below(3)))],
                events: [dice.below(2) == 0 ? alarm : operation])
        default:
            provider.report(
                TestProvider.onOff(of: device),
                [0: .bool(dice.below(2) == 0), 0x4001: .unsigned(UInt64(dice.below(5)))])
        }
    }
}

extension Watcher {
    /// Takes messages that are certainly in flight: a heartbeat ends them.
    fileprivate mutating func next(upTo count: Int, of test: TestHub) async throws {
        if view.watchID.isEmpty { try await next() }
        let heartbeats = view.heartbeats
        await test.clock.advance(by: .seconds(20))
        for _ in 0..<count where view.heartbeats == heartbeats { try await next() }
    }
}
