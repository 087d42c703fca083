internal import COneThread
internal import Foundation
internal import ProcessTestSupport
internal import Expectations
internal import Testing

/// A hub on its disk, its providers, clients and callers in one thread, in an order and with faults that a seed draws.
/// Afterwards every client's view equals the hub's and the store's, every acknowledged change is there, and events came
/// once and in order.
@Suite(.timeLimit(.minutes(40)))
struct SimulationTests {
    /// A seed also depends on a process's order of hash tables: HEARTH_SEED=table.seed replays one.
    private static func name(_ seed: UInt64) -> String { String(one_thread_hash_seed(), radix: 16) + ".\(seed)" }

    private static let replayed = ProcessInfo.processInfo.environment["HEARTH_SEED"]
        .flatMap { $0.split(separator: ".").last }.flatMap { UInt64($0) }

    @Test(arguments: 0..<2)
    func randomFaultsKeepTheRules(_ part: Int) async throws {
        let first = Self.replayed ?? UInt64.random(in: 0...UInt64(UInt32.max))
        let count = Self.replayed == nil ? FaultRounds.count(5_000) : 1 - part
        if count > 0 { print("simulation: \(count) seeds from \(Self.name(first))") }
        let begin = ContinuousClock.now
        var counts = Simulation.Counts()
        var jobs = 0
        for done in stride(from: 0, to: UInt64(count), by: 100) {
            let runs = await Self.onAThread {
                (done..<min(done + 100, UInt64(count))).map { number in
                    (first &+ number, SimulationRun(seed: first &+ number, isTold: Self.replayed != nil))
                }
            }
            for (seed, run) in runs {
                counts.add(run.counts)
                jobs += run.jobs
                if Self.replayed != nil { print("simulation: trace \(String(run.trace, radix: 16))") }
                if run.wrong.isEmpty { continue }
                Issue.record(
                    "HEARTH_SEED=\(Self.name(seed)) swift test --filter SimulationTests\n\(run.wrong.joined(separator: "\n"))"
                )
            }
        }
        guard count > 0 else { return }
        let time = ContinuousClock.now - begin
        let rate = Int(Double(count) / (time / .seconds(1)))
        print("simulation: \(rate) seeds a second, \(jobs) jobs in \(time); \(counts)")
        print(
            "FAULTS simulation | \(count) | \(counts.acknowledged) acknowledged changes kept, "
                + "\(counts.strictSeeds) strict seeds, "
                + "\(counts.checkedResumes) exact resumes checked, \(rate) seeds a second")
        // Otherwise nothing would have checked that a resume is exact.
        expect(Self.replayed != nil || (counts.strictSeeds > 0 && counts.checkedResumes > 0))
    }

    @Test(arguments: 1...5)
    func aSeedSaysEverything(_ seed: UInt64) async {
        let (first, second, other) = await Self.onAThread {
            (SimulationRun(seed: seed), SimulationRun(seed: seed), SimulationRun(seed: seed + 100))
        }
        expect(first.trace, equals: second.trace)
        expect(first.jobs, equals: second.jobs)
        expect(first.trace, differsFrom: other.trace)
    }

    /// Runs simulations on a thread of their own, which runs their jobs.
    private static func onAThread<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }
}

extension Simulation.Counts {
    mutating func add(_ other: Self) {
        kills += other.kills
        ends += other.ends
        cuts += other.cuts
        diskFailures += other.diskFailures
        acknowledged += other.acknowledged
        messages += other.messages
        events += other.events
        exactResumes += other.exactResumes
        checkedResumes += other.checkedResumes
        strictSeeds += other.strictSeeds
    }
}
