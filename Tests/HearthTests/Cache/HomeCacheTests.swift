internal import HearthTraitCore
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite struct HomeCacheTests {
    /// A cache that has received one structure with one device.
    private func cache() -> HomeCache {
        var cache = HomeCache()
        cache.watchBegins()
        cache.gather(
            SnapshotPart(structures: [CachedStructure(id: "s", name: "Home")], devices: [sampleDevice("d", in: "s")]))
        cache.gather(SnapshotPart(traits: [onOffChange("d", [0: .bool(false)], connectivity: .direct)]))
        _ = cache.snapshotCompleted(at: [position("s", 5)])
        return cache
    }

    @Test func nothingShowsBeforeTheMarker() {
        var cache = HomeCache()
        cache.watchBegins()
        cache.gather(SnapshotPart(structures: [CachedStructure(id: "s", name: "Home")]))
        expect((cache.state, cache.isComplete), are: (CachedHome(), false))
        let delta = cache.snapshotCompleted(at: [position("s", 1)])
        expect((cache.state.structures.keys.sorted(), cache.isComplete), are: (["s"], true))
        expect(delta.objects)
        expect((cache.hasReached(position("s", 1)), cache.hasReached(position("s", 2))), are: (true, false))
    }

    @Test func aReportTouchesItsDeviceOnly() throws {
        var cache = cache()
        let delta = cache.apply(report(position("s", 6), traits: [onOffChange("d", [0: .bool(true)])]))
        expect(delta, equals: HomeDelta(objects: false, devices: ["d"]))
        try expect(cache.state.onOffAttributes(of: "d"), equals: [0: .bool(true)])
        expect(cache.hasReached(position("s", 6)))
    }

    @Test func removalCountsAsReached() {
        var cache = cache()
        expect((cache.hasReached(position("s", 6)), cache.hasReached(position("other", 1))), are: (false, false))
        _ = cache.apply(report(position("s", 6), objects: [.structureRemoved("s")]))
        expect((cache.hasReached(position("s", 6)), cache.resumePositions.isEmpty), are: (true, true))
    }

    @Test func aReportWithoutDifferenceTouchesNothing() {
        var cache = cache()
        expect(cache.apply(report(position("s", 6), traits: [onOffChange("d", [0: .bool(false)])])).isEmpty)
        expect(cache.hasReached(position("s", 6)))
    }

    @Test func olderReportIsIgnored() throws {
        var cache = cache()
        expect(cache.apply(report(position("s", 4), traits: [onOffChange("d", [0: .bool(true)])])).isEmpty)
        try expect(cache.state.onOffAttributes(of: "d"), equals: [0: .bool(false)])
    }

    @Test func connectivityOfADeviceIsThatOfItsTraits() {
        var cache = cache()
        _ = cache.set(.current)
        let delta = cache.apply(
            report(position("s", 6), traits: [onOffChange("d", nil, connectivity: .away)]))
        expect(delta.objects)
        expect(cache.connectivity(of: "d"), equals: .away)
        expect(cache.records(of: onOffPath("d").target)[onOff.id]?.connectivity, equals: .away)
    }

    @Test func withoutAWatchNothingIsKnownOfConnectivity() {
        var cache = cache()
        expect(cache.connectivity(of: "d"), equals: .unknown)
        expect(cache.set(.current), equals: HomeDelta(objects: true, devices: ["d"]))
        expect((cache.connectivity(of: "d"), cache.set(.current).isEmpty), are: (.direct, true))
        _ = cache.set(.stale(since: 5))
        expect(cache.records(of: onOffPath("d").target)[onOff.id]?.connectivity, equals: .unknown)
    }

    @Test func resyncedStructureIsReplacedAtTheMarker() {
        var cache = cache()
        let other = report(
            position("t", 1), objects: [.structure(CachedStructure(id: "t", name: "Barn"))])
        _ = cache.apply(other)
        cache.watchBegins()
        cache.resync("s")
        cache.gather(
            SnapshotPart(structures: [CachedStructure(id: "s", name: "House")], devices: [sampleDevice("e", in: "s")]))
        expect(cache.state.devices.keys.sorted(), equals: ["d"])
        _ = cache.apply(report(position("s", 1, epoch: 2), objects: [.device(sampleDevice("f", in: "s"))]))
        expect(cache.state.devices.keys.sorted(), equals: ["d"])
        let delta = cache.snapshotCompleted(at: [position("s", 1, epoch: 2)])
        expect((delta.devices, cache.state.devices.keys.sorted()), are: (["d", "e", "f"], ["e", "f"]))
        expect(cache.state.structures.values.map(\.name).sorted(), equals: ["Barn", "House"])
    }

    @Test func aStructureThatIsGoneAfterAResyncGoesWithAllInIt() {
        var cache = cache()
        cache.watchBegins()
        cache.resync("s")
        _ = cache.snapshotCompleted(at: [])
        expect(cache.state, equals: CachedHome())
    }

    @Test func interruptedResyncStartsOver() {
        var cache = cache()
        cache.watchBegins()
        cache.resync("s")
        cache.gather(SnapshotPart(structures: [CachedStructure(id: "s", name: "House")]))
        expect(cache.resumePositions.isEmpty)
        cache.watchBegins()
        _ = cache.snapshotCompleted(at: [])
        expect(cache.state, equals: CachedHome())
    }

    @Test func removingARoomLeavesItsDevices() {
        var cache = cache()
        let room = CachedRoom(id: "r", structureID: "s", name: "Attic")
        _ = cache.apply(
            report(position("s", 6), objects: [.room(room), .device(sampleDevice("d", in: "s", room: "r"))]))
        expect(cache.state.devices["d"]?.roomID, equals: "r")
        let delta = cache.apply(report(position("s", 7), objects: [.roomRemoved("r")]))
        expectNil(cache.state.devices["d"]?.roomID)
        expect(delta, equals: HomeDelta(objects: true, devices: ["d"]))
    }

    @Test func aDeviceThatLosesATraitLosesItsState() {
        var cache = cache()
        var device = sampleDevice("d", in: "s")
        device.endpoints = []
        _ = cache.apply(report(position("s", 6), objects: [.device(device)]))
        expect(cache.state.traits["d"]?.isEmpty ?? true)
    }

    @Test func anUnknownDevicesStateIsNotKept() {
        var cache = cache()
        expect(cache.apply(report(position("s", 6), traits: [onOffChange("x", [0: .bool(true)])])).isEmpty)
        expectNil(cache.state.traits["x"])
    }
}
