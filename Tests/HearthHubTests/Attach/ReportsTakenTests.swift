@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization
internal import Expectations
internal import Testing

/// The hub's confirmation of numbered reports.
@Suite(.timeLimit(.minutes(5)))
struct ReportsTakenTests {
    private func fan(
        _ test: TestHub, run: String
    ) async throws -> (remote: TestRemote, reports: ProviderRuns.Progress) {
        let remote = try await TestRemote(test.client())
        let schema = TestRemote.spinner()
        let welcome = try await remote.hello(schemas: [schema], run: run)
        let device = TestRemote.device(
            "fan", try TestRemote.trait(schema), [0: .unsigned(1), 1: .unsigned(0), 2: .string("s")])
        try await expect(remote.bring([device]).code, equals: 0)
        return (remote, .init(taken: welcome.reportsTaken, saved: try require(welcome.reportsStored)))
    }

    private func jammed(_ number: UInt64, eventID: UInt32 = 0) -> Hearth_V1_AttachRequest.OneOf_Content {
        let event = Hearth_V1_EventReport(
            target: .init(deviceID: "fan", endpoint: 1), traitID: 0xFFF1_FC31, eventID: eventID,
            payload: .init(typeName: "", value: [0x08, 0x01]))
        return .report(.init(deviceID: "fan", events: [event], number: number))
    }

    private func events(_ test: TestHub) -> UInt64? { test.hub.directory.cells.first?.read { $0.eventNumber } }

    /// The number that the hub confirms once it has saved all reports so far.
    private func confirmed(by remote: TestRemote, at test: TestHub) async throws -> UInt64? {
        // The hub reads in order, so everything before is taken.
        try await remote.bring([])
        if let number = remote.confirmed.withLock({ $0 }) { return number }
        await test.clock.advance(by: test.hub.limits.saveDelay)
        guard case .stored(let stored) = try await remote.next() else { return nil }
        return stored.number
    }

    @Test func confirmedEventsAreStored() async throws {
        let test = try await TestHub()
        let (remote, reports) = try await fan(test, run: "r")
        expect(reports, equals: .init())
        try await remote.send(jammed(0))
        try await remote.send(jammed(3))
        try await remote.send(jammed(8))
        try await expect(confirmed(by: remote, at: test), equals: 8)
        try await expect(test.store.load().events.count, equals: 3)
    }

    @Test func nextCallOfTheSameRunLearnsTheProgress() async throws {
        let test = try await TestHub()
        let (first, _) = try await fan(test, run: "r")
        try await first.send(jammed(1))
        try await first.send(jammed(2))
        try await expect(first.bring([]).code, equals: 0)
        first.writer.finish()
        await expectNil(first.end())

        let (second, reports) = try await fan(test, run: "r")
        // It is not saved yet: the provider keeps it and does not send it again.
        expect(reports, equals: .init(taken: 2, saved: 0))
        try await expect(confirmed(by: second, at: test), equals: 2)
        // The call ends without a report: the hub's number stays.
        second.writer.finish()
        await expectNil(second.end())
        let (third, sameReports) = try await fan(test, run: "r")
        expect(sameReports, equals: .init(taken: 2, saved: 2))
        // A call that replaces it knows all that it sent.
        try await third.send(jammed(3))
        try await expect(confirmed(by: third, at: test), equals: 3)
        let (fourth, allReports) = try await fan(test, run: "r")
        expect(allReports, equals: .init(taken: 3, saved: 3))
        fourth.writer.finish()
        await expectNil(fourth.end())
        try await expect(fan(test, run: "anew").reports, equals: .init())
        expect(events(test), equals: 3)
    }

    @Test func reportOfARefusedDeviceIsConfirmed() async throws {
        let test = try await TestHub()
        let remote = try await TestRemote(test.client())
        _ = try await remote.hello(run: "r")
        try await expect(
            remote.bring([.init(device: .init(id: "fan", endpoints: [.init(id: 7, parent: 7)]))]).code, differsFrom: 0)
        try await remote.send(jammed(1))
        try await expect(confirmed(by: remote, at: test), equals: 1)
    }

    @Test func aReportThatEndsTheCallIsNotTaken() async throws {
        let test = try await TestHub()
        let (remote, _) = try await fan(test, run: "r")
        try await remote.send(jammed(1))
        try await remote.send(jammed(2, eventID: 9))
        await expect(remote.end()?.code, equals: .invalidArgument)
        try await expect(fan(test, run: "r").reports.taken, equals: 1)
    }

    @Test func restartedHubKnowsTheReportProgress() async throws {
        let test = try await TestHub()
        let (remote, _) = try await fan(test, run: "r")
        try await remote.send(jammed(5))
        try await expect(confirmed(by: remote, at: test), equals: 5)
        try await expect(test.store.load().runs, equals: [StoredRun(providerID: "maker", runID: "r", taken: 5)])
        var runs = ProviderRuns(try await test.store.load().runs)
        expect(runs.progress(of: "maker", run: "r"), equals: .init(taken: 5, saved: 5))
        expect(runs.takeUnsaved().isEmpty)
    }

    @Test func newestRunsOfTheLatestProvidersAreKept() {
        var runs = ProviderRuns()
        runs.take(5, of: "p", run: "1")
        runs.take(1, of: "p", run: "2")
        expect(runs.progress(of: "p", run: "1"), equals: .init())
        expect(runs.progress(of: "p", run: "2"), equals: .init(taken: 1))
        runs.take(4, of: "p", run: "2")
        runs.take(3, of: "p", run: "2")
        let saved = [StoredRun(providerID: "p", runID: "2", taken: 4)]
        expect(runs.takeUnsaved(), equals: saved)
        expect(runs.takeUnsaved().isEmpty)
        runs.markSaved(saved)
        expect(runs.progress(of: "p", run: "2"), equals: .init(taken: 4, saved: 4))
        runs.markUnsaved(saved)
        runs.take(9, of: "p", run: "2")
        expect(runs.takeUnsaved().map(\.taken), equals: [9])
        for number in 1...StoredRun.mostKept { runs.take(1, of: "\(number)", run: "r") }
        expect(runs.progress(of: "p", run: "2"), equals: .init())
        expect(runs.progress(of: "1", run: "r").taken, equals: 1)
        expect(runs.takeUnsaved().map(\.providerID), equals: (1...StoredRun.mostKept).map { "\($0)" })
    }
}
