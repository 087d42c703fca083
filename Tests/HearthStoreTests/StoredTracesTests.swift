@testable internal import HearthStore
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// Which traces of ended runs are kept.
@Suite(.timeLimit(.minutes(5)))
struct StoredTracesTests {
    private let folder: TemporaryFolder
    private let store: HomeStore

    init() async throws {
        folder = try TemporaryFolder()
        store = try await HomeStore.open(path: folder.file)
        try await store.commit([
            .putStructure(StoredStructure(id: "s", name: "Home")),
            .putAutomation(StoredAutomation(id: "a", structureID: "s", name: "A", program: [1])),
            .putAutomation(StoredAutomation(id: "b", structureID: "s", name: "B", program: [1])),
        ])
    }

    private func end(
        _ id: UInt64, of automation: String = "a", isUneventful: Bool, bytes: Int = 1, traceBytes: Int = .max
    )
        async throws
    {
        let run = StoredAutomationRun(
            automationID: automation, id: id, revision: 1, isEnded: true, startedAt: .seconds(Int64(id)),
            isUneventful: isUneventful,
            content: Array(repeating: 1, count: bytes))
        try await store.commit(StoreTransaction(automationRuns: [run], traceBytes: traceBytes))
    }

    private func kept(of automation: String = "a") async throws -> [UInt64] {
        try await store.automationRuns(of: automation, before: nil, limit: 100).map(\.id).reversed()
    }

    @Test func uneventfulRunsDoNotEvictAnInterestingOne() async throws {
        try await end(1, isUneventful: true)
        try await end(2, isUneventful: false)
        for id in 3...100 as ClosedRange<UInt64> { try await end(id, isUneventful: true) }
        let kept = try await kept()
        expect(kept, equals: [2] + Array(52...100))
    }

    @Test func newestRunsAreKeptEvenIfUneventful() async throws {
        for id in 1...50 as ClosedRange<UInt64> { try await end(id, isUneventful: false) }
        for id in 51...70 as ClosedRange<UInt64> { try await end(id, isUneventful: true) }
        // The ten newest of the uneventful ones, and the newest forty of the others.
        try await expect(kept(), equals: Array(11...50) + Array(61...70))
    }

    @Test func traceBytesOfAStructureAreLimited() async throws {
        try await end(1, isUneventful: false, bytes: 400, traceBytes: 1_000)
        try await end(2, of: "b", isUneventful: true, bytes: 400, traceBytes: 1_000)
        try await end(3, isUneventful: true, bytes: 400, traceBytes: 1_000)
        try await expect(kept(), equals: [1, 3])
        try await expect(kept(of: "b"), equals: [])
        try await end(4, of: "b", isUneventful: false, bytes: 5_000, traceBytes: 1_000)
        // A trace larger than the limit is kept as long as it is the newest.
        try await expect(kept(), equals: [])
        try await expect(kept(of: "b"), equals: [4])
        try await store.commit([.removeAutomation(id: "b")])
        for id in 5...6 as ClosedRange<UInt64> { try await end(id, isUneventful: true, bytes: 400, traceBytes: 1_000) }
        try await expect(kept(), equals: [5, 6])
    }

    @Test func runsWithoutATraceGoLikeOthers() async throws {
        try await end(1, isUneventful: true, bytes: 0)
        try await end(2, isUneventful: true, bytes: 400)
        try await end(3, isUneventful: false, bytes: 700, traceBytes: 1_000)
        try await expect(kept(), equals: [3])
    }
}
