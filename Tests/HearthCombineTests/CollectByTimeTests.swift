internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct CollectByTimeTests {
    private let clock = TestScheduler()
    private let source = Source<Int, Failed>()

    @Test func eachIntervalIsAGroup() {
        let probe = Probe<[Int], Failed>(.unlimited)
        source.collect(.byTime(clock, .seconds(1))).subscribe(probe)
        expect(source.requests, equals: [.unlimited])
        source.send(1)
        source.send(2)
        expect(probe.values.isEmpty)
        clock.advance(by: .seconds(1))
        expect(probe.values, equals: [[1, 2]])
        clock.advance(by: .seconds(3))
        source.send(3)
        clock.advance(by: .seconds(1))
        expect(probe.values, equals: [[1, 2], [3]])
    }

    @Test func soManyAreAGroupToo() {
        let probe = Probe<[Int], Failed>(.unlimited)
        source.collect(.byTimeOrCount(clock, .seconds(1), 2)).subscribe(probe)
        for value in 1...3 { source.send(value) }
        clock.advance()
        expect(probe.values, equals: [[1, 2]])
        clock.advance(by: .seconds(1))
        expect(probe.values, equals: [[1, 2], [3]])
    }

    @Test func pendingValuesPrecedeTheCompletion() {
        let probe = Probe<[Int], Failed>(.unlimited)
        source.collect(.byTime(clock, .seconds(1))).subscribe(probe)
        source.send(1)
        source.send(completion: .finished)
        clock.advance()
        expect(probe.events, equals: [.subscription, .value([1]), .finished])
        clock.advance(by: .seconds(2))
        expect(clock.waiting, equals: 0)
    }

    @Test func aFailureDropsIt() {
        let probe = Probe<[Int], Failed>(.unlimited)
        source.collect(.byTime(clock, .seconds(1))).subscribe(probe)
        source.send(1)
        source.send(completion: .failure(Failed()))
        clock.advance()
        expect(probe.events, equals: [.subscription, .failed])
    }

    @Test func groupsWaitForDemand() {
        let probe = Probe<[Int], Failed>(.none)
        source.collect(.byTime(clock, .seconds(1))).subscribe(probe)
        for value in 1...2 {
            source.send(value)
            clock.advance(by: .seconds(1))
        }
        probe.subscription?.request(.max(2))
        clock.advance()
        expect(probe.values, equals: [[1], [2]])
    }

    @Test func aCancelStopsTheClock() {
        let probe = Probe<[Int], Failed>(.unlimited)
        source.collect(.byTime(clock, .seconds(1))).subscribe(probe)
        source.send(1)
        probe.subscription?.cancel()
        clock.advance(by: .seconds(1))
        expect(probe.events, equals: [.subscription])
        expect(source.cancellations, equals: 1)
        expect(clock.waiting, equals: 0)
    }
}
