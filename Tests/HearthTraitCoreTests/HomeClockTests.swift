internal import HearthTraitCore
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct HomeClockTests {
    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    @Test func dueTimersRunInOrder() async {
        let clock = ManualClock()
        let log = Log()
        _ = clock.schedule(after: .seconds(2)) { log.add("b at \(clock.now)") }
        _ = clock.schedule(after: .seconds(1)) {
            log.add("a at \(clock.now)")
            _ = clock.schedule(after: .seconds(1)) { log.add("c at \(clock.now)") }
        }
        let taken = clock.schedule(after: .seconds(1)) { log.add("never") }
        taken.cancel()
        await clock.advance(by: .seconds(3))
        expect(log.all, equals: ["a at 1.0 seconds", "b at 2.0 seconds", "c at 2.0 seconds"])
        expect(clock.now, equals: .seconds(3))
        expect(clock.sinceEpoch, equals: .seconds(1_800_000_003))
    }

    @Test func laterTimersWait() async {
        let clock = ManualClock()
        let log = Log()
        _ = clock.schedule(after: .seconds(5)) { log.add("late") }
        await clock.advance(by: .seconds(4))
        expect(log.all.isEmpty)
        await clock.advance(by: .seconds(1))
        expect(log.all, equals: ["late"])
    }

    @Test func sleepEndsAtItsTime() async {
        let clock = ManualClock()
        let log = Log()
        let sleeper = Task {
            await clock.sleep(for: .seconds(5))
            log.add("awake")
        }
        // The clock advances until the sleeper, which may start late, has ended.
        while log.all.isEmpty {
            await clock.advance(by: .seconds(5))
            await Task.yield()
        }
        await sleeper.value
        expect(log.all, equals: ["awake"])
    }

    @Test func sleepEndsWithItsTask() async {
        let sleeper = Task { await ManualClock().sleep(for: .seconds(5)) }
        sleeper.cancel()
        await sleeper.value
    }

    @Test func theMachinesClockRunsAndCancels() async throws {
        let clock = SystemClock()
        let log = Log()
        await withCheckedContinuation { done in
            let taken = clock.schedule(after: .milliseconds(1)) { log.add("never") }
            taken.cancel()
            _ = clock.schedule(after: .milliseconds(20)) {
                log.add("once")
                done.resume()
            }
        }
        expect(log.all, equals: ["once"])
        expect(clock.sinceEpoch, isAbove: .seconds(1_700_000_000))
    }
}
