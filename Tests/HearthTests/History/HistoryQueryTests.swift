internal import Foundation
@testable internal import Hearth
internal import HearthTraitCore
internal import HearthTraits
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd) struct HistoryQueryTests {
    private typealias LightChange = StateChangeEvent<Matter.OnOffTrait>
    private typealias Operation = Matter.DoorLockTrait.LockOperationEvent

    private struct Refusal: Error {}

    private func structure(_ fixture: HubFixture) async throws -> Structure {
        try require(try await fixture.home.structures().list().first)
    }

    private func path(_ device: String, _ trait: TraitDescriptor) -> TraitPath {
        TraitPath(TraitTarget(deviceID: device, endpoint: 1), trait.id)
    }

    private func pages(_ query: HistoryQuery, size: UInt = 1_000) async throws -> [[HistoryItem]] {
        var pages: [[HistoryItem]] = []
        for try await page in try query.execute(pageSize: size) { pages.append(page.items) }
        return pages
    }

    private func flicker(_ fixture: HubFixture, _ count: Int) {
        for number in 0..<count {
            fixture.house.set(path("ceiling", Matter.OnOffTrait.descriptor), [0: .bool(number.isMultiple(of: 2))])
        }
    }

    private func operate(_ fixture: HubFixture, user: UInt64) {
        let event = DeviceChange.EventOccurrence(
            endpoint: 1, traitID: Operation.traitID, eventID: Operation.eventID,
            fields: [0: .unsigned(1), 1: .unsigned(7), 2: .unsigned(user), 3: .null, 4: .null])
        fixture.house.happen(event, on: "door")
    }

    @Test func pagesAreFullAndNewestFirst() async throws {
        let fixture = try await HubFixture.start()
        flicker(fixture, 10)
        let query = try await structure(fixture).history.query().objects(["ceiling"])
        let all = try await pages(query)
        try require(all.count == 1)
        let items = all[0]
        let small = try await pages(query, size: 4)
        expect((small.flatMap { $0 }, small.dropLast().allSatisfy { $0.count == 4 }), are: (items, true))
        expect(small.last.map { (1...4).contains($0.count) }, equals: true)
        expect(Set(items.map(\.id)).count, equals: items.count)
        expect(items.map(\.timestamp), equals: items.map(\.timestamp).sorted(by: >))
        let visitor = HistoryItemVisitor<Bool>()
        visitor.register(LightChange.self) { change, _ in change.newValue.onOff }
        try expect(
            Array(visitor.collect(items).prefix(10)),
            equals: [false, true, false, true, false, true, false, true, false, true])
    }

    @Test func anItemNamesItsDeviceAndItsCause() async throws {
        let fixture = try await HubFixture.start()
        let light = try require(await fixture.device("ceiling").types.get(OnOffLightDeviceType.self))
        try await light.matterTraits.onOffTrait?.on()
        let query = try await structure(fixture).history.query().objects("ceiling")
        let item = try require(try await pages(query).first?.first)
        let structure = try await structure(fixture)
        let room = try require(try await fixture.home.rooms().list().first { $0.name == "Living room" })
        expect(
            item.source,
            equals: .device(
                device: HistoryItem.Entity(id: "ceiling", name: "Ceiling light", type: .device),
                room: HistoryItem.Entity(id: room.id, name: "Living room", type: .room),
                structure: HistoryItem.Entity(id: structure.id, name: structure.name, type: .structure)))
        expect((item.source.objectID, item.source.deviceName), are: ("ceiling", "Ceiling light"))
        expect(item.cause?.clientID, equals: fixture.home.clientID)
        guard case .stateChange(let change) = item.value else {
            Issue.record("\(item) is no change of a state")
            return
        }
        expect(change.typeID, equals: Matter.OnOffTrait.identifier)
    }

    @Test func objectsAreDevicesRoomsOrTheStructure() async throws {
        let fixture = try await HubFixture.start()
        flicker(fixture, 1)
        operate(fixture, user: 3)
        let structure = try await structure(fixture)
        let room = try require(try await fixture.home.rooms().list().first { $0.name == "Living room" })
        func sources(_ ids: [String]) async throws -> Set<String> {
            let query = try await structure.history.query().objects(ids)
            return Set(try await pages(query).flatMap { $0 }.map(\.source.objectID))
        }
        try await expect((sources(["door"]), sources(["nothing"])), are: (["door"], []))
        let ofRoom = try await sources([room.id])
        expect((ofRoom.contains("ceiling"), ofRoom.isSubset(of: [room.id, "ceiling", "speaker"])), are: (true, true))
        let all = try await sources([])
        expect(all.isSuperset(of: ["ceiling", "door"]))
        try await expect(sources([structure.id]), equals: all)
        try await expect(
            pages(structure.history.query().objects([room, structure])),
            equals: pages(structure.history.query()), "objects add up")
        let filters = try await structure.history.fetchApplicableFilters()
        expect(filters.map(\.key), equals: ["objects", "cameraEvents"])
        expect(filters[0].supportedValues.isSuperset(of: [structure.id, room.id, "ceiling", "door"]))
    }

    @Test func aRangeHasItsStartAndNotItsEnd() async throws {
        let fixture = try await HubFixture.start()
        let humidity = Matter.RelativeHumidityMeasurementTrait.descriptor
        for value in [5_000, 4_000, 3_000] as [UInt64] {
            try await Task.sleep(for: .milliseconds(20))
            fixture.house.set(path("hygrometer", humidity), [0: .unsigned(value)])
        }
        let query = try await structure(fixture).history.query().objects(["hygrometer"])
        let newest = Array(try await pages(query).flatMap { $0 }.prefix(3))
        try require(newest.count == 3)
        let (last, middle, first) = (newest[0], newest[1], newest[2])
        try await expect(pages(query.date(start: middle.timestamp, end: last.timestamp)), equals: [[middle]])
        try await expect(pages(query.date(start: first.timestamp)), equals: [newest])
        let before = try await pages(query.date(end: first.timestamp)).flatMap { $0 }
        expect(before.allSatisfy { $0.timestamp < first.timestamp })
    }

    @Test func anEmptyRangeHasNoPages() async throws {
        let fixture = try await HubFixture.start()
        flicker(fixture, 2)
        let query = try await structure(fixture).history.query()
        let later = Date().addingTimeInterval(3_600)
        try await expect(pages(query.date(start: later, end: later.addingTimeInterval(60))), equals: [])
        try await expect(pages(query.date(start: .distantPast, end: Date(timeIntervalSince1970: 1))), equals: [])
    }

    @Test func impossibleQueriesAreErrors() async throws {
        let fixture = try await HubFixture.start()
        let history = try await structure(fixture).history
        let query = try await history.query()
        for size in [0, 1_001] as [UInt] {
            let error = await failure { try query.execute(pageSize: size) }
            expect(error?.message, equals: "a page of history has 1 to 1000 items, not \(size)")
        }
        let now = Date()
        let empty = await failure { try query.date(start: now, end: now).execute(pageSize: 10) }
        expect(empty?.code, equals: .invalidArgument)
        let endless = await failure {
            try query.date(end: Date(timeIntervalSince1970: .infinity)).execute(pageSize: 10)
        }
        expect(endless?.code, equals: .invalidArgument)
        await fixture.stop()
        await expect(failure { try await history.query() } != nil)
        await expect(failure { try await history.fetchApplicableFilters() } != nil)
    }

    @Test func aRemovedDeviceKeepsItsLastName() async throws {
        let fixture = try await HubFixture.start()
        flicker(fixture, 2)
        _ = try await fixture.device("ceiling").setName("Hall light")
        try await fixture.removeDevice("ceiling")
        while try await fixture.home.devices().list().contains(where: { $0.id == "ceiling" }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        let query = try await structure(fixture).history.query().objects(["ceiling"])
        let items = try await pages(query, size: 2).flatMap { $0 }
        expect(items.count, isAtLeast: 4)
        expect(Set(items.map(\.source.deviceName)), equals: ["Hall light"])
        let visitor = HistoryItemVisitor<String>()
        visitor.register(HomeReport.ObjectChange.self) { change, _ in change.isRemoval ? "removed" : change.name }
        try expect(Array(visitor.collect(items).prefix(2)), equals: ["removed", "Hall light"])
    }

    @Test func aVisitorLeavesTheRestToItsDefault() async throws {
        let fixture = try await HubFixture.start()
        flicker(fixture, 1)
        operate(fixture, user: 3)
        operate(fixture, user: 4)
        let query = try await structure(fixture).history.query().objects(["ceiling", "door"])
        let items = Array(try await pages(query).flatMap { $0 }.prefix(3))
        let visitor = HistoryItemVisitor<String>()
        try expect(visitor.collect(items), equals: [])
        visitor.register(Operation.self) { event, item in
            "\(item.source.deviceName) \(event.payload.userIndex ?? 0)"
        }
        try expect(visitor.collect(items), equals: ["Front door 4", "Front door 3"])
        visitor.registerDefault { $0.source.deviceName }
        try expect(visitor.collect(items), equals: ["Front door 4", "Front door 3", "Ceiling light"])
        visitor.register(Operation.self) { event, _ in event.payload.userIndex == 4 ? "four" : nil }
        try expect(visitor.collect(items), equals: ["four", "Ceiling light"])
        visitor.register(LightChange.self) { _, _ in throw Refusal() }
        expect(throws: Refusal.self) { try visitor.collect(items) }
        guard case .event(let event)? = items.first?.value else { return expect(false, "the newest item is no event") }
        expect(event.id, equals: Operation.identifier.eventID)
    }

    @Test func aCancelledPageCanBeReadAgain() async throws {
        let fixture = try await HubFixture.start()
        flicker(fixture, 2)
        let stream = try await structure(fixture).history.query().objects(["ceiling"]).execute(pageSize: 1)
        let pages = stream.makeAsyncIterator()
        let task = Task {
            await failure {
                while !Task.isCancelled { await Task.yield() }
                return try await pages.next()
            }
        }
        task.cancel()
        await expect(task.value?.code, equals: .cancelled)
        let first = try require(try await pages.next())
        let second = try require(try await pages.next())
        expect((first.items.count, first.items != second.items), are: (1, true))
    }
}
