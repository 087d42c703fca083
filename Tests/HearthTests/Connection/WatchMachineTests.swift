internal import HearthBase
internal import HearthTraitCore
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite struct WatchMachineTests {
    private func message(_ content: Hearth_V1_WatchResponse.OneOf_Content) -> Hearth_V1_WatchResponse {
        Hearth_V1_WatchResponse(content: content)
    }

    private var marker: Hearth_V1_WatchResponse {
        message(.snapshotComplete(Hearth_V1_SnapshotComplete(positions: [Hearth_V1_Position(position("s", 3))])))
    }

    private var started: Hearth_V1_WatchResponse {
        message(.started(Hearth_V1_WatchStarted(watchID: "w", heartbeatSeconds: 15)))
    }

    private func live() -> WatchMachine {
        var machine = WatchMachine()
        _ = machine.begin()
        _ = machine.received(started)
        _ = machine.received(
            message(.snapshot(Hearth_V1_Snapshot(structures: [Hearth_V1_Structure(id: "s", name: "Home")]))))
        _ = machine.received(marker)
        return machine
    }

    @Test func theFirstWatchAsksForEverythingAndIsLiveAtTheMarker() {
        var machine = WatchMachine()
        expect((machine.begin().resumeFrom.isEmpty, machine.received(started).silenceLimit), are: (true, .seconds(30)))
        expect(!machine.cache.isLive)
        _ = machine.received(marker)
        expect(machine.cache.isLive)
    }

    @Test func aLaterWatchResumesWhereTheLastOneEnded() {
        var machine = live()
        _ = machine.received(
            message(.heartbeat(Hearth_V1_Heartbeat(positions: [Hearth_V1_Position(position("s", 9))]))))
        guard case .retry(_, let effects) = machine.ended(.unavailable("gone"), lastSign: 5, chance: 0) else {
            Issue.record("no retry")
            return
        }
        expect(effects.changes, equals: [.connectionLost(.unavailable("gone"))])
        expect((machine.cache.isLive, machine.cache.state.structures.keys.sorted()), are: (false, ["s"]))
        expect(machine.begin().resumeFrom, equals: [Hearth_V1_Position(position("s", 9))])
        expect(machine.received(started).changes.isEmpty)
        expect((machine.received(marker).changes, machine.cache.isLive), are: ([.connectionRestored], true))
    }

    @Test func aHomeIsNotSaidToBeBackBeforeItsResyncIsWhole() {
        var machine = live()
        _ = machine.ended(.unavailable("gone"), lastSign: 5, chance: 0)
        _ = machine.begin()
        _ = machine.received(started)
        expect(
            machine.received(message(.resync(Hearth_V1_Resync(structureID: "s", reason: .epochChanged)))).changes,
            equals: [.resynced(structureID: "s")])
        _ = machine.received(message(.heartbeat(Hearth_V1_Heartbeat())))
        expect((machine.cache.isLive, machine.received(marker).changes), are: (false, [.connectionRestored]))
    }

    @Test func aWatchThatBrokeInItsSnapshotBeginsFromNothing() {
        var machine = WatchMachine()
        _ = machine.begin()
        _ = machine.received(started)
        _ = machine.received(
            message(.snapshot(Hearth_V1_Snapshot(structures: [Hearth_V1_Structure(id: "old", name: "Old")]))))
        _ = machine.ended(.unavailable("gone"), lastSign: 5, chance: 0)
        expect(machine.begin().resumeFrom.isEmpty)
        _ = machine.received(marker)
        expect(machine.cache.state.structures.isEmpty)
    }

    @Test func retriesBackOffToHalfAMinuteAndResetOnSuccess() {
        expect(WatchMachine.backoff.delay(after: 0, random: 1), equals: .seconds(0.25))
        expect(WatchMachine.backoff.delay(after: 0, random: 0), equals: .seconds(0.125))
        expect(WatchMachine.backoff.delay(after: 3, random: 1), equals: .seconds(2))
        expect(WatchMachine.backoff.delay(after: 5, random: 1), equals: .seconds(5))
        expect(WatchMachine.backoff.delay(after: .max, random: 1), equals: .seconds(5))
        var machine = live()
        for _ in 0..<5 { _ = machine.ended(.unavailable("gone"), lastSign: 5, chance: 1) }
        _ = machine.begin()
        _ = machine.received(started)
        _ = machine.received(marker)
        guard case .retry(let pause, _) = machine.ended(.unavailable("gone"), lastSign: 5, chance: 1) else {
            Issue.record("no retry")
            return
        }
        expect(pause, equals: .seconds(0.25))
    }

    @Test(arguments: [
        HomeError.Code.permissionDenied, .unauthenticated, .unimplemented, .invalidArgument, .failedPrecondition,
    ])
    func someRefusalsAreForGood(_ code: HomeError.Code) {
        var machine = live()
        guard case .close(let error) = machine.ended(HomeError(code, "no"), lastSign: 5, chance: 0) else {
            Issue.record("retried")
            return
        }
        expect(error.code, equals: code)
    }

    @Test func anotherHubInThePlaceOfTheFirstIsRefused() {
        var machine = live()
        expectNil(machine.identified("a"))
        expectNil(machine.identified("a"))
        expect(machine.identified("b")?.code, equals: .failedPrecondition)
    }

    @Test func laterWatchAsksForMissedEventsAndDropsRepeats() {
        var machine = live()
        func report(_ numbers: UInt64..., at sequence: UInt64? = nil) -> Hearth_V1_WatchResponse {
            message(
                .report(
                    Hearth_V1_Report(
                        position: sequence.map { Hearth_V1_Position(position("s", $0)) },
                        events: numbers.map {
                            Hearth_V1_EventReport(
                                target: Hearth_V1_Target(deviceID: "s"), traitID: 1, eventID: 0, number: $0)
                        })))
        }
        func taken(_ effects: WatchMachine.Effects) -> [UInt64] {
            effects.changes.flatMap { change -> [UInt64] in
                if case .report(let report) = change { report.events.map(\.metadata.number) } else { [] }
            }
        }
        func whole(_ number: UInt64) -> Hearth_V1_WatchResponse {
            message(
                .snapshotComplete(
                    Hearth_V1_SnapshotComplete(
                        positions: [Hearth_V1_Position(position("s", 3))],
                        events: [Hearth_V1_EventPosition(structureID: "s", number: number)])))
        }
        _ = machine.received(whole(7))
        expect(taken(machine.received(report(7, 8, at: 4))), equals: [8])
        _ = machine.ended(.unavailable("gone"), lastSign: 5, chance: 0)
        expect(machine.begin().eventsAfter, equals: [Hearth_V1_EventPosition(structureID: "s", number: 8)])
        _ = machine.received(whole(8))
        expect(machine.received(report(8)).changes.isEmpty)
        expect(taken(machine.received(report(9, 12))), equals: [9, 12])
        // The hub was restored from an older state, which counts.
        _ = machine.received(whole(2))
        expect(taken(machine.received(report(3, at: 6))), equals: [3])
    }

    @Test func lostEventsAreReportedAndNotRequestedAgain() {
        var machine = live()
        _ = machine.received(
            message(
                .snapshotComplete(
                    Hearth_V1_SnapshotComplete(
                        positions: [Hearth_V1_Position(position("s", 3))],
                        events: [Hearth_V1_EventPosition(structureID: "s", number: 7)]))))
        let loss = Hearth_V1_Report(position: Hearth_V1_Position(position("s", 3)), eventsLost: 15)
        expect(machine.received(message(.report(loss))).changes, equals: [.eventsLost(structureID: "s", count: 15)])
        expect(machine.begin().eventsAfter, equals: [Hearth_V1_EventPosition(structureID: "s", number: 22)])
        // The largest count that a hub may send.
        let all = Hearth_V1_Report(position: Hearth_V1_Position(position("s", 3)), eventsLost: .max)
        expect(machine.received(message(.report(all))).changes, equals: [.eventsLost(structureID: "s", count: .max)])
    }

    @Test func ofANewStructureNoEventIsMissed() {
        var machine = live()
        let made = Hearth_V1_ObjectChange(change: .structure(Hearth_V1_Structure(id: "t", name: "Barn")))
        _ = machine.received(
            message(.report(Hearth_V1_Report(position: Hearth_V1_Position(position("t", 1)), objects: [made]))))
        expect(machine.begin().eventsAfter, equals: [Hearth_V1_EventPosition(structureID: "t", number: 0)])
        let gone = Hearth_V1_ObjectChange(change: .removedStructureID("t"))
        _ = machine.received(
            message(.report(Hearth_V1_Report(position: Hearth_V1_Position(position("t", 2)), objects: [gone]))))
        expect(machine.begin().eventsAfter.isEmpty)
    }

    @Test func eventsReachTheStreamOfChanges() {
        var machine = live()
        let event = Hearth_V1_EventReport(
            target: Hearth_V1_Target(deviceID: "d", endpoint: 1), traitID: 0x101, eventID: 2, number: 77,
            importance: .critical, payload: Google_Protobuf_Any(typeURL: "/x", value: [8, 1]))
        let effects = machine.received(
            message(.report(Hearth_V1_Report(position: Hearth_V1_Position(position("s", 4)), events: [event]))))
        guard case .report(let report) = effects.changes.first else { return expect(false, "no report") }
        expect(report.events.map(\.eventID), equals: [2])
        expect(report.events.first?.metadata, equals: EventMetadata(number: 77, timestamp: 0, importance: .critical))
        expect((report.events.first?.payload, report.position), are: ([8, 1], position("s", 4)))
    }
}
