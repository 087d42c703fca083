internal import Expectations
internal import Testing
@testable internal import HearthRPCHTTP2

@Suite struct OutputStallTests {
    private let start = ContinuousClock.now
    private var stall = OutputStall(limit: 1_000, timeout: .seconds(30))

    private mutating func isOver(waiting: Int, taken: UInt64, after seconds: Int) -> Bool {
        stall.isOver(waiting: waiting, taken: taken, at: start + .seconds(seconds))
    }

    @Test mutating func muchThatStandsStillIsOverAfterTheTimeout() {
        stall.moved(taken: 5, at: start)
        expect(isOver(waiting: 1_001, taken: 5, after: 29), equals: false)
        expect(isOver(waiting: 1_001, taken: 5, after: 30), equals: true)
    }

    @Test mutating func littleMayStandStill() {
        stall.moved(taken: 5, at: start)
        expect(isOver(waiting: 1_000, taken: 5, after: 300), equals: false)
        // New output does not count as progress.
        expect(isOver(waiting: 1_001, taken: 5, after: 301), equals: true)
    }

    @Test mutating func anyProgressRestartsTheTimeout() {
        stall.moved(taken: 5, at: start)
        expect(isOver(waiting: 5_000, taken: 6, after: 30), equals: false)
        expect(isOver(waiting: 5_000, taken: 6, after: 59), equals: false)
        expect(isOver(waiting: 5_000, taken: 6, after: 60), equals: true)
    }

    @Test mutating func theTimeBeginsWithTheFirstLook() {
        expect(isOver(waiting: 5_000, taken: 0, after: 0), equals: false)
        expect(isOver(waiting: 5_000, taken: 0, after: 30), equals: true)
    }
}
