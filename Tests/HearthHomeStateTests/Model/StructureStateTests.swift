internal import HearthBase
@testable internal import HearthHomeState
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

@Suite struct StructureStateTests {
    private let now = Duration.seconds(1_000)
    private let online = SourceConnectivity(connectivityState: .online, dataSourceLocality: .localPeer)
    private let key = TraitKey(endpoint: 1, traitID: 6)

    private func device(_ id: String = "lamp", room: String? = nil) -> DeviceRecord {
        DeviceRecord(
            id: id, name: "Lamp", isNameGiven: false, roomID: room, isMatterDevice: false,
            endpoints: [EndpointRecord(id: 1, parent: nil, deviceTypes: [], traitIDs: [6])],
            traits: [
                key: DeviceTrait(
                    descriptor: TestProvider.onOff, attributes: [0: .bool(false), 0x4001: .unsigned(0)],
                    observedAt: .zero)
            ], connectivity: online)
    }

    private func state(log: Int = 1_024) -> StructureState {
        var limits = HubLimits()
        limits.reportLog = log
        return StructureState(
            id: "s", name: "Home", epoch: 3, sequence: 10, eventNumber: 4,
            rooms: [RoomRecord(id: "r", structureID: "s", name: "Hall")],
            devices: [device()], limits: limits)
    }

    private func change(_ values: StructureValue, connectivity: SourceConnectivity? = nil) -> DeviceChange {
        DeviceChange(deviceID: "lamp", attributes: [key: values], connectivity: connectivity, cause: .client("me"))
    }

    @Test func aChangeMakesOneReportWithItsPositionCauseAndTime() throws {
        var state = state()
        let made = state.apply(change([0: .bool(true), 0x4001: .unsigned(5)]), at: now)
        let report = try require(made)
        expect(report.position, equals: StructurePosition(structureID: "s", epoch: 3, sequence: 11))
        expect(state.position, equals: report.position)
        expect(report.cause, equals: .client("me"))
        expect(report.observedAt, equals: now)
        expect(report.states.count, equals: 1)
        expect(report.states.first?.attributes, equals: [0: .bool(true), 0x4001: .unsigned(5)])
        expectNil(report.states.first?.connectivity)
        expect(state.devices["lamp"]?.traits[key]?.observedAt, equals: now)
    }

    @Test func equalValuesAreDroppedAndUseNoSequence() throws {
        var state = state()
        let idle1 = state.apply(change([0: .bool(false)]), at: now)
        expectNil(idle1)
        expect(state.sequence, equals: 10)
        expect(state.devices["lamp"]?.traits[key]?.observedAt, equals: .zero)
        let made = state.apply(change([0: .bool(false), 0x4001: .unsigned(1)]), at: now)
        let report = try require(made)
        expect(report.states.first?.attributes, equals: [0x4001: .unsigned(1)])
        expect(report.position.sequence, equals: 11)
    }

    /// A regression found by a random run: an unreported change was stored and shown to others.
    @Test func anotherWritingOfTheSameNameIsNoOtherName() throws {
        var state = state()
        _ = state.edit(device: "lamp", name: "Ku\u{308}che", .client("me"), at: now)
        let idle = state.edit(device: "lamp", name: "K\u{FC}che", .client("me"), at: now)
        expectNil(idle)
        expect(state.devices["lamp"].map { Array($0.name.utf8) }, equals: Array("Ku\u{308}che".utf8))
    }

    @Test(arguments: [
        StructureValue([0: .unsigned(1)]), [0: .null], [0x4001: .unsigned(70_000)], [0x7777: .bool(true)],
        [0xFFF9: .unsigned(1)],
    ])
    func invalidReportsAreLeftOut(_ values: StructureValue) {
        var state = state()
        let idle2 = state.apply(change(values), at: now)
        expectNil(idle2)
        expect(state.devices["lamp"]?.traits[key]?.attributes, equals: [0: .bool(false), 0x4001: .unsigned(0)])
    }

    @Test func descriptionsChangeTheObjectsAndStatesDoNot() {
        var state = state()
        let before = state.objectsRevision
        func commands(_ ids: [UInt64]) -> StructureValue { [0xFFF9: .list(ids.map { .unsigned($0) })] }
        _ = state.apply(change(commands([0])), at: now)
        _ = state.apply(change(commands([0, 1])), at: now)
        expect(state.objectsRevision, equals: before + 2)
        _ = state.apply(change([0: .bool(true)]), at: now)
        expect(state.objectsRevision, equals: before + 2)
    }

    @Test func unknownDevicesTraitsAndEventsChangeNothing() {
        var state = state()
        let idle3 = state.apply(DeviceChange(deviceID: "tv", connectivity: .offline, cause: .device), at: now)
        expectNil(idle3)
        let other = DeviceChange(
            deviceID: "lamp", attributes: [TraitKey(endpoint: 9, traitID: 6): [0: .bool(true)]],
            events: [.init(endpoint: 1, traitID: 6, eventID: 0, fields: [:])], cause: .device)
        let idle4 = state.apply(other, at: now)
        expectNil(idle4)
        expect(state.eventNumber, equals: 4)
    }

    @Test func valuesAndConnectivityOfOneChangeTravelTogether() throws {
        var state = state()
        let made = state.apply(change([0: .bool(true)], connectivity: .offline), at: now)
        let report = try require(made)
        expect(report.states.count, equals: 1)
        expect(report.states.first?.connectivity, equals: .offline)
        expect(report.states.first?.attributes, equals: [0: .bool(true)])
        expect(report.objects.count, equals: 1)
        expect(state.devices["lamp"]?.isReachable, equals: false)
        let idle5 = state.apply(change([:], connectivity: .offline), at: now)
        expectNil(idle5)
    }

    @Test func namesAreFoundAsTheyAreNow() {
        var state = state()
        _ = state.put([device("a"), device("b"), device("s")], .hub, at: now)
        func holder(_ name: String, except id: String = "") -> String? {
            state.holder(of: name, except: NamedObject(kind: .device, id: id))?.id
        }
        expect(holder("LAMP"), equals: "a")
        expect(holder("Lamp", except: "a"), equals: "b")
        _ = state.edit(device: "a", name: "Desk", .hub, at: now)
        expect(holder("DESK"), equals: "a")
        expectNil(holder("desk", except: "a"))
        expect(holder("lamp"), equals: "b")
        _ = state.removeDevice("b", .hub, at: now)
        _ = state.put([], removing: ["a"], .hub, at: now)
        expectNil(holder("Desk"))
        expect(holder("Lamp"), equals: "lamp")
        _ = state.announceRemoval(.hub, at: now)
        expectNil(holder("Lamp"))
    }

    /// The device with the structure's id has the structure's own traits, and is reported as the structure.
    @Test func ownTraits() throws {
        var state = state()
        let own = device("s")
        let came = state.put([own], .hub, at: now)
        guard case .structure(let structure)? = came?.objects.first else {
            Issue.record("the structure has not changed")
            return
        }
        expect(structure.traits.map(\.id), equals: [6])
        expect(came?.states.first?.path.target.deviceID, equals: "s")
        expect(state.orderedDevices.map(\.id), equals: ["lamp"])
        expect(state.ownRecord?.id, equals: "s")
        expectNil(state.device("s"))
        expect(state.name(of: own), equals: "Home")
        let again = state.put([own], .hub, at: now)
        expectNil(again)
        let away = state.apply(DeviceChange(deviceID: "s", connectivity: .offline, cause: .hub), at: now)
        expect(away?.objects.isEmpty, equals: true)
        expect(away?.states.first?.connectivity, equals: .offline)
        let gone = state.removeDevice("s", .hub, at: now)
        guard case .structure(let bare)? = gone?.objects.first else {
            Issue.record("the structure has not changed")
            return
        }
        expect(bare.traits.isEmpty)
    }

    @Test func eventsAreNumberedOneByOne() throws {
        var state = StructureState(
            id: "s", name: "Home", epoch: 1, eventNumber: 7,
            devices: [
                DeviceRecord(
                    id: "lock", name: "Door", isNameGiven: false, roomID: nil, isMatterDevice: false,
                    endpoints: [EndpointRecord(id: 1, parent: nil, deviceTypes: [], traitIDs: [0x101])],
                    traits: [
                        TraitKey(endpoint: 1, traitID: 0x101): DeviceTrait(
                            descriptor: TestProvider.doorLock, attributes: [0: .unsigned(1)], observedAt: .zero)
                    ], connectivity: online)
            ])
        let alarm = DeviceChange.EventOccurrence(endpoint: 1, traitID: 0x101, eventID: 0, fields: [0: .unsigned(0)])
        let made = state.apply(DeviceChange(deviceID: "lock", events: [alarm, alarm], cause: .device), at: now)
        let report = try require(made)
        expect(report.events.map(\.number), equals: [8, 9])
        expect(report.position.sequence, equals: 1)
        expect(report.events.first?.event.name, equals: "DoorLockAlarm")
    }

    @Test func aRoomThatGoesTakesItsDevicesOutOfItInOneReport() throws {
        var state = state()
        _ = state.edit(device: "lamp", room: "r", .hub, at: now)
        let made = state.removeRoom("r", .hub, at: now)
        let report = try require(made)
        expect(report.objects.count, equals: 2)
        expectNil(state.devices["lamp"]?.roomID)
        expect(state.rooms.isEmpty)
        let idle6 = state.removeRoom("r", .hub, at: now)
        expectNil(idle6)
    }

    @Test func editingWhatIsSoAlreadyMakesNoReport() {
        var state = state()
        let idle7 = state.edit(name: "Home", .hub, at: now)
        expectNil(idle7)
        let idle8 = state.put(RoomRecord(id: "r", structureID: "s", name: "Hall"), .hub, at: now)
        expectNil(idle8)
        let idle10 = state.put([device()], .hub, at: now)
        expectNil(idle10)
        let idle9 = state.edit(device: "lamp", name: "Lamp", .hub, at: now)
        expectNil(idle9)
        expect(state.sequence, equals: 10)
        // The person's choice is kept.
        expect(state.devices["lamp"]?.isNameGiven, equals: true)
    }

    @Test func aDeviceThatComesBackBringsOnlyWhatDiffers() throws {
        var state = state()
        _ = state.apply(change([0x4001: .unsigned(9)], connectivity: .offline), at: now)
        let made = state.put([device()], .hub, at: now + .seconds(5))
        let report = try require(made)
        expect(report.states.map(\.attributes), equals: [[0x4001: .unsigned(0)]])
        expect(report.states.first?.connectivity, equals: online)
        expect(report.objects.count, equals: 1)
    }

    @Test func theLogGivesExactlyWhatCameAfterAPositionOrNothing() throws {
        var state = state(log: 4)
        func value(_ number: UInt64) -> DeviceChange { change([0x4001: .unsigned(number)]) }
        for number in UInt64(1)...6 { _ = state.apply(value(number), at: now) }
        expect(state.sequence, equals: 16)
        func after(_ sequence: UInt64, epoch: UInt64 = 3) -> [UInt64]? {
            guard state.had(StructurePosition(structureID: "s", epoch: epoch, sequence: sequence)) else { return nil }
            if sequence == state.sequence { return [] }
            let batch = state.reports(after: sequence, through: .max, count: 9, bytes: .max)
            return batch?.records.map(\.position.sequence)
        }
        expect(after(16), equals: [])
        expect(after(15), equals: [16])
        expect(after(12), equals: [13, 14, 15, 16])
        expectNil(after(11))
        expectNil(after(0))
        expectNil(after(17))
        expectNil(after(UInt64.max))
        expectNil(after(16, epoch: 2))
    }
}
