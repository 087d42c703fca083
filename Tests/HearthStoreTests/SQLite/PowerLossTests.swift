internal import Foundation
@testable internal import HearthStore
internal import HearthSQL
internal import ProcessTestSupport
internal import StoreTestSupport
internal import Testing

/// Power failures at any moment, on a disk that keeps, loses, tears and reorders unsynced writes.
@Suite(.timeLimit(.minutes(30)))
struct PowerLossTests {
    private static let failures = FaultRounds.count(250)

    @Test(arguments: 0..<10)
    func powerLossKeepsAcknowledgedChanges(_ round: Int) async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("power loss, round \(round): seed \(seed)")
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder.path)
        var script = StoreScript(seed: seed)
        var store = try await HomeStore.open(path: folder.file)
        try await script.begin(store)
        var moments: [(operations: Int, ledger: StoreScript.Ledger)] = [(disk.operations, script.acknowledged)]
        for _ in 0..<60 {
            if script.dice.below(20) == 0 {
                try await store.close(clean: true)
                store = try await HomeStore.open(path: folder.file)
            }
            try await script.step(store)
            moments.append((disk.operations, script.acknowledged))
        }
        try await store.close(clean: script.dice.below(2) == 0)

        var acknowledged = 0
        for _ in 0..<Self.failures {
            let cut = script.dice.below(disk.operations + 1)
            let chance = script.dice.next()
            let left = try TemporaryFolder()
            try disk.losePower(after: cut, seed: chance, into: left.path)
            // It is synced before any data of the store.
            try Data("1\n".utf8).write(to: URL(fileURLWithPath: left.file + ".lock"))
            let comment: Comment = "seed \(seed), power lost after \(cut) of \(disk.operations), chance \(chance)"
            let again: HomeStore
            do {
                again = try await HomeStore.open(path: left.file)
            } catch {
                Issue.record("\(error): \(comment)")
                continue
            }
            if let moment = moments.last(where: { $0.operations <= cut }) {
                acknowledged += moment.ledger.rooms + Int(clamping: moment.ledger.sequence)
                try await script.check(again, has: moment.ledger, comment)
            }
            try await again.close(clean: true)
            try Database(path: left.file, schema: StoreSchema.current).checkIntegrity()
        }
        print("FAULTS power lost | \(Self.failures) | \(acknowledged) acknowledged changes kept")
    }

    /// Nothing is acknowledged yet, so the store starts over, wherever its first start was cut off.
    @Test func aFirstStartThatLosesPowerIsTriedAgain() async throws {
        let folder = try TemporaryFolder()
        let disk = try FaultyDisk(folder.path)
        try await HomeStore.open(path: folder.file).close(clean: false)
        var dice = Dice(seed: UInt64.random(in: 1...UInt64.max))
        var tried: Set<[String: Data]> = []
        // Only the first page has states that no later moment has.
        for cut in 0...disk.operations {
            for _ in 0..<FaultRounds.count(cut < 40 ? 200 : 10) {
                let chance = dice.next()
                let left = try TemporaryFolder()
                try disk.losePower(after: cut, seed: chance, into: left.path)
                // Few unsynced writes leave few states: each is tried once.
                guard try tried.insert(contents(left)).inserted else { continue }
                try Data("1\n".utf8).write(to: URL(fileURLWithPath: left.file + ".lock"))
                do {
                    try await HomeStore.open(path: left.file).close(clean: true)
                } catch {
                    Issue.record("\(error): power lost after \(cut) of \(disk.operations), chance \(chance)")
                }
            }
        }
    }

    /// The contents of the files in a folder, by their names.
    private func contents(_ folder: TemporaryFolder) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: try names.map { name in
                (name, try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
            })
    }
}
