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

    private func machine(_ scope: WatchView.Scope = .home(.init())) -> SubscriptionMachine {
        SubscriptionMachine(view: WatchView(scope, access: access), limits: HubLimits(), now: .zero)
    }

    /// Everything that goes out until it rests.
    private func run(_ machine: inout SubscriptionMachine) -> [String] {
        machine.open()
        guard machine.beginSending() else { return ["busy"] }
        var steps: [String] = []
        while steps.count < 100 {
            switch machine.next() {
            case .rest: return steps
            case .finish: return steps + ["finish"]
            case .gather: steps.append("gather")
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
