internal import Expectations
internal import HearthClips
internal import Testing

/// Which clips are deleted for the quota.
@Suite struct ClipCatalogueTests {
    private static let day: Int64 = 86_400_000
    private static let camera = ClipCamera(structureID: "home", deviceID: "porch", endpoint: 1)

    private func clip(_ id: UInt64, bytes: Int = 100, start: Int64 = 0, of device: String = "porch") -> Clip {
        Clip(
            id: id, structureID: "home", deviceID: device, endpoint: 1, start: start, duration: 1, events: [1],
            bytes: bytes)
    }

    private func limits(_ bytes: Int = 350) -> ClipLimits {
        var limits = ClipLimits()
        limits.bytes = bytes
        return limits
    }

    @Test func theOldestGoFirst() {
        var catalogue = ClipCatalogue([clip(3), clip(1), clip(2)], limits: limits())
        let id = catalogue.begin(Self.camera, now: 0)
        expect((id, catalogue.grow(id, by: 50)), are: (4, []))
        expect(catalogue.grow(id, by: 1), equals: [1])
        expect(catalogue.grow(id, by: 150), equals: [1, 2])
        for clip: UInt64 in [1, 2] { catalogue.remove(clip) }
        expect(catalogue.size, equals: 301)
        expect(catalogue.grow(id, by: 149), equals: [3])
        expect(catalogue.grow(id, by: 1) == nil)
    }

    /// A camera with many clips does not delete those of another.
    @Test func theCameraWithMostBytesGivesWay() {
        let door = (1...2).map { clip($0, of: "door") }
        var catalogue = ClipCatalogue(door + (3...6).map { clip($0) }, limits: limits(600))
        let id = catalogue.begin(Self.camera, now: 0)
        expect(catalogue.grow(id, by: 250), equals: [3, 4, 5])
        expect((catalogue.surplus(of: 100), catalogue.surplus(of: 601)), are: ([3], nil))
    }

    /// A clip that is being recorded is not deleted for another one.
    @Test func whatIsRecordedCounts() {
        var catalogue = ClipCatalogue([clip(1)], limits: limits())
        let (first, second) = (catalogue.begin(Self.camera, now: 0), catalogue.begin(Self.camera, now: 0))
        expect(catalogue.grow(first, by: 200), equals: [])
        expect(catalogue.grow(second, by: 100), equals: [1])
        expect(catalogue.grow(second, by: 51) == nil)
        catalogue.remove(first)
        expect(catalogue.grow(second, by: 51), equals: [])
    }

    @Test func theQuotaHoldsAfterItWasLowered() {
        let catalogue = ClipCatalogue((1...10).map { clip($0) }, limits: limits())
        expect(catalogue.due(at: 0), equals: [1, 2, 3, 4, 5, 6, 7])
    }

    @Test func clipsGrowOld() {
        let day = Self.day
        let clips = [clip(1, start: 0), clip(2, start: 2 * day), clip(3, start: 9 * day)]
        let catalogue = ClipCatalogue(clips, limits: limits())
        expect(
            [0, 7 * day, 7 * day + 1, 10 * day, 17 * day].map { catalogue.due(at: $0) },
            equals: [[], [], [1], [1, 2], [1, 2, 3]])
    }

    /// A clock that was set back neither makes new clips the first to go, nor gives an ID twice.
    @Test func aClockMayBeSetBack() {
        let day = Self.day
        var catalogue = ClipCatalogue([clip(UInt64(100 * day), start: 100 * day)], limits: limits(250))
        let id = catalogue.begin(Self.camera, now: 3 * day)
        expect(id, equals: UInt64(100 * day) + 1)
        catalogue.end(clip(id, start: 3 * day))
        let next = catalogue.begin(Self.camera, now: 3 * day)
        expect(catalogue.grow(next, by: 100), equals: [UInt64(100 * day)])
        catalogue.remove(UInt64(100 * day))
        expect(catalogue.due(at: 3 * day), equals: [])
    }

    @Test func anIDIsNotUsedAgain() {
        var catalogue = ClipCatalogue([], limits: limits())
        let ids = [
            catalogue.begin(Self.camera, now: 5), catalogue.begin(Self.camera, now: 5),
            catalogue.begin(Self.camera, now: -1), catalogue.begin(Self.camera, now: 100),
        ]
        expect(ids, equals: [5, 6, 7, 100])
    }

    @Test func clipsAreListedByCameraAndPage() {
        let catalogue = ClipCatalogue(
            (1...6).map { clip($0, of: $0.isMultiple(of: 3) ? "door" : "porch") }, limits: limits(1_000))
        expect(catalogue.clips(of: Self.camera, most: 2).map(\.id), equals: [5, 4])
        expect(catalogue.clips(of: Self.camera, before: 4, most: 9).map(\.id), equals: [2, 1])
        expect(catalogue.cameras.map(\.deviceID).sorted(), equals: ["door", "porch"])
    }

    @Test func sizesOfDamagedFilesDoNotTrap() {
        let catalogue = ClipCatalogue(
            [clip(1, bytes: .max), clip(2, bytes: .max), clip(3, bytes: -1)], limits: limits())
        expect(catalogue.size, equals: .max)
        expect(catalogue.due(at: .min), equals: [1])
    }
}
