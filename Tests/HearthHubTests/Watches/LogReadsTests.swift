internal import HearthBase
@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthTraitCore
internal import Expectations
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct LogReadsTests {
    private struct Broken: Error {}

    /// A store that answers when `gate` opens.
    private final class SlowStore: Sendable {
        let gate = OneShot<Bool>()
        private let begun = Mutex<[String]>([])

        func read(_ structureID: String, _ sequence: UInt64) async throws -> ReportBatch? {
            begun.withLock { $0.append("\(structureID) after \(sequence)") }
            guard await gate.wait() == true else { throw Broken() }
            let position = StructurePosition(structureID: structureID, epoch: 1, sequence: sequence + 1)
            return ReportBatch([ReportRecord(position: position, cause: .hub, observedAt: .zero)], eventsThrough: 0)
        }

        var reads: [String] { begun.withLock { $0.sorted() } }
    }

    private let reads = LogReads()
    private let store = SlowStore()

    private func join(_ structureID: String, after sequence: UInt64) -> Task<ReportBatch?, any Error> {
        reads.join(structureID, after: sequence) { [store] in try await store.read(structureID, sequence) }
    }

    private func sequences(_ task: Task<ReportBatch?, any Error>) async throws -> [UInt64]? {
        try await task.value?.records.map(\.position.sequence)
    }

    @Test func watchesAtOnePositionShareARead() async throws {
        let tasks = [join("s", after: 4), join("s", after: 4), join("s", after: 5), join("t", after: 4)]
        store.gate.set(true)
        var found: [[UInt64]?] = []
        for task in tasks { found.append(try await sequences(task)) }
        expect(found, equals: [[5], [5], [6], [5]])
        expect(store.reads, equals: ["s after 4", "s after 5", "t after 4"])
    }

    @Test func aReadThatHasEndedIsNotShared() async throws {
        store.gate.set(true)
        for _ in 0..<2 { try await expect(sequences(join("s", after: 4)), equals: [5]) }
        expect(store.reads, equals: ["s after 4", "s after 4"])
    }

    @Test func aReadFailsForAllThatShareIt() async {
        let tasks = [join("s", after: 4), join("s", after: 4)]
        store.gate.set(false)
        for task in tasks { await expect(throws: Broken.self) { try await task.value } }
        expect(store.reads, equals: ["s after 4"])
    }
}
