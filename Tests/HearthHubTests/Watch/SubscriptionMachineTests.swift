@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import Testing

@Suite("The course of a subscription")
struct SubscriptionMachineTests {
    private let access = ReadAccess(.all, traits: [])
    private let key = TraitKey(endpoint: 1, traitID: 6)

    private func state(_ id: String = "s") -> StructureState {
        StructureState(
            id: id, name: "Home", epoch: 2, sequence: 10,
            devices: ["a", "b"].map { name in
                DeviceRecord(
                    id: id + name, name: name, isNameGiven: false, roomID: nil, isMatterDevice: false,
                    endpoints: [EndpointRecord(id: 1, parent: nil, deviceTypes: [], traitIDs: [6])],
                    traits: [
                        key: TraitRecord(
                            descriptor: TestProvider.onOff, attributes: [0: .bool(false), 0x4001: .unsigned(0)],
                            observedAt: .zero)
                    ], connectivity: .offline)
            })
    }

    private func machine(
        _ filter: WatchView.HomeFilter = .init(), limits: HubLimits = HubLimits()
    ) -> SubscriptionMachine {
        var machine = SubscriptionMachine(
            view: WatchView(.home(filter), access: access), limits: limits, now: .zero)
        machine.open()
        return machine
    }

    private func set(
        _ state: inout StructureState, _ device: String, _ value: UInt64, _ cause: ChangeCause = .device
    ) throws -> ReportRecord {
        let made = state.apply(
            DeviceChange(
                deviceID: state.id + device, attributes: [key: [0x4001: .unsigned(value)]], cause: cause), at: .zero)
        return try #require(made)
    }

    /// What is sent until the machine rests, as words; `state` answers when values are asked for.
    private func run(_ machine: inout SubscriptionMachine, _ state: StructureState) -> [String] {
        guard machine.beginSending() else { return ["busy"] }
        var words: [String] = []
        while true {
            switch machine.next() {
            case .rest: return words
            case .finish: return words + ["finish"]
            case .gather:
                words.append("gather")
                machine.gather(state)
            case .send(.started): words.append("started")
            case .send(.resync(let id, let reason)): words.append("resync \(id) \(reason)")
            case .send(.snapshot(let id, let cursor)):
                if cursor.next() == nil { machine.snapshotEnded(id, cursor) } else { words.append("snapshot \(id)") }
            case .send(.marker(let positions)): words.append("marker \(positions.map(\.sequence))")
            case .send(.report(let record, _)): words.append("report \(record.position.sequence)")
            case .send(.heartbeat(let positions)): words.append("heartbeat \(positions.map(\.sequence))")
            }
        }
    }

    @Test("a structure that changes during the start is reported after the marker")
    func start() throws {
        var state = state()
        var machine = machine()
        machine.join(state, isNew: false)
        machine.offer(try set(&state, "a", 1))
        #expect(run(&machine, state) == ["started", "snapshot s", "marker [10]", "report 11"])
        #expect(run(&machine, state) == [])
    }

    @Test("only one sends at a time")
    func oneSender() {
        var machine = machine()
        var begins = [machine.beginSending(), machine.beginSending()]
        while case .send = machine.next() {}
        begins.append(machine.beginSending())
        #expect(begins == [true, false, true])
    }

    @Test("nothing is sent before all structures are in")
    func held() {
        var machine = SubscriptionMachine(
            view: WatchView(.home(.init()), access: access), limits: HubLimits(), now: .zero)
        let isHeld = !machine.beginSending()
        machine.open()
        let isOpen = machine.beginSending()
        #expect(isHeld && isOpen)
    }

    @Test("while the client does not read, changes become one")
    func blocked() throws {
        var state = state()
        var machine = machine()
        machine.join(state, isNew: false)
        _ = run(&machine, state)
        machine.offer(try set(&state, "a", 1))
        machine.setBlocked(true)
        #expect(run(&machine, state) == [])
        for value in UInt64(2)...50 { machine.offer(try set(&state, "b", value)) }
        machine.setBlocked(false)
        #expect(run(&machine, state) == ["report 11", "gather", "report 60"])
    }

    @Test("what is drawn together has the newest values, its events, and a cause only if it is the same")
    func gathered() throws {
        var state = state()
        var dirty = DirtySet()
        let view = WatchView(.home(.init()), access: access)
        for (value, cause) in [(1, ChangeCause.client("x")), (2, .client("x"))] as [(UInt64, ChangeCause)] {
            let record = try set(&state, "a", value, cause)
            dirty.fold(view.select(record), of: record, limits: HubLimits())
        }
        #expect(dirty.report(from: state).cause == .client("x"))
        let record = try set(&state, "b", 9, .device)
        dirty.fold(view.select(record), of: record, limits: HubLimits())
        let report = dirty.report(from: state)
        #expect(report.cause == nil)
        #expect(Set(report.states.map(\.attributes)) == [[0x4001: .unsigned(2)], [0x4001: .unsigned(9)]])
        #expect(report.position == state.position)
    }

    @Test("too much at once is a resync and a snapshot")
    func overflow() throws {
        var limits = HubLimits()
        limits.dirtyPaths = 1
        var state = state()
        var machine = machine(limits: limits)
        machine.join(state, isNew: false)
        _ = run(&machine, state)
        machine.setBlocked(true)
        machine.offer(try set(&state, "a", 1))
        machine.offer(try set(&state, "b", 1))
        machine.setBlocked(false)
        #expect(run(&machine, state) == ["gather", "resync s overflow", "snapshot s", "marker [12]"])
    }

    @Test("resuming gives the marker at the old position, then what was missed")
    func resume() throws {
        var state = state()
        let from = state.position
        _ = try set(&state, "a", 1)
        _ = try set(&state, "b", 2)
        var machine = machine()
        machine.resume(state, from: from)
        #expect(run(&machine, state) == ["started", "marker [10]", "report 11", "report 12"])
        #expect(run(&machine, state) == [])
    }

    @Test("a structure that is gone is a resync, and no longer in the positions")
    func resumeRemoved() {
        var machine = machine()
        let state = state()
        machine.join(state, isNew: false)
        machine.resumeRemoved(StructurePosition(structureID: "old", epoch: 1, sequence: 5))
        let words = run(&machine, state)
        #expect(words.contains("resync old unknownPosition"))
        #expect(words.last == "marker [10]")
    }

    @Test("a removed structure is told of and forgotten")
    func removed() throws {
        var state = state()
        var machine = machine()
        machine.join(state, isNew: false)
        _ = run(&machine, state)
        let made = state.announceRemoval(.hub, at: .zero)
        machine.offer(try #require(made))
        #expect(run(&machine, state) == ["report 11"])
        machine.tick(.seconds(60), within: .seconds(3))
        #expect(run(&machine, state) == ["heartbeat []"])
    }

    @Test("heartbeats come after a silence, positions move on with changes that are filtered out")
    func heartbeat() throws {
        var state = state()
        var filter = WatchView.HomeFilter()
        filter.devices = ["sa"]
        var machine = machine(filter)
        machine.join(state, isNew: false)
        _ = run(&machine, state)
        machine.sent(at: .seconds(5))
        machine.offer(try set(&state, "b", 1))
        machine.tick(.seconds(10), within: .seconds(3))
        #expect(run(&machine, state) == [])
        machine.tick(.seconds(18), within: .seconds(3))
        #expect(run(&machine, state) == ["heartbeat [11]"])
    }

    @Test("a wider filter brings a snapshot and a marker, after what was waiting")
    func refilter() throws {
        var state = state()
        var filter = WatchView.HomeFilter()
        filter.devices = ["sa"]
        var machine = machine(filter)
        machine.join(state, isNew: false)
        _ = run(&machine, state)
        machine.offer(try set(&state, "a", 1))
        machine.setView(WatchView(.home(.init()), access: access), exceptClientID: "")
        machine.refilter(state)
        machine.refiltered()
        machine.offer(try set(&state, "b", 1))
        #expect(run(&machine, state) == ["report 11", "snapshot s", "marker [11]", "report 12"])
        // A filter that no longer shows the structure ends its reports.
        var other = WatchView.HomeFilter()
        other.structures = ["elsewhere"]
        machine.setView(WatchView(.home(other), access: access), exceptClientID: "")
        machine.refilter(state)
        machine.refiltered()
        machine.offer(try set(&state, "b", 2))
        #expect(run(&machine, state) == ["marker []"])
    }

    @Test("a watch of one trait ends when its device goes")
    func traitTarget() throws {
        var state = state()
        let path = TraitPath(TraitTarget(deviceID: "sa", endpoint: 1), 6)
        var machine = SubscriptionMachine(
            view: WatchView(.trait(path, attributes: []), access: access), limits: HubLimits(), now: .zero)
        machine.open()
        machine.join(state, isNew: false)
        #expect(run(&machine, state) == ["snapshot s"])
        let other = state.removeDevice("sb", .hub, at: .zero)
        machine.offer(try #require(other))
        #expect(run(&machine, state) == [])
        let made = state.removeDevice("sa", .hub, at: .zero)
        machine.offer(try #require(made))
        #expect(run(&machine, state) == ["finish"])
    }
}
