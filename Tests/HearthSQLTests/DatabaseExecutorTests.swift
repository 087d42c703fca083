internal import HearthSQL
internal import Expectations
internal import Testing

private actor Store {
    nonisolated let executor = DatabaseExecutor(label: "tests")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var database: Database?

    func open(_ schema: DatabaseSchema) throws {
        database = try Database(inMemory: schema)
        executor.checkIsolated()
        assertIsolated()
    }

    func add(_ id: String) throws -> Int {
        executor.checkIsolated()
        try database?.addRoom(id)
        return try database?.roomIDs().count ?? 0
    }

    func close() {
        database?.close()
    }
}

@Suite(.timeLimit(.minutes(5)))
struct DatabaseExecutorTests {
    @Test func anActorRunsItsJobsThereOneAtATime() async throws {
        let store = Store()
        try await store.open(rooms)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<100 { group.addTask { try await store.add("room \(index)") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        expect(counts.sorted(), equals: Array(1...100))
        await store.close()
        await expect(throws: SQLError.self) { try await store.add("late") }
    }
}
