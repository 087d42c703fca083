internal import HearthTraitCore
internal import Synchronization
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite(.timeLimit(.minutes(5)))
struct WatchdogTests {
    @Test func watchdogFiresOnceAfterSilence() async {
        let clock = ManualClock()
        let barks = Mutex(0)
        let dog = Watchdog(clock: clock) { barks.withLock { $0 += 1 } }
        dog.watch(limit: .seconds(30))
        await clock.advance(by: .seconds(20))
        dog.sign()
        await clock.advance(by: .seconds(29))
        expect(barks.withLock { $0 }, equals: 0)
        expect(!dog.hasBarked)
        await clock.advance(by: .seconds(1))
        expect(barks.withLock { $0 }, equals: 1)
        await clock.advance(by: .seconds(300))
        expect(barks.withLock { $0 }, equals: 1)
    }

    @Test func stoppedItIsSilent() async {
        let clock = ManualClock()
        let barks = Mutex(0)
        let dog = Watchdog(clock: clock) { barks.withLock { $0 += 1 } }
        dog.watch(limit: .seconds(30))
        dog.stop()
        await clock.advance(by: .seconds(300))
        expect(barks.withLock { $0 }, equals: 0)
    }
}
