internal import HearthStore
internal import HearthTraitCore
internal import ProcessTestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct EventRowsTests {
    private func event(_ number: UInt64, in structureID: String = "s") -> StoredEvent {
        StoredEvent(
            structureID: structureID, number: number,
            path: TraitPath(TraitTarget(deviceID: "d", endpoint: 3), 0xFFF1_0006), eventID: 2,
            time: .nanoseconds(1_800_000_000_123_456_789), payload: [UInt8(number & 0xFF), 0])
    }

    private func store(_ path: String? = nil) async throws -> HomeStore {
        let store = if let path { try await HomeStore.open(path: path) } else { try await HomeStore.inMemory() }
        let structures = [StoredStructure(id: "s", name: "Home"), StoredStructure(id: "t", name: "Barn")]
        try await store.commit(structures.map { .putStructure($0) })
        return store
    }

    @Test func theyComeBackInOrderAndThoseBeforeTheFirstThatIsKeptAreForgotten() async throws {
        let store = try await store()
        try await store.save(
            [], events: [event(2), event(1), event(9, in: "t"), event(3)],
            progress: [.init(structureID: "s", sequence: 3, eventNumber: 3)])
        #expect(try await store.load().events == [event(1), event(2), event(3), event(9, in: "t")])
        try await store.save(
            [], events: [event(3), event(4)],
            progress: [.init(structureID: "s", sequence: 4, eventNumber: 4, firstEvent: 3)])
        #expect(try await store.load().events == [event(3), event(4), event(9, in: "t")])
    }

    @Test func theyGoWithTheirStructureAndLateOnesOfOneThatIsGoneAreLeftOut() async throws {
        let store = try await store()
        try await store.save([], events: [event(1), event(2, in: "t")], progress: [])
        try await store.commit([.removeStructure(id: "s")])
        try await store.save([], events: [event(3)], progress: [])
        #expect(try await store.load().events == [event(2, in: "t")])
    }

    /// Numbers go on after a clean end, and far beyond those of a run that was killed, also twice in a row.
    @Test func numbers() async throws {
        let folder = try TemporaryFolder()
        let store = try await store(folder.file)
        try await store.save([], events: [event(7)], progress: [.init(structureID: "s", sequence: 1, eventNumber: 7)])
        let left = try folder.abandoned()
        try await store.close(clean: true)
        let clean = try await HomeStore.open(path: folder.file)
        #expect(try await clean.load().structures.map(\.eventNumber) == [7, 0])
        try await clean.close(clean: true)

        var last: UInt64 = 7
        for _ in 0..<3 {
            let after = try await HomeStore.open(path: left)
            let home = try await after.load()
            let number = try #require(home.structures.first).eventNumber
            #expect(number > last + 1_000_000)
            #expect(home.events == [event(7)])
            last = number
            try await after.close(clean: false)
        }
    }

    @Test func howFarRunsCameIsKeptOfEachProviderTheNewestUpToALimit() async throws {
        let folder = try TemporaryFolder()
        let store = try await HomeStore.open(path: folder.file)
        func run(_ provider: String, _ id: String = "r", _ taken: UInt64 = .max) -> StoredRun {
            StoredRun(providerID: provider, runID: id, taken: taken)
        }
        try await store.save([], runs: [run("a"), run("b")], progress: [])
        try await store.save([], runs: [run("a", "s", 7)], progress: [])
        #expect(try await store.load().runs == [run("b"), run("a", "s", 7)])
        try await store.save([], runs: (2...HomeStore.runLimit).map { run("\($0)") }, progress: [])
        let kept = try await store.load().runs
        #expect(kept.count == HomeStore.runLimit && kept.first == run("a", "s", 7))
        try await store.close(clean: true)
    }
}
