internal import HearthStore
internal import HearthTraitCore
internal import StoreTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoredReportsTests {
    private func begin(_ place: any HomePlace) async throws -> any HomeStorage {
        let store = try await place.open()
        let structures = [StoredStructure(id: "s", name: "Home"), StoredStructure(id: "t", name: "Barn")]
        try await store.commit(structures.map { .putStructure($0) })
        return store
    }

    private func batch(_ range: ClosedRange<UInt64>, of id: String = "s", bytes: Int = 10) -> StoredReports {
        StoredReports(
            structureID: id, epoch: 1, first: range.lowerBound, eventNumber: range.upperBound * 2,
            time: .seconds(Int64(range.upperBound)),
            reports: range.map { [UInt8](repeating: UInt8($0 & 0xFF), count: bytes) })
    }

    private func save(
        _ store: any HomeStorage, _ batches: [StoredReports], retention: ReportRetention = ReportRetention()
    ) async throws {
        let last = Dictionary(batches.map { ($0.structureID, $0.last) }, uniquingKeysWith: max)
        try await store.commit(
            StoreTransaction(
                reports: batches, progress: last.map { .init(structureID: $0, sequence: $1, eventNumber: 0) },
                retention: retention))
    }

    @Test(arguments: StoreImplementation.all)
    func reportsAreReadFromAnyPositionInParts(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        let batches = [batch(1...3), batch(4...4), batch(5...9), batch(10...11)]
        try await save(store, [batch(1...2, of: "t")] + batches)
        try await expect(store.reports(of: "s", after: 0, bytes: .max), equals: batches)
        try await expect(store.reports(of: "s", after: 2, bytes: .max), equals: batches)
        try await expect(store.reports(of: "s", after: 3, bytes: .max), equals: Array(batches[1...]))
        try await expect(store.reports(of: "s", after: 3, bytes: 11), equals: Array(batches[1...2]))
        try await expect(store.reports(of: "s", after: 11, bytes: .max), equals: [])
        try await expect(store.reports(of: "t", after: 1, bytes: .max), equals: [batch(1...2, of: "t")])
        try await expect(store.reports(of: "nobody", after: 1, bytes: .max), equals: [])
    }

    /// The times are those of the batches' last reports, and the clock was set back before the last batch.
    @Test(arguments: StoreImplementation.all)
    func reportsBeforeATimeHaveAnEnd(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        var last = batch(10...11)
        last.time = .seconds(3)
        try await save(store, [batch(1...3), batch(4...4), batch(5...9), last, batch(1...2, of: "t")])
        var ends: [UInt64] = []
        for time in [0, 3, 4, 5, 9, 10, 100] as [Int64] {
            ends.append(try await store.endOfReports(of: "s", before: .seconds(time)))
        }
        expect(ends, equals: [4, 4, 12, 12, 12, 12, 12])
        try await save(store, [batch(12...14)])
        try await expect(store.endOfReports(of: "s", before: .seconds(10)), equals: 15)
        try await save(store, [batch(15...20)])
        try await expect(store.endOfReports(of: "s", before: .seconds(10)), equals: 15)
        try await expect(store.endOfReports(of: "nowhere", before: .seconds(10)), equals: 0)
    }

    /// The clock is set ahead and back, and the oldest reports go.
    @Test(arguments: StoreImplementation.all)
    func theEndOfADayIsRightWithAnyClock(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        let times: [Int64] = [10, 20, 30, 900, 910, 40, 50, 50, 60, 5, 70]
        for (place, time) in times.enumerated() {
            let number = UInt64(place + 1)
            var batch = batch(number...number)
            batch.time = .seconds(time)
            try await save(store, [batch])
        }
        func ends(_ times: [Int64]) async throws -> [UInt64] {
            var ends: [UInt64] = []
            for time in times { ends.append(try await store.endOfReports(of: "s", before: .seconds(time))) }
            return ends
        }
        try await expect(ends([5, 6, 55, 70, 71, 1_000]), equals: [2, 12, 12, 12, 12, 12])
        for number in UInt64(12)...20 {
            try await save(store, [batch(number...number)], retention: ReportRetention(since: .seconds(13)))
        }
        try await expect(ends([13, 14, 16, 20, 21]), equals: [14, 15, 17, 21, 21])
        // All others go.
        try await save(store, [batch(1_001...1_001)], retention: ReportRetention(since: .seconds(1_000)))
        try await expect(ends([5, 1_001, 2_000]), equals: [1_002, 1_002, 1_002])
        // Stored once more with a later time, as after a commit whose outcome was unknown, and then removed.
        var again = batch(1_001...1_001)
        again.time = .seconds(1_010)
        try await save(store, [again])
        try await save(store, [batch(1_020...1_020)], retention: ReportRetention(since: .seconds(1_015)))
        try await expect(ends([1_005, 1_015, 2_000]), equals: [1_021, 1_021, 1_021])
    }

    @Test(arguments: StoreImplementation.all)
    func nothingIsGivenOverAGap(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        try await save(store, [batch(4...5), batch(8...9)])
        try await expect(store.reports(of: "s", after: 2, bytes: .max), equals: [])
        try await expect(store.reports(of: "s", after: 3, bytes: .max), equals: [batch(4...5)])
        try await expect(store.reports(of: "s", after: 5, bytes: .max), equals: [])
        try await expect(store.reports(of: "s", after: 7, bytes: .max), equals: [batch(8...9)])
    }

    @Test(arguments: StoreImplementation.all)
    func theOldestGoByBytesAndByAge(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        for number in UInt64(1)...50 {
            // 4 bytes before each.
            try await save(store, [batch(number...number, bytes: 96)], retention: ReportRetention(bytes: 1_000))
        }
        try await expect(store.reports(of: "s", after: 39, bytes: .max), equals: [])
        try await expect(store.reports(of: "s", after: 40, bytes: .max).count, equals: 10)
        try await save(store, [batch(51...51)], retention: ReportRetention(since: .seconds(48)))
        try await expect(store.reports(of: "s", after: 47, bytes: .max).map(\.last), equals: [48, 49, 50, 51])
        try await expect(store.reports(of: "s", after: 46, bytes: .max), equals: [])
    }

    @Test(arguments: StoreImplementation.all)
    func theyAreDeletedWithTheirStructure(_ implementation: StoreImplementation)
        async throws
    {
        let store = try await begin(implementation.place())
        try await save(store, [batch(1...3), batch(1...1, of: "t")])
        try await store.commit([.removeStructure(id: "s")])
        try await save(store, [batch(4...4)])
        try await expect(store.reports(of: "s", after: 0, bytes: .max), equals: [])
        try await expect(store.reports(of: "t", after: 0, bytes: .max), equals: [batch(1...1, of: "t")])
    }

    /// Positions of an ended epoch are valid up to its last stored one.
    @Test(arguments: StoreImplementation.lasting)
    func eachEpochThatEndsIsNotedWithItsLastSequence(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await begin(place)
        try await expect(store.load().formerEpochs.isEmpty)
        try await save(store, [batch(1...3)])
        let second = try await place.killed().open()
        let home = try await second.load()
        expect(
            Set(home.formerEpochs),
            equals: [
                FormerEpoch(structureID: "s", epoch: 1, last: 3), FormerEpoch(structureID: "t", epoch: 1, last: 0),
            ])
        expect(home.epoch, equals: 2)
        try await store.close(clean: true)
        let same = try await place.open()
        try await expect(same.load().formerEpochs.isEmpty)
    }

    /// Edits since the last save are known, object by object, until the save that has their reports.
    @Test(arguments: StoreImplementation.all)
    func editsAreNotedUntilTheirReportsAreSaved(_ implementation: StoreImplementation) async throws {
        let store = try await begin(implementation.place())
        func noted() async throws -> Set<String> {
            Set(try await store.load().unreported.map { "\($0.structureID) \($0.object.kind) \($0.object.id)" })
        }
        func device(_ name: String, room: String?, in structureID: String = "s") -> StoreChange {
            .putDevice(
                StoredDevice(
                    id: "d", structureID: structureID, roomID: room, name: name, isNameGiven: true, description: [1]))
        }
        func saved() async throws {
            try await store.commit(
                StoreTransaction(progress: [
                    .init(structureID: "s", sequence: 1, eventNumber: 0),
                    .init(structureID: "t", sequence: 1, eventNumber: 0),
                ]))
        }
        // A client may know a structure before its first report: a crash in between (found by a simulated home).
        try await expect(noted(), equals: ["s structure s", "t structure t"])
        try await saved()
        try await store.commit([.putRoom(RoomRecord(id: "r", structureID: "s", name: "Hall"))])
        try await store.commit([device("Lamp", room: "r")])
        try await expect(noted(), equals: ["s room r", "s device d"])
        try await saved()
        try await expect(noted(), equals: [])
        try await store.commit([device("Lamp", room: "r"), .putStructure(StoredStructure(id: "s", name: "Home"))])
        try await expect(noted(), equals: [])
        try await store.commit([.putStructure(StoredStructure(id: "s", name: "House"))])
        try await expect(noted(), equals: ["s structure s"])
        try await saved()
        // Its device has no room then.
        try await store.commit([.removeRoom(id: "r")])
        try await expect(noted(), equals: ["s room r", "s device d"])
        try await saved()
        try await store.commit([device("Lamp", room: nil, in: "t")])
        try await expect(noted(), equals: ["s device d", "t device d"])
        try await saved()
        try await store.commit([.removeDevice(id: "d")])
        try await expect(noted(), equals: ["t device d"])
        try await store.commit([.removeStructure(id: "t")])
        try await expect(noted(), equals: [])
    }
}
