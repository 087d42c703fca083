import Foundation
import Hearth
import HearthTraits
import HearthVirtualHome
import Testing

/// The app's page of what happened at home.
@MainActor @Suite(.timeLimit(.minutes(5))) struct HistoryModelTests {
    private func model(_ house: AppHouse, pageSize: UInt = 10) async throws -> HistoryModel {
        let structure = try #require(try await house.home.structures().list().first)
        return HistoryModel(home: house.home, structureID: structure.id, pageSize: pageSize)
    }

    /// Rings, moves, and unlocks the door.
    private func live(_ house: AppHouse) async throws {
        try await house.virtual.play(.motion, on: "hallway-motion")
        try await house.virtual.press("hallway-doorbell")
        try await house.virtual.play(.smoke(severity: 2), on: "kitchen-smoke")
        let lock = await (try await house.device("Front Door")).types.get(DoorLockDeviceType.self)
        try await lock?.matterTraits.doorLockTrait?.unlockDoor { $0.setPinCode(Array("1234".utf8)) }
    }

    @Test func filtersShowWhatTheyAreOf() async throws {
        let house = try await AppHouse.start()
        try await live(house)
        let model = try await model(house)
        await model.initialize()
        #expect(Set(model.possibleFilters.map(\.title)) == ["Motion", "Doorbell pressed", "Smoke alarm", "CO alarm"])
        model.filters = Set(model.possibleFilters)
        await model.refresh()
        #expect(
            model.days.flatMap(\.entries).map { "\($0.device): \($0.title)" } == [
                "Smoke Alarm: Smoke alarm", "Doorbell: Doorbell pressed", "Hallway Motion: Motion",
            ])
        #expect(model.days.map(\.start) == [Calendar.current.startOfDay(for: Date())])
        model.deviceIDs = [try await house.device("Doorbell").id, try await house.device("Front Door").id]
        await model.refresh()
        #expect(model.days.flatMap(\.entries).map(\.title) == ["Doorbell pressed"])
        model.filters = []
        // The motor of the lock takes a while.
        var titles: Set<String> = []
        while !titles.isSuperset(of: ["Operation unlock", "Unlocked"]) {
            await model.refresh()
            while model.hasNextPage { await model.loadNextPage() }
            titles = Set(model.days.flatMap(\.entries).filter { $0.device == "Front Door" }.map(\.title))
        }
        let now = Date()
        model.interval = DateInterval(start: now.addingTimeInterval(-7_200), end: now.addingTimeInterval(-3_600))
        await model.refresh()
        #expect(model.days.isEmpty && model.problem == nil)
        await house.stop()
    }

    @Test func pagesAreLoadedOneByOne() async throws {
        let house = try await AppHouse.start()
        try await live(house)
        // Devices change meanwhile.
        let past = DateInterval(start: Date(timeIntervalSince1970: 0), end: Date())
        let whole = try await model(house, pageSize: 1_000)
        whole.interval = past
        await whole.initialize()
        let model = try await model(house, pageSize: 3)
        model.interval = past
        await model.initialize()
        #expect(model.hasNextPage && model.days.flatMap(\.entries).count <= 3)
        while model.hasNextPage { await model.loadNextPage() }
        #expect(model.days.flatMap(\.entries).map(\.id) == whole.days.flatMap(\.entries).map(\.id))
        #expect(model.problem == nil)
        await house.stop()
    }
}
