internal import Foundation
@testable internal import HearthStore
internal import HearthSQL
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Expectations
internal import Testing

/// Disk calls that fail, each in turn: nothing acknowledged is lost, nothing is half stored, and the store continues
/// when the disk does.
@Suite(.timeLimit(.minutes(30)))
struct DiskFailureTests {
    /// With 25 steps, even a tenth of the calls takes two minutes of a processor.
    private static let steps = FaultRounds.isWhole ? 25 : 8

    /// How many calls the script makes when none fails.
    private func calls(seed: UInt64) async throws -> Int {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder.path)
        let store = try await HomeStore.open(path: folder.file)
        var script = StoreScript(seed: seed)
        try await script.begin(store)
        for _ in 0..<Self.steps { try await script.step(store) }
        try await store.close(clean: true)
        return disk.calls
    }

    /// Returns how many calls have failed.
    private func run(
        _ failure: FaultyDisk.Failure, from call: Int, count: Int, seed: UInt64
    ) async throws -> Int {
        let comment: Comment = "seed \(seed), \(count) calls fail from \(call)"
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder.path)
        disk.fail(failure, from: call, count: count)
        var script = StoreScript(seed: seed)
        var store: HomeStore?
        for _ in 0..<3 where store == nil { store = try? await HomeStore.open(path: folder.file) }
        if store == nil {
            disk.fail(.none)
            store = try await HomeStore.open(path: folder.file)
        }
        let first = try require(store, comment)
        var hasBegun = false
        while !hasBegun {
            do {
                try await script.begin(first)
                hasBegun = true
            } catch {
                expect(error is StoreError, comment)
            }
        }
        for _ in 0..<Self.steps {
            do {
                try await script.step(first)
            } catch {
                expect(error is StoreError, comment)
            }
        }
        disk.fail(.none)
        // It continues by itself.
        try await script.begin(first)
        try await script.step(first)
        try await script.check(first, has: script.acknowledged, comment)
        try? await first.close(clean: true)
        let again = try await HomeStore.open(path: folder.file)
        try await script.check(again, has: script.acknowledged, comment)
        try await again.close(clean: true)
        try Database(path: folder.file, schema: StoreSchema.current).checkIntegrity()
        return disk.failures
    }

    @Test(arguments: [FaultyDisk.Failure.io, .full], [1, 3, 40])
    func eachCallInItsTurn(_ failure: FaultyDisk.Failure, _ count: Int) async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("disk failures \(failure), \(count) at a time: seed \(seed)")
        let calls = try await calls(seed: seed)
        var dice = Dice(seed: seed)
        let step = FaultRounds.isWhole ? 1 : 20
        var (runs, failures) = (0, 0)
        for call in stride(from: 1 + dice.below(step), through: calls, by: step) {
            failures += try await run(failure, from: call, count: count, seed: seed)
            runs += 1
        }
        print("FAULTS disk \(failure), \(count) calls | \(runs) | \(failures) calls failed, nothing acknowledged lost")
    }
}
