@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

@Suite final class SubscriptionMachineTests {
    private let lamp = TestProvider.onOff(of: "lamp")
    private let access = ReadAccess(.all, traits: [TestProvider.onOff])

    /// All offered records.
    private var changes = LastChanges(
        position: StructurePosition(structureID: "s", epoch: 1, sequence: 0), capacity: 100)

    private func offer(_ record: ReportRecord, to machine: inout SubscriptionMachine) -> SubscriptionMachine.Offer {
        defer { changes.take(record, isKept: true) }
        return machine.offer(OfferedRecord(record))
    }

    private var missed: MissedChanges { MissedChanges(last: changes, counter: 0) }

    /// The sequence of the last report that watches were notified of; nil if they were notified of all.
    private var notified: UInt64?

    private func state(log: Int = 16) -> StructureState {
        let key = TraitKey(endpoint: 1, traitID: lamp.traitID)
        let device = DeviceRecord(
            id: "lamp", name: "Lamp", isNameGiven: false, roomID: nil, isMatterDevice: false,
            endpoints: [EndpointRecord(id: 1, parent: nil, deviceTypes: [], traitIDs: [lamp.traitID])],
            traits: [
                key: DeviceTrait(descriptor: TestProvider.onOff, attributes: [0: .bool(false)], observedAt: .zero)
            ], connectivity: .offline)
        var limits = HubLimits()
        limits.reportLog = log
        return StructureState(
            id: "s", name: "Home", epoch: 1, rooms: [RoomRecord(id: "r", structureID: "s", name: "Hall")],
            devices: [device],
            limits: limits)
    }

    private func machine(
        _ scope: WatchView.Scope = .home(.init()), queuedBytes: Int = 512 << 10
    ) -> SubscriptionMachine {
        var limits = HubLimits()
        limits.queuedReportBytes = queuedBytes
        return SubscriptionMachine(view: WatchView(scope, access: access), limits: limits, now: .zero)
    }

    /// All messages until the machine is idle.
    private func run(_ machine: inout SubscriptionMachine, _ state: StructureState? = nil) -> [String] {
        machine.open()
        guard machine.beginSending() else { return ["busy"] }
        var steps: [String] = []
        while steps.count < 100 {
            switch machine.next() {
            case .rest: return steps
            case .finish: return steps + ["finish"]
            case .end: return steps + ["end"]
            case .gather:
                steps.append("gather")
                var missed = missed
                if let state { machine.gather(state, &missed) }
            case .gatherEvents(let id): machine.forget(id)
            case .readLog(let id):
                switch state.map({ machine.readLog($0, notified: notified ?? $0.sequence) }) {
                case .reads(let sequence): steps.append("read \(id) after \(sequence)")
                case .waits: steps.append("read \(id) waits")
                case .continues, nil: steps.append("read \(id)")
                }
            case .send(.event(let event, _)): steps.append("event \(event.number)")
            case .send(.eventsLost(let count, let position)): steps.append("lost \(count) at \(position.sequence)")
            case .send(.started): steps.append("started")
            case .send(.caller): steps.append("caller")
            case .send(.resync(let id, let reason)): steps.append("resync \(id) \(reason)")
            case .send(.snapshot(let id, let cursor)):
                if cursor.next() == nil {
                    machine.snapshotEnded(id, cursor)
                } else {
                    steps.append("snapshot \(id)")
                }
            case .send(.marker(let positions, _, _)): steps.append("marker \(positions.map(\.sequence))")
            case .send(.report(let record, _)): steps.append("report \(record.position.sequence)")
            case .send(.heartbeat): steps.append("heartbeat")
            }
        }
        return steps
    }

    @Test func structureRemovedDuringStartIsNotReported() {
        var state = state()
        _ = state.announceRemoval(.hub, at: .zero)
        var fresh = machine()
        fresh.join(state, isNew: false)
        expect(run(&fresh), equals: ["started", "marker []"])

        var resumed = machine()
        _ = resumed.resume(state, from: StructurePosition(structureID: "s", epoch: 1, sequence: 0))
        expect(run(&resumed), equals: ["started", "resync s unknownPosition", "marker []"])
    }

    @Test func traitWatchEndsIfItsDeviceGoesDuringStart() {
        var state = state()
        _ = state.removeDevice("lamp", .hub, at: .zero)
        var machine = machine(.trait(lamp, attributes: []))
        machine.join(state, isNew: false)
        expect(run(&machine), equals: ["finish"])
    }

    /// Another task may be sending the last messages.
    @Test func stoppingHubEndsTheCallOnceSentOrStuck() {
        var state = state()
        var sending = machine()
        sending.join(state, isNew: true)
        expect(run(&sending), equals: ["started", "marker [0]"])
        var stuck = sending
        stuck.setBlocked(true)
        _ = rename(&state, 1) {
            _ = sending.offer(OfferedRecord($0))
            _ = stuck.offer(OfferedRecord($0))
        }
        sending.end()
        stuck.end()
        expect(run(&sending), equals: ["report 1", "end"])
        expect(run(&stuck), equals: ["end"])
    }

    private struct Weak {
        weak var record: ReportRecord?
    }

    /// Renames the structure this often, and offers each change to a watch.
    private func rename(_ state: inout StructureState, _ times: Int, _ heard: (ReportRecord) -> Void) -> [Weak] {
        (0..<times).compactMap { _ in
            guard let record = state.edit(name: "Home \(state.sequence)", .hub, at: .zero) else { return nil }
            heard(record)
            return Weak(record: record)
        }
    }

    @Test func reportsThatTheLogHasDroppedAreHeldUpToAMeasureOnly() {
        var state = state(log: 1)
        var machine = machine(queuedBytes: 10_000)
        machine.join(state, isNew: true)
        let records = rename(&state, 20) { _ = offer($0, to: &machine) }
        expect(machine.queuedBytes, isAbove: 0)
        expect(machine.queuedBytes, isAtMost: 10_000)
        // The log has the last ones.
        expect(records.dropLast().count { $0.record != nil }, equals: 3)
        expect(
            run(&machine, state),
            equals: [
                "started", "marker [0]", "report 1", "report 2", "report 3", "gather", "report 20",
            ])
        expect(machine.queuedBytes, equals: 0)
        // Afterwards they wait as before.
        _ = rename(&state, 1) { _ = offer($0, to: &machine) }
        expect(run(&machine, state), equals: ["report 21"])
    }

    @Test func missedChangesAreCompleteWithBackPressure() {
        var state = state(log: 100)
        let start = state.position
        _ = rename(&state, 40) { _ in }
        var machine = machine(queuedBytes: 10_000)
        _ = machine.resume(state, from: start)
        expect(machine.queuedBytes, isAbove: 0)
        expect(machine.queuedBytes, isAtMost: 10_000)
        let steps = run(&machine, state)
        expect(steps.filter { $0 != "read s" }, equals: ["started", "marker [0]"] + (1...40).map { "report \($0)" })
        expect(machine.queuedBytes, equals: 0)
    }

    @Test func olderReportsAreReadFromTheLog() {
        var state = state(log: 10)
        let start = state.position
        var records: [ReportRecord] = []
        _ = rename(&state, 30) { records.append($0) }
        func logged(_ range: ClosedRange<Int>) -> ReportBatch {
            ReportBatch(records.filter { range.contains(Int($0.position.sequence)) }, eventsThrough: 0)
        }
        var machine = machine()
        // It asks for the log rather than for a snapshot.
        let isReady = machine.resume(state, from: start)
        expect(!isReady)
        _ = machine.resume(state, from: start, log: .has(logged(1...8)))
        expect(
            run(&machine, state),
            equals: ["started", "marker [0]"] + (1...8).map { "report \($0)" } + ["read s after 8"])
        // A change meanwhile is neither lost nor out of order.
        _ = rename(&state, 1) {
            records.append($0)
            _ = offer($0, to: &machine)
        }
        expect(run(&machine, state), equals: [])
        // An answer to another request.
        machine.take(logged(1...8), of: state, after: 0)
        expect(run(&machine, state), equals: [])
        machine.take(logged(9...25), of: state, after: 8)
        expect(
            run(&machine, state),
            equals: (9...25).map { "report \($0)" } + ["read s"] + (26...31).map { "report \($0)" })
        _ = rename(&state, 1) { _ = offer($0, to: &machine) }
        expect(run(&machine, state), equals: ["report 32"])
    }

    /// Later reports may be held until they are saved, and the client may have a snapshot that is ahead of them.
    @Test(
        arguments: [
            (0, ["report 1", "report 2", "report 3", "read s waits"]), (3, ["read s waits"]), (4, ["read s waits"]),
            (5, []),
        ] as [(UInt64, [String])])
    func replayWaitsBeforeReportsNotNotified(_ from: UInt64, _ replayed: [String]) {
        var state = state(log: 5)
        _ = rename(&state, 5) { _ in }
        var machine = machine()
        notified = 3
        let start = StructurePosition(structureID: "s", epoch: 1, sequence: from)
        _ = machine.resume(state, from: start, notified: 3)
        expect(run(&machine, state), equals: ["started", "marker [\(from)]"] + replayed)
        expect(run(&machine, state), equals: [])
        let isOver = from == 5
        machine.continueReplay(of: "s")
        expect(run(&machine, state), equals: (isOver ? [] : ["read s waits"]))
        notified = 5
        machine.continueReplay(of: "s")
        let rest = (max(3, from)..<5).map { "report \($0 + 1)" }
        expect(run(&machine, state), equals: (isOver ? [] : ["read s"] + rest))
        _ = rename(&state, 1) { _ = offer($0, to: &machine) }
        expect(run(&machine, state), equals: ["report 6"])
    }

    /// The store has saved reports only.
    @Test func replayReadsStoredReportsNotNotified() {
        var state = state(log: 1)
        var records: [ReportRecord] = []
        _ = rename(&state, 3) { records.append($0) }
        var machine = machine()
        notified = 1
        let start = StructurePosition(structureID: "s", epoch: 1, sequence: 1)
        let isReady = machine.resume(state, from: start, notified: 1)
        expect(!isReady)
        _ = machine.resume(state, from: start, notified: 1, log: .has(ReportBatch([records[1]], eventsThrough: 0)))
        expect(run(&machine, state), equals: ["started", "marker [1]", "report 2", "read s waits"])
    }

    @Test func whenTheLogHasTheRestNoLongerASnapshotTakesItsPlace() {
        var state = state(log: 2)
        let start = state.position
        var records: [ReportRecord] = []
        _ = rename(&state, 30) { records.append($0) }
        var machine = machine()
        _ = machine.resume(state, from: start, log: .has(ReportBatch(Array(records[0..<2]), eventsThrough: 0)))
        expect(run(&machine, state).last, equals: "read s after 2")
        machine.take(nil, of: state, after: 2)
        expect(run(&machine, state), equals: ["resync s tooOld", "snapshot s", "marker [30]"])
    }

    /// A structure is removed while its log is read: the client is notified at once.
    @Test func aStructureThatGoesMeanwhileIsGone() {
        var state = state(log: 2)
        let start = state.position
        var records: [ReportRecord] = []
        _ = rename(&state, 30) { records.append($0) }
        var machine = machine()
        _ = machine.resume(state, from: start, log: .has(ReportBatch(Array(records[0..<2]), eventsThrough: 0)))
        expect(run(&machine, state).last, equals: "read s after 2")
        if let removal = state.announceRemoval(.hub, at: .zero) { _ = offer(removal, to: &machine) }
        expect(run(&machine, state), equals: ["report 31"])
    }

    /// A filter change while the log is read starts over.
    @Test func aFilterThatChangesMeanwhileBeginsWithASnapshot() {
        var state = state(log: 2)
        let start = state.position
        var records: [ReportRecord] = []
        _ = rename(&state, 30) { records.append($0) }
        var machine = machine()
        _ = machine.resume(state, from: start, log: .has(ReportBatch(Array(records[0..<2]), eventsThrough: 0)))
        expect(run(&machine, state).last, equals: "read s after 2")
        var filter = WatchView.HomeFilter()
        filter.traits = [lamp.traitID]
        machine.setView(WatchView(.home(filter), access: access), exceptClientID: "")
        var missed = missed
        machine.refilter(state, &missed)
        _ = machine.refiltered()
        expect(run(&machine, state), equals: ["resync s overflow", "snapshot s", "marker [30]"])
        machine.take(ReportBatch(Array(records[2..<4]), eventsThrough: 0), of: state, after: 2)
        expect(run(&machine, state), equals: [])
    }

    /// The snapshot has the values of reports that are held, so it has their position.
    @Test func filterChangeDuringAReplayIsAheadOfReports() {
        var state = state(log: 100)
        let start = state.position
        _ = rename(&state, 3) { _ in }
        var machine = machine()
        notified = 1
        _ = machine.resume(state, from: start, notified: 1)
        expect(run(&machine, state), equals: ["started", "marker [0]", "report 1", "read s waits"])
        _ = rename(&state, 2) { _ in }
        machine.setView(machine.view, exceptClientID: "x")
        var missed = missed
        machine.refilter(state, &missed)
        _ = machine.refiltered()
        expect(run(&machine, state), equals: ["resync s overflow", "snapshot s", "marker [5]"])
    }

    /// A crash could undo the held report. A client at an earlier position would then keep its values.
    @Test func filterChangeAtRestIsAheadOfHeldReports() {
        var state = state()
        var machine = machine()
        machine.join(state, isNew: true)
        _ = rename(&state, 1) { _ = offer($0, to: &machine) }
        expect(run(&machine, state), equals: ["started", "marker [0]", "report 1"])
        var held: [ReportRecord] = []
        _ = rename(&state, 1) { held.append($0) }
        machine.setView(machine.view, exceptClientID: "x")
        var missed = missed
        machine.refilter(state, &missed)
        _ = machine.refiltered()
        expect(run(&machine, state), equals: ["resync s overflow", "snapshot s", "marker [2]"])
        for record in held { _ = offer(record, to: &machine) }
        expect(run(&machine, state), equals: [])
    }

    /// Until the marker, a client reads reports by the old filter, and only the snapshot by the new one.
    @Test func changesDuringAFilterChangeFollowTheMarker() {
        var state = state()
        var machine = machine()
        machine.join(state, isNew: true)
        expect(run(&machine, state), equals: ["started", "marker [0]"])
        var filter = WatchView.HomeFilter()
        filter.traits = [lamp.traitID]
        machine.setView(WatchView(.home(filter), access: access), exceptClientID: "")
        var missed = missed
        machine.refilter(state, &missed)
        // Its next structure is not there yet.
        expect(run(&machine, state).allSatisfy { $0.hasPrefix("snapshot") })
        _ = rename(&state, 1) { _ = offer($0, to: &machine) }
        expect(run(&machine, state), equals: [])
        _ = machine.refiltered()
        expect(run(&machine, state), equals: ["marker [0]", "report 1"])
    }

    /// A snapshot has no events, and reports before its position are skipped: the log has to bring their events.
    @Test func filterChangeAheadOfReportsKeepsEvents() throws {
        var state = state()
        var machine = machine(queuedBytes: 0)
        machine.join(state, isNew: true)
        expect(run(&machine, state), equals: ["started", "marker [0]"])
        // It lags by the first change, and the second one is held.
        machine.setBlocked(true)
        _ = rename(&state, 1) { _ = offer($0, to: &machine) }
        machine.setBlocked(false)
        let lane = try require(machine.index(of: "s"))
        expect(machine.lanes[lane].isLagging)
        let ahead = StructureState(
            id: "s", name: "Home", epoch: 1, sequence: 2, eventNumber: 1, rooms: [], devices: [], limits: HubLimits())
        machine.setView(WatchView(.home(.init()), access: access), exceptClientID: "x")
        var missed = missed
        expect(!missed.hasEvents && machine.lanes[lane].missed.isEmpty)
        machine.refilter(ahead, &missed)
        expect(!machine.lanes[lane].missed.isEmpty)
    }

    @Test func nonReaderWithManyFilterChangesGetsAResync() {
        var state = state(log: 1)
        var machine = machine(queuedBytes: 10_000)
        machine.join(state, isNew: true)
        machine.setBlocked(true)
        for round in 0..<50 {
            _ = rename(&state, 1) { _ = offer($0, to: &machine) }
            machine.setView(machine.view, exceptClientID: round % 2 == 0 ? "x" : "")
            var missed = missed
            machine.refilter(state, &missed)
            _ = machine.refiltered()
            expect(machine.queuedBytes, isAtMost: 10_000)
        }
        machine.setBlocked(false)
        let steps = run(&machine, state)
        expect(steps.contains("resync s overflow"), "\(steps)")
        expect(steps.contains("snapshot s"), "\(steps)")
        expect(machine.queuedBytes, equals: 0)
    }

    @Test func forgottenStructureRetainsNoReports() {
        var state = state()
        var machine = machine()
        machine.join(state, isNew: true)
        _ = rename(&state, 5) { _ = offer($0, to: &machine) }
        expect(machine.queuedBytes, isAbove: 0)
        machine.forget("s")
        expect(machine.queuedBytes, equals: 0)
    }

    @Test func unreadSnapshotRetainsNoReports() {
        var state = state(log: 1)
        weak let report = state.edit(name: "House", .hub, at: .zero)
        let cursor = SnapshotCursor(
            Snapshot(state.objects, for: WatchView(.home(.init()), access: access), chunkBytes: 100))
        expect(report != nil)
        _ = state.edit(name: "Villa", .hub, at: .zero)
        expectNil(report)
        expect(cursor.next() != nil)
    }

    // MARK: At rest

    private struct AnotherStep: Error {}

    private func lamp(_ state: inout StructureState, _ isOn: Bool) throws -> ReportRecord {
        let key = DeviceChange.TraitKey(endpoint: lamp.target.endpoint, traitID: lamp.traitID)
        let record = state.apply(
            DeviceChange(deviceID: "lamp", attributes: [key: [0: .bool(isOn)]], cause: .device), at: .zero)
        return try require(record)
    }

    private func sends(_ offer: SubscriptionMachine.Offer) -> Bool {
        if case .sends = offer { true } else { false }
    }

    private func waits(_ offer: SubscriptionMachine.Offer) -> Bool {
        if case .waits = offer { true } else { false }
    }

    @Test func offerToAnIdleWatchSendsItAndLaterOnes() throws {
        var state = state()
        var machine = machine()
        machine.join(state, isNew: true)
        _ = run(&machine, state)
        var offer = self.offer(try lamp(&state, true), to: &machine)
        expect(sends(offer))
        // Another task's offer while that is being sent.
        offer = self.offer(try lamp(&state, false), to: &machine)
        expect(waits(offer))
        let isFree = machine.beginSending()
        expect(!isFree)
        guard case .send(.report(let record, _)) = machine.next() else { throw AnotherStep() }
        expect(record.position.sequence, equals: 2)
        guard case .rest = machine.next() else { throw AnotherStep() }
        offer = self.offer(try lamp(&state, true), to: &machine)
        expect(sends(offer))
        let isFreeAgain = machine.beginSending()
        expect(!isFreeAgain)
    }

    @Test func busyOrUnreadWatchDefersOffers() throws {
        var state = state()
        var machine = machine()
        machine.join(state, isNew: false)
        var offer = self.offer(try lamp(&state, true), to: &machine)
        expect(waits(offer))
        expect(run(&machine, state), equals: ["started", "snapshot s", "marker [0]", "report 1"])
        machine.setBlocked(true)
        offer = self.offer(try lamp(&state, false), to: &machine)
        expect(waits(offer))
        machine.setBlocked(false)
        expect(run(&machine, state), equals: ["gather", "report 2"])
        // A change of the home may end the watch.
        let renamed = state.edit(name: "House", .hub, at: .zero)
        offer = self.offer(try require(renamed), to: &machine)
        expect(waits(offer))
        expect(run(&machine, state), equals: ["report 3"])
    }

    @Test func hiddenChangesOnlyAdvanceThePosition() throws {
        var state = state()
        var filter = WatchView.HomeFilter()
        filter.traits = [8]
        var machine = machine(.home(filter))
        machine.join(state, isNew: true)
        _ = run(&machine, state)
        guard case .nothing = self.offer(try lamp(&state, true), to: &machine) else { throw AnotherStep() }
        try expect(heartbeat(&machine, after: 100), equals: [1])
    }

    private func heartbeat(_ machine: inout SubscriptionMachine, after seconds: Int) throws -> [UInt64] {
        for time in [seconds - 99, seconds] { machine.tick(.seconds(time), within: .zero) }
        guard machine.beginSending(), case .send(.heartbeat(let positions)) = machine.next() else {
            throw AnotherStep()
        }
        guard case .rest = machine.next() else { throw AnotherStep() }
        return positions.map(\.sequence)
    }

    /// The first change is invisible to the filter, and the second waits for the minimum interval.
    @Test func sentPositionNeverDecreases() throws {
        var state = state()
        var filter = WatchView.HomeFilter()
        filter.traits = [8]
        var intervals = WatchIntervals(most: .seconds(20))
        intervals.least = .seconds(500)
        var machine = SubscriptionMachine(
            view: WatchView(.home(filter), access: access), intervals: intervals, limits: HubLimits(), now: .zero)
        machine.join(state, isNew: true)
        _ = run(&machine, state)
        _ = offer(try lamp(&state, true), to: &machine)
        try expect(heartbeat(&machine, after: 100), equals: [1])
        _ = machine.beginPause(of: "s")
        _ = rename(&state, 1) { _ = offer($0, to: &machine) }
        try expect(heartbeat(&machine, after: 300), equals: [1])
    }
}

extension SubscriptionMachine {
    /// Resumes while watches were notified of every change.
    fileprivate mutating func resume(
        _ state: StructureState, from position: StructurePosition, log: Logged = .isNotRead
    ) -> Bool {
        resume(state, from: position, notified: state.sequence, log: log)
    }
}
