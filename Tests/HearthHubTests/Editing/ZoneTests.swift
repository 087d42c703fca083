@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HubTestSupport
internal import Expectations
internal import Testing

/// Zones, which group rooms.
@Suite(.timeLimit(.minutes(5)))
struct ZoneTests {
    /// Zones hold rooms, watches are notified, and all of it survives a restart.
    @Test func zonesHoldRooms() async throws {
        let store = try await HomeStore.inMemory()
        let test = try await TestHub(store: store)
        let home = test.home()
        var watcher = try await Watcher.atMarker(test)
        var rooms: [String] = []
        for name in ["Hall", "Kitchen", "Bath"] {
            rooms.append(
                try await home.createRoom(.init(structureID: test.structureID, name: name)).room?.id ?? "")
        }
        let up = try require(try await home.createZone(.init(structureID: test.structureID, name: " Upstairs ")).zone)
        let down = try require(try await home.createZone(.init(structureID: test.structureID, name: "Down")).zone)
        expect(up.name, equals: "Upstairs")
        expect(up.structureID, equals: test.structureID)
        expect(up.roomIDs.isEmpty)
        let filled = try await home.updateZone(
            .init(zoneID: up.id, addRoomIDs: [rooms[2], rooms[0], rooms[2]], removeRoomIDs: [rooms[1]])
        ).zone
        expect(filled?.roomIDs, equals: [rooms[2], rooms[0]])
        _ = try await home.updateZone(.init(zoneID: down.id, name: "Downstairs", addRoomIDs: [rooms[0], rooms[1]]))
        try await watcher.settle(test, .init())
        expect(watcher.view.zones, equals: test.truth().zones)
        expect(watcher.view.zones.count, equals: 2)

        // The room is removed, and the zones lose it in the same report.
        let reports = watcher.view.reports.count
        _ = try await home.deleteRoom(.init(roomID: rooms[0]))
        try await watcher.settle(test, .init())
        expect(watcher.view.reports.count, equals: reports + 1)
        expect(watcher.view.reports.last?.objects.count, equals: 3)
        expect(watcher.view.zones[up.id]?.roomIDs, equals: [rooms[2]])
        expect(watcher.view.zones[down.id]?.roomIDs, equals: [rooms[1]])

        let second = try await TestHub(store: store)
        expect(second.truth().zones, equals: test.truth().zones)
        _ = try await second.home().deleteZone(.init(zoneID: up.id))
        expect(second.truth().zones.keys.sorted(), equals: [down.id])
        expect(second.truth().rooms.count, equals: 2)
        let third = try await TestHub(store: store)
        expect(third.truth().zones, equals: second.truth().zones)
    }

    @Test func pagesListZonesAndGroupsOnce() async throws {
        let test = try await TestHub()
        let home = test.home()
        for number in 0..<3 {
            _ = try await home.createRoom(.init(structureID: test.structureID, name: "Room \(number)"))
            _ = try await home.createZone(.init(structureID: test.structureID, name: "Zone \(number)"))
            _ = try await home.createServiceGroup(.init(structureID: test.structureID, name: "Group \(number)"))
        }
        for size in [0, 1, 2, 5] as [UInt32] {
            var view = (zones: [String](), groups: [String](), rooms: [String]())
            var request = Hearth_V1_ListRequest(pageSize: size)
            repeat {
                let page = try await home.list(request)
                view.zones += page.zones.map(\.name)
                view.groups += page.serviceGroups.map(\.name)
                view.rooms += page.rooms.map(\.name)
                request.pageToken = page.nextPageToken
            } while !request.pageToken.isEmpty
            expect(view.zones, equals: ["Zone 0", "Zone 1", "Zone 2"])
            expect(view.groups.count, equals: 3)
            expect(view.rooms.count, equals: 3)
        }
    }

    /// A client that reads nothing for long gets the final state.
    @Test func aSlowClientGetsWhatBecameOfZonesAndGroups() async throws {
        let test = try await TestHub(writeHighMark: 512)
        let home = test.home()
        let gone = try await home.createZone(.init(structureID: test.structureID, name: "Gone")).zone?.id ?? ""
        let group = try await home.createServiceGroup(.init(structureID: test.structureID, name: "Gone too"))
        var watcher = try await Watcher.atMarker(test)
        for number in 0..<200 {
            _ = try await home.createZone(.init(structureID: test.structureID, name: "Zone \(number)"))
            let last = test.truth().zones.values.first { $0.name == "Zone \(number)" }?.id ?? ""
            if number >= 5 { _ = try await home.deleteZone(.init(zoneID: last)) }
        }
        _ = try await home.deleteZone(.init(zoneID: gone))
        _ = try await home.deleteServiceGroup(.init(serviceGroupID: group.serviceGroup?.id ?? ""))
        try await watcher.settle(test, .init())
        expect(watcher.view.zones, equals: test.truth().zones)
        expect(watcher.view.zones.count, equals: 5)
        expect(watcher.view.serviceGroups.isEmpty)
    }

    @Test func aSnapshotOfManyZonesComesInParts() async throws {
        let test = try await TestHub(limits: .with { $0.snapshotBytes = 600 })
        for number in 0..<40 {
            _ = try await test.hub.createZone(name: "Zone \(number)", in: test.structureID, as: owner)
        }
        let watcher = try await Watcher.atMarker(test)
        expect(watcher.view.snapshots, isAbove: 3)
        expect(watcher.view.zones, equals: test.truth().zones)
    }

    @Test func appsKeepDataWithAZoneUntilItGoes() async throws {
        let test = try await TestHub()
        let home = test.home()
        let zone = try await home.createZone(.init(structureID: test.structureID, name: "Zone")).zone?.id ?? ""
        _ = try await home.updateAppData(
            .init(objectID: zone, appID: "app", set: [.init(key: "icon", value: "stairs")]))
        try await expect(home.getAppData(.init(objectID: zone, appID: "app")).data.map(\.value), equals: ["stairs"])
        _ = try await home.deleteZone(.init(zoneID: zone))
        try await expect(test.store.appData(of: zone, app: "app").isEmpty)
    }

    /// A change that was stored but not reported before a crash is reported at the next start.
    @Test func unreportedChangesAreReportedAfterACrash() async throws {
        let store = try await HomeStore.inMemory()
        let first = try await TestHub(store: store)
        let room = try await first.hub.createRoom(name: "Hall", in: first.structureID, as: owner).room.id
        let zone = try await first.hub.createZone(name: "Up", in: first.structureID, as: owner).zone.id
        _ = try await first.hub.updateZone(zone, adding: [room], as: owner)
        try await first.hub.save()
        // As a hub stores it just before a crash.
        try await store.commit([.removeRoom(id: room)])
        let unreported = Set(try await store.load().unreported.map(\.object.kind))
        expect(unreported, equals: [.room, .zone])
        let second = try await TestHub(store: store)
        let reports = second.hub.directory.cells.first?.read { state in
            // Memory has no reports of the former run.
            let start = state.position.sequence - UInt64(state.log.count)
            return state.log.reports(after: start, present: state.position.sequence).map { Array($0) }
        }
        let report = try require((reports ?? nil)?.last { !$0.objects.isEmpty })
        expect(report.objects.count, equals: 2)
        expect(second.truth().zones[zone]?.roomIDs, equals: [])
    }
}
