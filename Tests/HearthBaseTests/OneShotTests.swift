import Synchronization
internal import Expectations
import Testing

@testable import HearthBase

@Suite(.timeLimit(.minutes(5))) struct OneShotTests {
    @Test func theFirstValueStays() async {
        let shot = OneShot<Int>()
        expectNil(shot.value)
        shot.set(1)
        shot.set(2)
        expect(shot.value, equals: 1)
        await expect(shot.wait(), equals: 1)
    }

    @Test func everyoneWhoWaitsGetsTheValue() async {
        let shot = OneShot<Int>()
        let sum = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<5 { group.addTask { await shot.wait() } }
            group.addTask {
                await isWaiting(5, for: shot)
                shot.set(2)
                return 0
            }
            return await group.reduce(0) { $0 + ($1 ?? 100) }
        }
        expect(sum, equals: 10)
    }

    @Test func aCancelledTaskWaitsNoLongerAndTheOthersDo() async {
        let shot = OneShot<Int>()
        let (gone, stays) = (Task { await shot.wait() }, Task { await shot.wait() })
        await isWaiting(2, for: shot)
        gone.cancel()
        await expectNil(gone.value)
        shot.set(1)
        await expect(stays.value, equals: 1)
    }

    @Test func aLatchOpens() async {
        let latch = Latch()
        expect(!latch.isOpen)
        latch.open()
        await latch.wait()
        expect(latch.isOpen)
    }

    /// Returns when this many tasks wait.
    private func isWaiting(_ count: Int, for shot: OneShot<Int>) async {
        while shot.state.withLock({ $0.waiting.count }) < count { await Task.yield() }
    }
}
