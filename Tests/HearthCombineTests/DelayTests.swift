internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct DelayTests {
    @Test func valuesAndTheEndComeLater() {
        let clock = TestScheduler()
        let subject = PassthroughSubject<Int, Failed>()
        let probe = Probe<Int, Failed>(.max(2))
        subject.delay(for: .seconds(1), scheduler: clock).subscribe(probe)
        subject.send(1)
        clock.advance(by: .milliseconds(500))
        for value in 2...3 { subject.send(value) }
        subject.send(completion: .failure(Failed()))
        clock.advance(by: .milliseconds(500))
        expect(probe.values, equals: [1])
        clock.advance(by: .milliseconds(500))
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .failed])
    }

    @Test func nothingComesAfterACancel() {
        let clock = TestScheduler()
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.unlimited)
        source.delay(for: .seconds(1), scheduler: clock).subscribe(probe)
        source.send(1)
        probe.subscription?.cancel()
        clock.advance(by: .seconds(2))
        expect(probe.events, equals: [.subscription])
        expect(source.cancellations, equals: 1)
    }

    @Test func noMoreIsAskedForThanWanted() {
        let clock = TestScheduler()
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.max(1), more: { $0 == 1 ? .max(2) : .none })
        source.delay(for: .seconds(1), scheduler: clock).subscribe(probe)
        expect(source.requests, equals: [.max(1)])
        source.send(1)
        expect(source.requests, equals: [.max(1)])
        clock.advance(by: .seconds(1))
        expect(source.requests, equals: [.max(1), .max(2)])
    }
}

@Suite struct TimeoutTests {
    @Test func aPauseEndsIt() {
        let clock = TestScheduler()
        let source = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        source.timeout(.seconds(2), scheduler: clock, customError: { Failed() }).subscribe(probe)
        clock.advance(by: .seconds(1))
        source.send(1)
        clock.advance(by: .milliseconds(1_999))
        expect(probe.events, equals: [.subscription, .value(1)])
        clock.advance(by: .milliseconds(1))
        expect(probe.events, equals: [.subscription, .value(1), .failed])
        expect(source.cancellations, equals: 1)
        source.send(2)
        clock.advance(by: .seconds(9))
        expect(probe.values, equals: [1])
        expect(clock.waiting, equals: 0)
    }

    @Test func withoutAnErrorItFinishes() {
        let clock = TestScheduler()
        let probe = Probe<Int, Never>(.unlimited)
        Empty<Int, Never>(completeImmediately: false).timeout(.seconds(2), scheduler: clock).subscribe(probe)
        clock.advance(by: .seconds(2))
        expect(probe.events, equals: [.subscription, .finished])
    }

    @Test func completionBeforeTheTimeoutIsKept() {
        let clock = TestScheduler()
        let probe = Probe<Int, Never>(.unlimited)
        Just(1).timeout(.seconds(2), scheduler: clock).subscribe(probe)
        clock.advance(by: .seconds(5))
        expect(probe.events, equals: [.subscription, .value(1), .finished])
    }
}

@Suite struct SubscribeOnTests {
    @Test func subscribingAskingAndCancellingHappenThere() {
        let clock = TestScheduler()
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.max(2))
        source.subscribe(on: clock).subscribe(probe)
        expect(probe.events, equals: [])
        clock.advance()
        expect(probe.events, equals: [.subscription])
        expect(source.requests, equals: [.max(2)])
        source.send(1)
        probe.subscription?.cancel()
        source.send(2)
        expect(probe.values, equals: [1])
        expect(source.cancellations, equals: 0)
        clock.advance()
        expect(source.cancellations, equals: 1)
    }

    @Test func valuesAndTheEndPass() {
        let clock = TestScheduler()
        let probe = Probe<Int, Failed>(.unlimited)
        [1, 2].publisher.setFailureType(to: Failed.self).append(Fail(error: Failed())).subscribe(on: clock)
            .subscribe(probe)
        clock.advance()
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .failed])
    }
}
