internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct DebounceTests {
    let clock = TestScheduler()
    let subject = PassthroughSubject<Int, Failed>()

    @Test func onlyTheValueBeforeAPauseIsSent() {
        let probe = Probe<Int, Failed>(.unlimited)
        subject.debounce(for: .milliseconds(300), scheduler: clock).subscribe(probe)
        subject.send(1)
        clock.advance(by: .milliseconds(200))
        subject.send(2)
        clock.advance(by: .milliseconds(200))
        subject.send(3)
        expect(clock.waiting, equals: 1, "one timer, however many values come")
        clock.advance(by: .milliseconds(299))
        expect(probe.values, equals: [])
        clock.advance(by: .milliseconds(1))
        expect(probe.values, equals: [3])
        clock.advance(by: .seconds(5))
        expect(probe.values, equals: [3])
        subject.send(4)
        clock.advance(by: .milliseconds(300))
        expect(probe.values, equals: [3, 4])
    }

    @Test func theEndComesWithoutWhatWaits() {
        let probe = Probe<Int, Failed>(.unlimited)
        subject.debounce(for: .seconds(1), scheduler: clock).subscribe(probe)
        subject.send(1)
        subject.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription])
        clock.advance()
        expect(probe.events, equals: [.subscription, .failed])
        clock.advance(by: .seconds(2))
        expect(probe.events, equals: [.subscription, .failed])
    }

    @Test func nothingComesAfterACancel() {
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.unlimited)
        source.debounce(for: .seconds(1), scheduler: clock).subscribe(probe)
        source.send(1)
        probe.subscription?.cancel()
        clock.advance(by: .seconds(2))
        expect(probe.events, equals: [.subscription])
        expect(source.cancellations, equals: 1)
        expect(source.requests, equals: [.unlimited])
    }

    @Test func demandIsKept() {
        let probe = Probe<Int, Failed>(.max(1))
        subject.debounce(for: .seconds(1), scheduler: clock).subscribe(probe)
        for value in 1...3 {
            subject.send(value)
            clock.advance(by: .seconds(1))
        }
        expect(probe.values, equals: [1])
        probe.subscription?.request(.max(1))
        clock.advance()
        expect(probe.values, equals: [1, 3], "the latest is kept for who asks late")
    }
}

@Suite struct ThrottleTests {
    let clock = TestScheduler()
    let subject = PassthroughSubject<Int, Failed>()

    /// Values 1… at 0, 100, 200 ms …
    private func run(latest: Bool) -> [Int] {
        let probe = Probe<Int, Failed>(.unlimited)
        subject.throttle(for: .milliseconds(250), scheduler: clock, latest: latest).subscribe(probe)
        for value in 1...8 {
            subject.send(value)
            clock.advance(by: .milliseconds(100))
        }
        clock.advance(by: .seconds(1))
        return probe.values
    }

    @Test func theFirstAtOnceThenTheLatestOfEachInterval() {
        expect(run(latest: true), equals: [1, 3, 5, 8])
    }

    @Test func theFirstAtOnceThenTheFirstOfEachInterval() {
        expect(run(latest: false), equals: [1, 2, 4, 6])
    }

    @Test func aValueAfterAPauseIsSentAtOnce() {
        let probe = Probe<Int, Failed>(.unlimited)
        subject.throttle(for: .seconds(1), scheduler: clock, latest: true).subscribe(probe)
        subject.send(1)
        clock.advance(by: .seconds(3))
        subject.send(2)
        clock.advance()
        expect(probe.values, equals: [1, 2])
    }

    @Test func pendingValuesPrecedeTheCompletion() {
        let probe = Probe<Int, Failed>(.unlimited)
        subject.throttle(for: .seconds(1), scheduler: clock, latest: true).subscribe(probe)
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
        clock.advance()
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
    }

    @Test func nothingComesAfterACancel() {
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.unlimited)
        source.throttle(for: .seconds(1), scheduler: clock, latest: true).subscribe(probe)
        source.send(1)
        clock.advance()
        source.send(2)
        probe.subscription?.cancel()
        clock.advance(by: .seconds(2))
        expect(probe.values, equals: [1])
        expect(source.cancellations, equals: 1)
    }
}
