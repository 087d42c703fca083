@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@Suite struct MissedChangesTests {
    private let lamp = TraitPath(TraitTarget(deviceID: "lamp", endpoint: 1), 6)
    private let online = SourceConnectivity(connectivityState: .online, dataSourceLocality: .localPeer)
    private let view = WatchView(.home(.init()), access: ReadAccess(.all, traits: [TestProvider.onOff]))
    private let limits = WatchLimits(HubLimits())

    private func device(_ id: String, isOn: Bool = true) -> DeviceRecord {
        let trait = DeviceTrait(
            descriptor: TestProvider.onOff, attributes: [0: .bool(isOn), 0x4001: .unsigned(9)], observedAt: .seconds(2))
        return DeviceRecord(
            id: id, name: id, isNameGiven: false, roomID: nil, isMatterDevice: false,
            endpoints: [EndpointRecord(id: 1, parent: nil, deviceTypes: [], traitIDs: [6])],
            traits: [TraitKey(endpoint: 1, traitID: 6): trait], connectivity: online)
    }

    private func state() -> StructureState {
        StructureState(
            id: "s", name: "Home", epoch: 1, sequence: 7, eventNumber: 0,
            rooms: [RoomRecord(id: "hall", structureID: "s", name: "Hall")], devices: [device("lamp")],
            limits: HubLimits())
    }

    private func changes(capacity: Int = 100) -> LastChanges {
        LastChanges(position: StructurePosition(structureID: "s", epoch: 1, sequence: 0), capacity: capacity)
    }

    private func record(
        _ cause: ChangeCause?, at seconds: Int, states: [TraitChange] = [], objects: [ObjectChange] = []
    ) -> ReportRecord {
        ReportRecord(
            position: StructurePosition(structureID: "s", epoch: 1, sequence: UInt64(seconds)), cause: cause,
            observedAt: .seconds(seconds), states: states, objects: objects)
    }

    private func change(_ attributes: StructureValue, _ connectivity: SourceConnectivity? = nil) -> TraitChange {
        TraitChange(path: lamp, descriptor: TestProvider.onOff, attributes: attributes, connectivity: connectivity)
    }

    /// The catch-up report of a watch that lags since a change counter; nil for none, or if there is too much.
    private func report(
        _ changes: LastChanges, after counter: UInt64 = 0, from state: StructureState? = nil,
        entering: Set<String> = [],
        leaving: Set<String> = [], except own: ChangeCause? = nil, view: WatchView? = nil
    ) -> ReportRecord? {
        var missed = MissedChanges(last: changes, counter: counter)
        let state = state ?? self.state()
        let recipient = MissedChanges.Recipient(
            view: view ?? self.view, position: changes.position, entering: entering, leaving: leaving, own: own)
        let report = missed.catchUp(from: state, for: recipient, limits: limits)
        if case .report(let record) = report { return record }
        return nil
    }

    private func recipient(_ changes: LastChanges) -> MissedChanges.Recipient {
        MissedChanges.Recipient(view: view, position: changes.position)
    }

    private func words(_ objects: [ObjectChange]) -> [String] {
        objects.map { object in
            switch object {
            case .structure(let structure): "structure \(structure.name)"
            case .room(let room): "room \(room.name)"
            case .device(let device): "device \(device.name)"
            case .zone(let zone): "zone \(zone.name)"
            case .serviceGroup(let group): "group \(group.name)"
            case .person(let person): "person \(person.name)"
            case .automation(let automation): "automation \(automation.name)"
            case .appData(let change): "\(change.appID) of \(change.objectID)"
            default: "no \(object.key.id)"
            }
        }
    }

    @Test func manyChangesBecomeOneWithTheValuesOfNow() throws {
        var changes = changes()
        changes.take(record(.client("a"), at: 1, states: [change([0: .bool(false)])]), isKept: true)
        changes.take(record(.client("a"), at: 3, states: [change([0: .bool(true)])]), isKept: true)
        let report = try require(self.report(changes))
        expect(report.states.map(\.attributes), equals: [[0: .bool(true)]])
        expectNil(report.states.first?.connectivity)
        expect(report.observedAt, equals: .seconds(3))
        expect(report.cause, equals: .client("a"))
        expect(report.position.sequence, equals: 3)
    }

    @Test func onlyWhatChangedAfterItsTurnIsMissed() throws {
        var changes = changes()
        changes.take(record(.hub, at: 1, states: [change([0: .bool(false)], online)]), isKept: true)
        changes.take(record(.hub, at: 2, states: [change([0x4001: .unsigned(1)])]), isKept: true)
        let second = try require(report(changes, after: 1))
        expect(second.states.map(\.attributes), equals: [[0x4001: .unsigned(9)]])
        expectNil(second.states.first?.connectivity)
        expectNil(report(changes, after: 2))
        // An attribute that becomes visible again comes with the others.
        changes.take(record(.hub, at: 3, states: [change([0: .bool(true)])]), isKept: true)
        expect(report(changes, after: 1)?.states.map(\.attributes), equals: [[0: .bool(true), 0x4001: .unsigned(9)]])
    }

    @Test func changesOfDifferentCausesNameNone() throws {
        var changes = changes()
        for (index, cause) in [ChangeCause.client("a"), .client("b"), .client("b")].enumerated() {
            changes.take(record(cause, at: index, states: [change([0: .bool(true)], online)]), isKept: true)
        }
        expectNil(report(changes)?.cause)
        expect(report(changes)?.states.first?.connectivity, equals: online)
        expect(report(changes, after: 1)?.cause, equals: .client("b"))
    }

    @Test func excludedOwnChangesKeepThoseOfOthers() throws {
        var changes = changes()
        changes.take(record(.client("a"), at: 1, states: [change([0: .bool(true)])]), isKept: true)
        expectNil(report(changes, except: .client("a")))
        changes.take(record(.client("b"), at: 2, states: [change([0x4001: .unsigned(9)])]), isKept: true)
        expect(report(changes, except: .client("a"))?.states.map(\.attributes), equals: [[0x4001: .unsigned(9)]])
        let device = state().message(device("lamp"))
        changes.take(record(.client("a"), at: 3, objects: [.device(device)]), isKept: true)
        expectNil(report(changes, after: 2, except: .client("a")))
        // It must learn that the device has left the view.
        let left = report(changes, after: 2, leaving: ["lamp"], except: .client("a"))
        expect(words(left?.objects ?? []), equals: ["device lamp"])
    }

    /// Another client's change is not lost when the client then changes the same object.
    @Test func othersEarlierChangesAreMissed() throws {
        var changes = changes()
        let device = state().message(device("lamp"))
        let both = [ChangeCause.client("b"), .client("a"), .client("a")]
        for (index, cause) in both.enumerated() {
            changes.take(
                record(cause, at: index + 1, states: [change([0: .bool(true)])], objects: [.device(device)]),
                isKept: true)
        }
        let report = try require(self.report(changes, except: .client("a")))
        expect(report.states.map(\.attributes) == [[0: .bool(true)]] && words(report.objects) == ["device lamp"])
        expectNil(report.cause)
        expectNil(self.report(changes, after: 1, except: .client("a")))
    }

    /// Hidden changes do not affect the cause.
    @Test func theCauseIsThatOfWhatIsShown() throws {
        var changes = changes()
        changes.take(record(.client("a"), at: 1, states: [change([0: .bool(true)])]), isKept: true)
        changes.take(record(.hub, at: 2, objects: [.removedRoomID("attic")]), isKept: true)
        let access = ReadAccess(.all, traits: [TestProvider.onOff])
        let trait = WatchView(.trait(lamp, attributes: []), access: access)
        expect(report(changes, view: trait)?.cause, equals: .client("a"))
        expectNil(report(changes)?.cause)
    }

    @Test func removedObjectsAreReported() throws {
        var changes = changes()
        let gone = TraitPath(TraitTarget(deviceID: "gone", endpoint: 1), 6)
        let state = state()
        let states = [
            TraitChange(path: gone, descriptor: TestProvider.onOff, attributes: [0: .bool(true)], connectivity: nil)
        ]
        let objects: [ObjectChange] = [
            .room(state.message(RoomRecord(id: "hall", structureID: "s", name: "Old"))), .removedRoomID("attic"),
            .removedDeviceID("gone"), .structure(state.message),
        ]
        changes.take(record(nil, at: 1, states: states, objects: objects), isKept: true)
        let report = try require(self.report(changes, from: state))
        expect(report.states.isEmpty)
        expect(words(report.objects), equals: ["structure Home", "no attic", "room Hall", "no gone"])
    }

    @Test func aDeviceThatComesIntoTheViewIsWhole() throws {
        let whole = try require(self.report(changes(), entering: ["lamp"]))
        expect(words(whole.objects), equals: ["device lamp"])
        expect(whole.states.map(\.attributes), equals: [[0: .bool(true), 0x4001: .unsigned(9)]])
        expect(whole.states.first?.connectivity, equals: online)
        expect(whole.observedAt, equals: .seconds(2))
    }

    @Test func hiddenChangesAreNotMissed() {
        var changes = changes()
        changes.take(
            record(.hub, at: 1, states: [change([0: .bool(true)])], objects: [.removedRoomID("attic")]), isKept: true)
        var filter = WatchView.HomeFilter()
        filter.traits = [8]
        let access = ReadAccess(.all, traits: [TestProvider.onOff])
        expect(report(changes, view: WatchView(.home(filter), access: access))?.states.isEmpty, equals: true)
        let trait = WatchView(.trait(lamp, attributes: [0x4001]), access: access)
        expectNil(report(changes, view: trait))
    }

    @Test func onlyFarLaggingWatchesNeedASnapshot() {
        var changes = changes(capacity: 3)
        for number in 1...5 {
            changes.take(record(.client("a"), at: number, objects: [.removedRoomID("\(number)")]), isKept: true)
        }
        expect(changes.count, equals: 3)
        expect(!changes.knows(after: 1))
        expect(changes.knows(after: 2))
        var missed = MissedChanges(last: changes, counter: 1)
        guard case .tooMuch = missed.catchUp(from: state(), for: recipient(changes), limits: limits) else {
            Issue.record("something was forgotten")
            return
        }
        expect(words(report(changes, after: 2)?.objects ?? []), equals: ["no 3", "no 4", "no 5"])
        // Changes that no watch lags behind are only counted.
        changes.take(record(.hub, at: 6, objects: [.removedRoomID("6")]), isKept: false)
        expect(changes.count, equals: 0)
        expect(changes.counter, equals: 6)
        expect(changes.knows(after: 6))
        expect(!changes.knows(after: 5))
    }

    @Test func equalGapsShareOneReport() {
        var changes = changes()
        changes.take(record(.hub, at: 1, states: [change([0: .bool(true)])]), isKept: true)
        let state = state()
        var missed = MissedChanges(last: changes, counter: 0)
        guard case .report(let first) = missed.catchUp(from: state, for: recipient(changes), limits: limits),
            case .report(let second) = missed.catchUp(from: state, for: recipient(changes), limits: limits)
        else {
            Issue.record("nothing was missed")
            return
        }
        expect(first === second)
    }

    /// However often things change, and in any order, the list has each once, with the counter of its last change.
    @Test(arguments: 0..<20)
    func theListIsAsANaiveOneWouldBe(_ round: Int) {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("last changes, round \(round): seed \(seed)")
        var dice = Dice(seed: seed)
        let capacity = 1 + dice.below(8)
        var changes = changes(capacity: capacity)
        var naive: [(room: String, counter: UInt64)] = []
        var forgotten: UInt64 = 0
        for counter in 1...UInt64(200) {
            let room = "\(dice.below(12))"
            let isKept = dice.below(15) > 0
            changes.take(record(.hub, at: Int(counter), objects: [.removedRoomID(room)]), isKept: isKept)
            naive.removeAll { $0.room == room }
            naive.append((room, counter))
            if !isKept {
                naive = []
                forgotten = counter
            }
            if naive.count > capacity { forgotten = naive.removeFirst().counter }
            let since = counter - min(counter, UInt64(dice.below(10)))
            expect(changes.knows(after: since), equals: (since >= forgotten), "seed \(seed)")
            guard changes.knows(after: since) else { continue }
            let found = changes.entries(after: since).map { "\($0.subject) \($0.change.counter)" }
            let expected = naive.filter { $0.counter > since }.reversed()
                .map { "\(LastChanges.Subject.object(ObjectKey(.room, $0.room))) \($0.counter)" }
            expect(found, equals: expected, "seed \(seed)")
        }
    }
}
