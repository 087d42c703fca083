internal import HearthStore
internal import HearthTraitCore
internal import StoreTestSupport
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoredEventsTests {
    private func event(_ number: UInt64, in structureID: String = "s") -> StoredEvent {
        StoredEvent(
            structureID: structureID, number: number,
            path: TraitPath(TraitTarget(deviceID: "d", endpoint: 3), 0xFFF1_0006), eventID: 2,
            time: .nanoseconds(1_800_000_000_123_456_789), payload: [UInt8(number & 0xFF), 0])
    }

    private func begin(_ place: any HomePlace) async throws -> any HomeStorage {
        let store = try await place.open()
        let structures = [StoredStructure(id: "s", name: "Home"), StoredStructure(id: "t", name: "Barn")]
        try await store.commit(structures.map { .putStructure($0) })
        return store
    }

    @Test(arguments: StoreImplementation.all)
    func eventsAreReadInOrderFromTheFirstKept(_ implementation: StoreImplementation)
        async throws
    {
        let store = try await begin(implementation.place())
        try await store.commit(
            StoreTransaction(
                events: [event(2), event(1), event(9, in: "t"), event(3)],
                progress: [.init(structureID: "s", sequence: 3, eventNumber: 3)]))
        try await expect(store.load().events, equals: [event(1), event(2), event(3), event(9, in: "t")])
        try await store.commit(
            StoreTransaction(
                events: [event(3), event(4)],
                progress: [.init(structureID: "s", sequence: 4, eventNumber: 4, firstEvent: 3)]))
        try await expect(store.load().events, equals: [event(3), event(4), event(9, in: "t")])
    }

    @Test(arguments: StoreImplementation.all)
    func theyAreDeletedWithTheirStructure(_ implementation: StoreImplementation)
        async throws
    {
        let store = try await begin(implementation.place())
        try await store.commit(StoreTransaction(events: [event(1), event(2, in: "t")]))
        try await store.commit([.removeStructure(id: "s")])
        try await store.commit(StoreTransaction(events: [event(3)]))
        try await expect(store.load().events, equals: [event(2, in: "t")])
    }

    /// Numbers continue after a clean end, and skip far ahead after a crash, also twice in a row.
    @Test(arguments: StoreImplementation.lasting)
    func numbers(_ implementation: StoreImplementation) async throws {
        let place = try implementation.place()
        let store = try await begin(place)
        try await store.commit(
            StoreTransaction(events: [event(7)], progress: [.init(structureID: "s", sequence: 1, eventNumber: 7)]))
        let left = try await place.killed()
        try await store.close(clean: true)
        let clean = try await place.open()
        try await expect(clean.load().structures.map(\.eventNumber), equals: [7, 0])
        try await clean.close(clean: true)

        var last: UInt64 = 7
        for _ in 0..<3 {
            let after = try await left.open()
            let home = try await after.load()
            let number = try require(home.structures.first).eventNumber
            expect(number, isAbove: last + 1_000_000)
            expect(home.events, equals: [event(7)])
            last = number
            try await after.close(clean: false)
        }
    }

    @Test(arguments: StoreImplementation.all)
    func newestRunProgressPerProviderIsKeptUpToALimit(_ implementation: StoreImplementation) async throws {
        let store = try await implementation.open()
        func run(_ provider: String, _ id: String = "r", _ taken: UInt64 = .max) -> StoredRun {
            StoredRun(providerID: provider, runID: id, taken: taken)
        }
        try await store.commit(StoreTransaction(runs: [run("a"), run("b")]))
        try await store.commit(StoreTransaction(runs: [run("a", "s", 7)]))
        try await expect(store.load().runs, equals: [run("b"), run("a", "s", 7)])
        try await store.commit(StoreTransaction(runs: (2...StoredRun.mostKept).map { run("\($0)") }))
        let kept = try await store.load().runs
        expect(kept.count, equals: StoredRun.mostKept)
        expect(kept.first, equals: run("a", "s", 7))
        try await store.close(clean: true)
    }
}
