@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

/// Filters of a watch, and its intervals.
@Suite(.timeLimit(.minutes(5)))
struct FilterTests {
    private let lamp = TestProvider.onOff(of: "lamp-1")
    private let other = TestProvider.onOff(of: "lamp-2")
    private let door = TestProvider.doorLock(of: "lock")

    /// - Parameter writeHighMark: The bytes that are sent before a client reads; nil for the default.
    private func home(
        writeHighMark: Int? = nil
    ) async throws -> (TestHub, TestProvider, hall: String, attic: String) {
        let test = try await TestHub(limits: .with { $0.savedFirst = [] }, writeHighMark: writeHighMark)
        let provider = TestProvider([
            TestProvider.lamp("lamp-1", name: "One", room: "Hall"),
            TestProvider.lamp("lamp-2", name: "Two", room: "Attic"),
            TestProvider.lock("lock", name: "Door"),
        ])
        try await test.hub.attach(provider)
        let rooms = test.truth().rooms.values
        let hall = try require(rooms.first { $0.name == "Hall" }?.id)
        return (test, provider, hall, try require(rooms.first { $0.name == "Attic" }?.id))
    }

    /// Takes reports up to a device's change, which is the last one.
    private func reports(_ watcher: inout Watcher, until path: TraitPath, is level: UInt64) async throws {
        while watcher.view.states[path]?[0x4001] != .unsigned(level) { try await watcher.next() }
    }

    // MARK: Rooms and types

    @Test func aRoomsDevicesAreFollowedAsTheyComeAndGo() async throws {
        let (test, provider, hall, attic) = try await home()
        let filter = Hearth_V1_WatchFilter(roomIDs: [hall])
        var watcher = try await Watcher.atMarker(test, filter)
        expect(Set(watcher.view.devices.keys), equals: ["lamp-1"])
        expect(Set(watcher.view.states.keys.map(\.target.deviceID)), equals: ["lamp-1"])

        // It enters with its values.
        provider.report(other, [0x4001: .unsigned(77)])
        _ = try await test.hub.updateDevice("lamp-2", roomID: hall, as: owner)
        try await reports(&watcher, until: other, is: 77)
        expect(watcher.view.devices["lamp-2"]?.roomID, equals: hall)
        expect(watcher.view.states, equals: test.truth(filter).states)

        // It leaves: the client gets its new room, and nothing after that.
        _ = try await test.hub.updateDevice("lamp-1", roomID: attic, as: owner)
        provider.report(lamp, [0x4001: .unsigned(5)])
        provider.report(other, [0x4001: .unsigned(78)])
        try await reports(&watcher, until: other, is: 78)
        expect(watcher.view.devices["lamp-1"]?.roomID, equals: attic)
        expect(watcher.view.states[lamp]?[0x4001], differsFrom: .unsigned(5))
        expect(watcher.view.shown(by: filter).states, equals: test.truth(filter).states)
        expect(watcher.view.resyncs.isEmpty)
        expect(watcher.view.markers, equals: 1)

        // A device is removed, and a room.
        _ = try await test.hub.removeDevice("lamp-2", as: owner)
        while watcher.view.devices["lamp-2"] != nil { try await watcher.next() }
    }

    @Test func moverGetsTheValuesOfItsDevice() async throws {
        let (test, provider, hall, _) = try await home()
        var watcher = try await Watcher.atMarker(test, .init(exceptClientID: "me", roomIDs: [hall]))
        provider.report(other, [0x4001: .unsigned(77)])
        _ = try await test.hub.updateDevice("lamp-2", roomID: hall, as: Caller(.owner, clientID: "me"))
        try await reports(&watcher, until: other, is: 77)
    }

    @Test func resumeSendsNewDevicesWhole() async throws {
        let (test, provider, hall, attic) = try await home()
        let filter = Hearth_V1_WatchFilter(roomIDs: [hall])
        let view = try await Watcher.atMarker(test, filter).view
        provider.report(other, [0x4001: .unsigned(77)])
        _ = try await test.hub.updateDevice("lamp-2", roomID: hall, as: owner)
        _ = try await test.hub.updateDevice("lamp-1", roomID: attic, as: owner)
        _ = try await test.hub.updateDevice("lamp-1", name: "Sun", as: owner)
        var again = try await Watcher(test, filter, resuming: view)
        try await reports(&again, until: other, is: 77)
        try await again.settle(test, filter)
        expect(again.view.resyncs.isEmpty)
        expect(again.view.snapshots, equals: view.snapshots)
        expect(again.view.devices["lamp-1"]?.roomID, equals: attic)
        expect(again.view.reports.allSatisfy { ($0.observedAt?.seconds ?? 0) > 0 })
        expect(again.view.shown(by: filter).states, equals: test.truth(filter).states)
        expect(again.view.shown(by: filter).devices, equals: test.truth(filter).devices)
    }

    /// Devices may enter and leave while a client still catches up.
    @Test func catchingUpClientFollowsDevices() async throws {
        let (test, provider, hall, attic) = try await home()
        let filter = Hearth_V1_WatchFilter(roomIDs: [hall])
        let view = try await Watcher.atMarker(test, filter).view
        for level in UInt64(1)...300 { provider.report(lamp, [0x4001: .unsigned(level)]) }
        var again = try await Watcher(test, filter, resuming: view)
        provider.report(other, [0x4001: .unsigned(77)])
        _ = try await test.hub.updateDevice("lamp-2", roomID: hall, as: owner)
        _ = try await test.hub.updateDevice("lamp-1", roomID: attic, as: owner)
        try await reports(&again, until: other, is: 77)
        try await again.settle(test, filter)
        provider.report(lamp, [0x4001: .unsigned(999)])
        provider.report(other, [0x4001: .unsigned(78)])
        try await reports(&again, until: other, is: 78)
        expect(again.view.states[lamp]?[0x4001], differsFrom: .unsigned(999))
        expect(again.view.shown(by: filter).devices, equals: test.truth(filter).devices)
        expect(again.view.shown(by: filter).states, equals: test.truth(filter).states)
        expect(again.view.resyncs.isEmpty)
    }

    /// A report from the log about a device that is elsewhere now says so, without its traits.
    @Test func resumeSendsNoStatesOfDevicesElsewhere() async throws {
        let (test, provider, hall, attic) = try await home()
        let filter = Hearth_V1_WatchFilter(roomIDs: [hall])
        let view = try await Watcher.atMarker(test, filter).view
        _ = try await test.hub.updateDevice("lamp-1", roomID: attic, as: owner)
        provider.reportConnectivity(of: "lamp-1", isOnline: false)
        var again = try await Watcher(test, filter, resuming: view)
        again.view.follow(filter)
        try await again.settle(test, filter)
        expect(again.view.resyncs.isEmpty)
        expect(again.view.reports.flatMap(\.objects).count, isAtLeast: 2)
        expect(again.view.differences(from: test.truth(filter)), equals: [])
    }

    /// Later reports of a device that left are in the log too, after its leaving.
    @Test func deviceLeavingDuringCatchUpIsNotReported() async throws {
        let (test, provider, hall, attic) = try await home(writeHighMark: 512)
        let filter = Hearth_V1_WatchFilter(roomIDs: [hall])
        let view = try await Watcher.atMarker(test, filter).view
        for level in UInt64(1)...300 { provider.report(lamp, [0x4001: .unsigned(level)]) }
        var again = try await Watcher(test, filter, resuming: view)
        again.view.follow(filter)
        try await again.next()
        _ = try await test.hub.updateDevice("lamp-1", roomID: attic, as: owner)
        provider.report(lamp, [0x4001: .unsigned(999)])
        try await again.settle(test, filter)
        expect(again.view.differences(from: test.truth(filter)), equals: [])
        // A device that came back in between is sent whole.
        _ = try await test.hub.updateDevice("lamp-1", roomID: hall, as: owner)
        try await reports(&again, until: lamp, is: 999)
        try await again.settle(test, filter)
        expect(again.view.differences(from: test.truth(filter)), equals: [])
        expect(again.view.resyncs.isEmpty)
    }

    /// Reports of the log come before the state of a device, and their positions are not beyond it.
    @Test func resumeSendsADeviceThatWasCutOffWhole() async throws {
        let (test, provider, hall, _) = try await home()
        let filter = Hearth_V1_WatchFilter(roomIDs: [hall])
        provider.report(other, [0x4001: .unsigned(77)])
        let view = try await Watcher.atMarker(test, filter).view
        provider.report(lamp, [0x4001: .unsigned(1)])
        _ = try await test.hub.updateDevice("lamp-2", roomID: hall, as: owner)
        provider.report(lamp, [0x4001: .unsigned(2)])
        var broken = try await Watcher(test, filter, resuming: view)
        try await reports(&broken, until: lamp, is: 2)
        expect(broken.view.devices["lamp-2"] != nil && broken.view.states[other] == nil)
        var again = try await Watcher(test, filter, resuming: broken.view)
        try await again.settle(test, filter)
        expect(again.view.states[other]?[0x4001], equals: .unsigned(77))
        expect(again.view.differences(from: test.truth(filter)), equals: [])
        expect(again.view.resyncs.isEmpty)
    }

    @Test func moverGetsTheValuesWhenItResumes() async throws {
        let (test, provider, hall, _) = try await home()
        let filter = Hearth_V1_WatchFilter(exceptClientID: "me", roomIDs: [hall])
        let view = try await Watcher.atMarker(test, filter).view
        provider.report(other, [0x4001: .unsigned(77)])
        _ = try await test.hub.updateDevice("lamp-2", roomID: hall, as: Caller(.owner, clientID: "me"))
        var again = try await Watcher(test, filter, resuming: view)
        try await again.settle(test, filter)
        expect(again.view.states[other]?[0x4001], equals: .unsigned(77))
        expect(again.view.differences(from: test.truth(filter)), equals: [])
    }

    @Test func moverLearnsOfTheMoveWhenItResumes() async throws {
        let (test, _, hall, attic) = try await home()
        let filter = Hearth_V1_WatchFilter(exceptClientID: "me", roomIDs: [hall])
        let view = try await Watcher.atMarker(test, filter).view
        _ = try await test.hub.updateDevice("lamp-1", roomID: attic, as: Caller(.owner, clientID: "me"))
        var again = try await Watcher(test, filter, resuming: view)
        again.view.follow(filter)
        try await again.settle(test, filter)
        expect(again.view.differences(from: test.truth(filter)), equals: [])
    }

    @Test func resumeSendsEventsOfAReturnedDevice() async throws {
        let (test, provider, hall, attic) = try await home()
        _ = try await test.hub.updateDevice("lock", roomID: hall, as: owner)
        let filter = Hearth_V1_WatchFilter(roomIDs: [hall])
        let view = try await Watcher.atMarker(test, filter).view
        _ = try await test.hub.updateDevice("lock", roomID: attic, as: owner)
        _ = try await test.hub.updateDevice("lock", roomID: hall, as: owner)
        let alarm = DeviceChange.EventOccurrence(endpoint: 1, traitID: 0x101, eventID: 0, fields: [0: .unsigned(0)])
        provider.report(door, [0: .unsigned(2)], events: [alarm])
        var again = try await Watcher(test, filter, resuming: view)
        again.view.follow(filter)
        try await again.settle(test, filter)
        provider.report(door, [0: .unsigned(1)], events: [alarm])
        try await again.settle(test, filter)
        expect(again.view.events.count, equals: view.events.count + 2)
        expect(again.view.differences(from: test.truth(filter)), equals: [])
    }

    @Test func typesAndRoomsTogetherAndInAList() async throws {
        let (test, _, hall, _) = try await home()
        let locks = Hearth_V1_WatchFilter(deviceTypeIDs: [0xA])
        try await expect(Watcher.atMarker(test, locks).view.devices.keys.sorted(), equals: ["lock"])
        let lamps = Hearth_V1_WatchFilter(roomIDs: [hall], deviceTypeIDs: [0x100])
        try await expect(Watcher.atMarker(test, lamps).view.devices.keys.sorted(), equals: ["lamp-1"])
        let none = Hearth_V1_WatchFilter(roomIDs: [hall], deviceTypeIDs: [0xA])
        try await expect(Watcher.atMarker(test, none).view.devices.isEmpty)
        let read = try await test.home().read(.init(filter: lamps))
        expect(Set(read.states.compactMap(\.target?.deviceID)), equals: ["lamp-1"])
    }

    // MARK: Structures

    @Test func structureFilterHidesOtherStructures() async throws {
        let (test, provider, _, _) = try await home()
        let own = test.structureID
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure.id
        let away = TestProvider([TestProvider.lamp("far-lamp", name: "Far", room: "Porch")])
        try await test.hub.attach(away, structureID: cabin)
        let far = TestProvider.onOff(of: "far-lamp")
        let filter = Hearth_V1_WatchFilter(structureIDs: [own])
        var watcher = try await Watcher.atMarker(test, filter)
        let all = try await Watcher.atMarker(test).view
        expect(all.states[far] != nil && Set(all.positions.keys) == [own, cabin])

        func expectOnlyOwn(_ view: ClientView) {
            expect(Set(view.structures.keys) == [own] && Set(view.positions.keys) == [own])
            expect(Set(view.lastEvents.keys).isSubset(of: [own]))
            expect(view.devices.keys.sorted(), equals: ["lamp-1", "lamp-2", "lock"])
            expect(view.rooms.values.allSatisfy { $0.structureID == own })
            expect(view.reports.allSatisfy { $0.position?.structureID == own })
            expect(view.resyncs.isEmpty)
            expect(view.lost.isEmpty)
        }
        expectOnlyOwn(watcher.view)

        // Changes there, also of its devices, and a new third structure.
        away.report(far, [0x4001: .unsigned(7)])
        _ = try await test.hub.renameStructure(cabin, to: "Hut", as: owner)
        _ = try await test.hub.createRoom(name: "Loft", in: cabin, as: owner)
        let third = try await test.hub.createStructure(name: "Barn", as: owner).structure.id
        provider.report(lamp, [0x4001: .unsigned(5)])
        try await reports(&watcher, until: lamp, is: 5)
        expect(watcher.view.reports.count, equals: 1)
        expectOnlyOwn(watcher.view)

        // A read, and a resume with all positions that the client has of both.
        let read = try await test.home().read(.init(filter: filter))
        expect(Set(read.states.compactMap(\.target?.deviceID)).isSubset(of: ["lamp-1", "lamp-2", "lock", own]))
        expect(read.positions.map(\.structureID), equals: [own])
        let elsewhere = try await test.home().read(.init(filter: .init(structureIDs: [cabin])))
        expect(Set(elsewhere.states.compactMap(\.target?.deviceID)), equals: ["far-lamp"])
        var again = try await Watcher(
            test, filter, resumeFrom: Array(all.positions.values), view: watcher.view.resumable)
        try await again.settle(test, filter)
        expectOnlyOwn(again.view)
        expect(again.view.snapshots, equals: watcher.view.snapshots)

        // The removal of other structures is reported neither to a running nor to a resumed watch.
        _ = try await test.hub.deleteStructure(third, as: owner)
        _ = try await test.hub.removeDevice("far-lamp", as: owner)
        _ = try await test.hub.deleteStructure(cabin, as: owner)
        provider.report(lamp, [0x4001: .unsigned(6)])
        try await reports(&watcher, until: lamp, is: 6)
        expect(watcher.view.reports.count, equals: 2)
        expectOnlyOwn(watcher.view)
        var back = try await Watcher(
            test, filter, resumeFrom: Array(all.positions.values), view: watcher.view.resumable)
        try await back.settle(test, filter)
        expectOnlyOwn(back.view)
    }

    @Test func watchOfARemovedStructureStaysEmpty() async throws {
        let (test, _, _, _) = try await home()
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure.id
        var watcher = try await Watcher.atMarker(test, .init(structureIDs: [cabin]))
        expect(Set(watcher.view.structures.keys), equals: [cabin])
        _ = try await test.hub.deleteStructure(cabin, as: owner)
        while !watcher.view.structures.isEmpty { try await watcher.next() }
        try await watcher.untilHeartbeat(test)
        expect(watcher.view.positions.isEmpty)
        expect(watcher.view.devices.isEmpty)
    }

    // MARK: Attributes and events

    @Test func someAttributesAndSomeEvents() async throws {
        let (test, provider, _, _) = try await home()
        let filter = Hearth_V1_WatchFilter(
            attributes: [.init(traitID: 6, attributeIDs: [0x4001])], events: [.init(traitID: 0x101, eventIDs: [2])])
        var watcher = try await Watcher.atMarker(test, filter)
        expect(watcher.view.states[lamp]?.fields.keys.sorted(), equals: [0x4001])
        expect(watcher.view.states[door]?.fields.isEmpty, equals: false)
        func alarm(_ id: UInt32) -> DeviceChange.EventOccurrence {
            .init(
                endpoint: 1, traitID: 0x101, eventID: id,
                fields: id == 0
                    ? [0: .unsigned(0)]
                    : [0: .unsigned(0), 1: .unsigned(0), 2: .null, 3: .null, 4: .null])
        }
        provider.report(lamp, [0: .bool(true)])
        provider.report(door, [:], events: [alarm(0)])
        provider.report(door, [:], events: [alarm(2)])
        provider.report(lamp, [0: .bool(false), 0x4001: .unsigned(9)])
        try await reports(&watcher, until: lamp, is: 9)
        expect(watcher.view.reports.count, equals: 2)
        expect(watcher.view.events.count, equals: 1)
        expect(watcher.view.states[lamp], equals: [0x4001: .unsigned(9)])
        expect(watcher.view.positions, equals: test.truth(filter).positions)

        // A wider filter sends the new attributes of a known trait.
        _ = try await test.home().updateWatch(.init(watchID: watcher.view.watchID))
        try await watcher.untilMarker()
        expect(watcher.view.states, equals: test.truth().states)
    }

    @Test func aFilterWithTooManyEntriesIsRefused() async throws {
        let test = try await TestHub(limits: .with { $0.filterEntries = 3 })
        let filters: [Hearth_V1_WatchFilter] = [
            .init(roomIDs: ["1", "2", "3", "4"]), .init(deviceTypeIDs: [1, 2, 3, 4]),
            .init(attributes: [.init(traitID: 1, attributeIDs: [1, 2, 3])]),
            .init(events: [.init(traitID: 1, eventIDs: [1, 2, 3])]),
        ]
        for filter in filters {
            await expect(refused: .invalidArgument, saying: "4 entries") { try await Watcher.atMarker(test, filter) }
        }
    }

    // MARK: Intervals

    private func watcher(_ test: TestHub, least: Duration? = nil, most: Duration? = nil) async throws -> Watcher {
        var watcher = try await Watcher(
            test,
            Hearth_V1_WatchRequest(
                minInterval: least.map { .init(duration: $0) }, maxInterval: most.map { .init(duration: $0) }))
        try await watcher.untilMarker()
        return watcher
    }

    @Test func changesWithinMinIntervalAreCoalesced() async throws {
        let (test, provider, _, _) = try await home()
        var watcher = try await watcher(test, least: .seconds(10))
        provider.report(lamp, [0x4001: .unsigned(1)])
        try await reports(&watcher, until: lamp, is: 1)
        for level in 2...50 { provider.report(lamp, [0x4001: .unsigned(UInt64(level))]) }
        await test.clock.advance(by: .seconds(9))
        provider.report(lamp, [0x4001: .unsigned(51)])
        await test.clock.advance(by: .seconds(1))
        try await reports(&watcher, until: lamp, is: 51)
        expect(watcher.view.reports.count, equals: 2)
        expect(watcher.view.positions, equals: test.truth().positions)
        // After a silence the next change is sent at once.
        await test.clock.advance(by: .seconds(30))
        provider.report(lamp, [0x4001: .unsigned(52)])
        try await reports(&watcher, until: lamp, is: 52)
    }

    @Test func deletionWithinMinIntervalIsReported() async throws {
        let (test, _, _, _) = try await home()
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure
        var watcher = try await watcher(test, least: .seconds(10))
        _ = try await test.hub.renameStructure(cabin.id, to: "Hut", as: owner)
        while watcher.view.structures[cabin.id]?.name != "Hut" { try await watcher.next() }
        _ = try await test.hub.deleteStructure(cabin.id, as: owner)
        await test.clock.advance(by: .seconds(10))
        while watcher.view.structures[cabin.id] != nil { try await watcher.next() }
        expect(watcher.view.structures, equals: test.truth().structures)
    }

    /// Each structure has its own interval.
    @Test func aStructureThatChangesAllTheTimeHoldsUpNoOther() async throws {
        let (test, provider, _, _) = try await home()
        let cabin = try await test.hub.createStructure(name: "Cabin", as: owner).structure
        let there = TestProvider([TestProvider.lamp("lamp-9", name: "Nine")])
        try await test.hub.attach(there, structureID: cabin.id)
        var watcher = try await watcher(test, least: .seconds(10))
        let far = TestProvider.onOff(of: "lamp-9")
        for level in UInt64(1)...5 {
            provider.report(lamp, [0x4001: .unsigned(level)])
            there.report(far, [0x4001: .unsigned(level)])
            try await reports(&watcher, until: far, is: level)
            try await reports(&watcher, until: lamp, is: level)
            await test.clock.advance(by: .seconds(10))
        }
    }

    @Test func somethingComesWithinTheLongestInterval() async throws {
        let (test, _, _, _) = try await home()
        var watcher = try await watcher(test, most: .seconds(2))
        for _ in 0..<10 { await test.clock.advance(by: .milliseconds(400)) }
        while watcher.view.heartbeats == 0 { try await watcher.next() }
        expect(watcher.view.started?.heartbeatSeconds, equals: 2)
    }

    @Test(arguments: [
        (Duration?.some(.seconds(-1)), Duration?.none), (.seconds(3_601), nil), (nil, .milliseconds(999)),
        (nil, .seconds(3_601)),
    ])
    func intervalsOutOfRangeAreRefused(_ least: Duration?, _ most: Duration?) async throws {
        let test = try await TestHub()
        await expect(refused: .invalidArgument, saying: "interval is") {
            try await watcher(test, least: least, most: most)
        }
    }
}
