@testable internal import HearthHub
internal import HearthTraitCore
internal import HearthWire
internal import Testing

@Suite struct DirtySetTests {
    private let lamp = TraitPath(TraitTarget(deviceID: "lamp", endpoint: 1), 6)
    private let key = TraitKey(endpoint: 1, traitID: 6)
    private let online = SourceConnectivity(connectivityState: .online, dataSourceLocality: .localPeer)

    private func state() -> StructureState {
        let trait = DeviceTrait(
            descriptor: TestProvider.onOff, attributes: [0: .bool(true), 0x4001: .unsigned(9)], observedAt: .zero)
        let device = DeviceRecord(
            id: "lamp", name: "Lamp", isNameGiven: false, roomID: nil, isMatterDevice: false,
            endpoints: [EndpointRecord(id: 1, parent: nil, deviceTypes: [], traitIDs: [6])],
            traits: [key: trait], connectivity: online)
        var limits = HubLimits()
        limits.reportLog = 8
        return StructureState(
            id: "s", name: "Home", epoch: 1, sequence: 7, eventNumber: 0,
            rooms: [RoomRecord(id: "hall", name: "Hall")], devices: [device], limits: limits)
    }

    private func record(
        _ cause: ChangeCause?, at seconds: Int, states: [TraitChange] = [], objects: [ObjectUpdate] = []
    ) -> ReportRecord {
        ReportRecord(
            position: StructurePosition(structureID: "s", epoch: 1, sequence: UInt64(seconds)), cause: cause,
            observedAt: .seconds(seconds), states: states, objects: objects)
    }

    private func fold(_ record: ReportRecord, into set: inout DirtySet, limits: HubLimits = HubLimits()) {
        let selection = WatchView.Selection(states: record.states, events: record.events, objects: record.objects)
        set.fold(selection, of: record, limits: WatchLimits(limits))
    }

    private func change(_ attributes: StructureValue, _ connectivity: SourceConnectivity? = nil) -> TraitChange {
        TraitChange(path: lamp, descriptor: TestProvider.onOff, attributes: attributes, connectivity: connectivity)
    }

    @Test func manyChangesBecomeOneWithTheValuesOfNow() throws {
        var set = DirtySet()
        fold(record(.client("a"), at: 1, states: [change([0: .bool(false)])]), into: &set)
        fold(record(.client("a"), at: 3, states: [change([0: .bool(true)])]), into: &set)
        let report = try #require(set.report(from: state(), at: state().position, mostBytes: .max))
        #expect(report.states.map(\.attributes) == [[0: .bool(true)]])
        #expect(report.states.first?.connectivity == nil)
        #expect(report.observedAt == .seconds(3))
        #expect(report.cause == .client("a"))
        #expect(report.position.sequence == 7)
    }

    @Test func changesOfDifferentCausesNameNone() throws {
        var set = DirtySet()
        for (index, cause) in [ChangeCause.client("a"), .client("b"), .client("b")].enumerated() {
            fold(record(cause, at: index, states: [change([0: .bool(true)], online)]), into: &set)
        }
        let report = try #require(set.report(from: state(), at: state().position, mostBytes: .max))
        #expect(report.cause == nil)
        #expect(report.states.first?.connectivity == online)
    }

    @Test func whatIsGoneIsToldAsRemoved() throws {
        var set = DirtySet()
        let gone = TraitPath(TraitTarget(deviceID: "gone", endpoint: 1), 6)
        let state = state()
        let states = [
            TraitChange(path: gone, descriptor: TestProvider.onOff, attributes: [0: .bool(true)], connectivity: nil)
        ]
        let objects: [ObjectUpdate] = [
            .room(state.message(RoomRecord(id: "hall", name: "Old"))), .removedRoom("attic"), .removedDevice("gone"),
            .structure(state.message),
        ]
        fold(record(nil, at: 1, states: states, objects: objects), into: &set)
        let report = try #require(set.report(from: state, at: state.position, mostBytes: .max))
        #expect(report.states.isEmpty)
        let told = report.objects.map { object in
            switch object {
            case .structure(let structure): "structure \(structure.name)"
            case .room(let room): "room \(room.name)"
            case .device(let device): "device \(device.name)"
            case .removedStructure(let id), .removedRoom(let id), .removedDevice(let id): "no \(id)"
            }
        }
        #expect(told == ["structure Home", "no attic", "room Hall", "no gone"])
    }

    @Test func pastItsLimitOnlyASnapshotHelps() {
        var limits = HubLimits()
        limits.dirtyPaths = 3
        var set = DirtySet()
        for number in 0..<3 {
            fold(record(.client("a"), at: number, objects: [.removedRoom("\(number)")]), into: &set, limits: limits)
        }
        #expect(!set.isOverflowing && set.rooms.count == 3)
        fold(record(.client("a"), at: 9, objects: [.removedDevice("x")]), into: &set, limits: limits)
        #expect(set.isOverflowing && set.rooms.isEmpty && set.devices.isEmpty)
        fold(record(.client("a"), at: 10, objects: [.removedDevice("y")]), into: &set, limits: limits)
        #expect(set.devices.isEmpty && set.observedAt == .seconds(10))
    }
}
