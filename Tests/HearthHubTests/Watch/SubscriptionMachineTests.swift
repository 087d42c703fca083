@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import Testing

@Suite struct SubscriptionMachineTests {
    private let lamp = TestProvider.onOff(of: "lamp")
    private let access = ReadAccess(.all, traits: [TestProvider.onOff])

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
            id: "s", name: "Home", epoch: 1, rooms: [RoomRecord(id: "r", name: "Hall")], devices: [device],
            limits: limits)
    }

    private func machine(
        _ scope: WatchView.Scope = .home(.init()), queuedBytes: Int = 512 << 10
    ) -> SubscriptionMachine {
        var limits = HubLimits()
        limits.queuedReportBytes = queuedBytes
        return SubscriptionMachine(view: WatchView(scope, access: access), limits: limits, now: .zero)
    }

    /// Everything that goes out until it rests.
    private func run(_ machine: inout SubscriptionMachine, _ state: StructureState? = nil) -> [String] {
        machine.open()
        guard machine.beginSending() else { return ["busy"] }
        var steps: [String] = []
        while steps.count < 100 {
            switch machine.next() {
            case .rest: return steps
            case .finish: return steps + ["finish"]
            case .gather:
                steps.append("gather")
                if let state { machine.gather(state) }
            case .gatherEvents(let id): machine.forget(id)
            case .send(.event(let event, _)): steps.append("event \(event.number)")
            case .send(.started): steps.append("started")
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

    @Test func aStructureThatWasRemovedWhileAWatchBeganIsNotToldAsThere() {
        var state = state()
        _ = state.announceRemoval(.hub, at: .zero)
        var fresh = machine()
        fresh.join(state, isNew: false)
        #expect(run(&fresh) == ["started", "marker []"])

        var resumed = machine()
        resumed.resume(state, from: StructurePosition(structureID: "s", epoch: 1, sequence: 0))
        #expect(run(&resumed) == ["started", "resync s unknownPosition", "marker []"])
    }

    @Test func aWatchOfATraitWhoseDeviceWasRemovedWhileItBeganEnds() {
        var state = state()
        _ = state.removeDevice("lamp", .hub, at: .zero)
        var machine = machine(.trait(lamp, attributes: []))
        machine.join(state, isNew: false)
        #expect(run(&machine) == ["finish"])
    }

    private struct Weak {
        weak var record: ReportRecord?
    }

    /// Renames the structure so many times, as a watch hears of it.
    private func rename(_ state: inout StructureState, _ times: Int, _ heard: (ReportRecord) -> Void) -> [Weak] {
        (0..<times).compactMap { _ in
            guard let record = state.rename(to: "Home \(state.sequence)", .hub, at: .zero) else { return nil }
            heard(record)
            return Weak(record: record)
        }
    }

    @Test func reportsThatTheLogHasDroppedAreHeldUpToAMeasureOnly() {
        var state = state(log: 1)
        var machine = machine(queuedBytes: 10_000)
        machine.join(state, isNew: true)
        let records = rename(&state, 20) { machine.offer($0) }
        #expect(machine.queuedBytes > 0 && machine.queuedBytes <= 10_000)
        // The log has the last.
        #expect(records.dropLast().count { $0.record != nil } == 3)
        #expect(
            run(&machine, state) == [
                "started", "marker [0]", "report 1", "report 2", "report 3", "gather", "report 20",
            ])
        #expect(machine.queuedBytes == 0)
        // Then they wait as they are again.
        _ = rename(&state, 1) { machine.offer($0) }
        #expect(run(&machine, state) == ["report 21"])
    }

    @Test func whatAClientMissedIsHeldUpToTheSameMeasure() {
        var state = state(log: 100)
        let start = state.position
        _ = rename(&state, 50) { _ in }
        var machine = machine(queuedBytes: 10_000)
        machine.resume(state, from: start)
        #expect(machine.queuedBytes > 0 && machine.queuedBytes <= 10_000)
        #expect(
            run(&machine, state) == [
                "started", "marker [0]", "report 1", "report 2", "report 3", "gather", "report 50",
            ])
        #expect(machine.queuedBytes == 0)
    }

    @Test func aClientThatChangesItsFilterAgainAndAgainAndReadsNothingIsToldAnew() {
        var state = state(log: 1)
        var machine = machine(queuedBytes: 10_000)
        machine.join(state, isNew: true)
        machine.setBlocked(true)
        for round in 0..<50 {
            _ = rename(&state, 1) { machine.offer($0) }
            machine.setView(machine.view, exceptClientID: round % 2 == 0 ? "x" : "")
            machine.refilter(state)
            #expect(machine.queuedBytes <= 10_000)
        }
        machine.setBlocked(false)
        let steps = run(&machine, state)
        #expect(steps.contains("resync s overflow") && steps.contains("snapshot s"), "\(steps)")
        #expect(machine.queuedBytes == 0)
    }

    @Test func whatIsOutOfSightHoldsNothing() {
        var state = state()
        var machine = machine()
        machine.join(state, isNew: true)
        _ = rename(&state, 5) { machine.offer($0) }
        #expect(machine.queuedBytes > 0)
        machine.forget("s")
        #expect(machine.queuedBytes == 0)
    }

    @Test func aSnapshotThatNobodyReadsHoldsNoReports() {
        var state = state(log: 1)
        weak let report = state.rename(to: "House", .hub, at: .zero)
        let cursor = SnapshotCursor(state, for: WatchView(.home(.init()), access: access), chunkBytes: 100)
        #expect(report != nil)
        _ = state.rename(to: "Villa", .hub, at: .zero)
        #expect(report == nil)
        #expect(cursor.next() != nil)
    }
}
