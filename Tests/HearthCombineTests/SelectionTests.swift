internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct PrefixTests {
    @Test func soManyThenTheEnd() {
        let source = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        source.prefix(2).subscribe(probe)
        for value in 1...3 { source.send(value) }
        source.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
        expect(source.cancellations, equals: 1)
    }

    @Test func noneAtAll() {
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.none)
        source.prefix(0).subscribe(probe)
        expect(probe.events, equals: [.subscription, .finished])
        expect(source.requests, equals: [])
    }

    @Test func eachSubscriberHasItsOwnCount() {
        let subject = PassthroughSubject<Int, Never>()
        let two = subject.prefix(2)
        let (first, second) = (Probe<Int, Never>(.unlimited), Probe<Int, Never>(.unlimited))
        two.subscribe(first)
        subject.send(1)
        two.subscribe(second)
        subject.send(2)
        subject.send(3)
        expect(first.values, equals: [1, 2])
        expect(second.values, equals: [2, 3])
    }

    @Test func whileTrue() {
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.unlimited)
        source.prefix { $0 < 3 }.subscribe(probe)
        for value in [1, 2, 3, 1] { source.send(value) }
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
        expect(source.cancellations, equals: 1)
    }

    @Test func cancelWithinTheLastValueLeavesOutTheEnd() {
        let source = Source<Int, Never>()
        var ends = 0
        var token: AnyCancellable?
        token = source.prefix(1).sink(receiveCompletion: { _ in ends += 1 }, receiveValue: { _ in token?.cancel() })
        source.send(1)
        expect(ends, equals: 0)
        expect(source.cancellations, equals: 1)
    }
}

@Suite struct DropTests {
    @Test func theFirstAreLeftOutAndDoNotCount() {
        let probe = Probe<Int, Never>(.max(2))
        (1...5).publisher.dropFirst(2).subscribe(probe)
        expect(probe.values, equals: [3, 4])
        let one = Probe<Int, Never>(.unlimited)
        (1...2).publisher.dropFirst().subscribe(one)
        expect(one.events, equals: [.subscription, .value(2), .finished])
        let all = Probe<Int, Never>(.unlimited)
        (1...2).publisher.dropFirst(9).subscribe(all)
        expect(all.events, equals: [.subscription, .finished])
    }

    @Test func whileTrueOnlyAtTheBeginning() {
        let probe = Probe<Int, Never>(.unlimited)
        [1, 2, 3, 1].publisher.drop { $0 < 3 }.subscribe(probe)
        expect(probe.values, equals: [3, 1])
    }
}

@Suite struct ReplaceTests {
    @Test func anErrorBecomesAValueForWhoAsks() {
        let source = Source<Int, Failed>()
        let probe = Probe<Int, Never>(.max(1))
        source.replaceError(with: 9).subscribe(probe)
        source.send(1)
        source.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(1)])
        probe.subscription?.request(.max(1))
        expect(probe.events, equals: [.subscription, .value(1), .value(9), .finished])
    }

    @Test func nothingBecomesAValue() {
        let empty = Probe<Int, Failed>(.unlimited)
        Empty<Int, Failed>().replaceEmpty(with: 9).subscribe(empty)
        expect(empty.events, equals: [.subscription, .value(9), .finished])
        let some = Probe<Int, Never>(.unlimited)
        Just(1).replaceEmpty(with: 9).subscribe(some)
        expect(some.events, equals: [.subscription, .value(1), .finished])
        let failed = Probe<Int, Failed>(.unlimited)
        Fail<Int, Failed>(error: Failed()).replaceEmpty(with: 9).subscribe(failed)
        expect(failed.events, equals: [.subscription, .failed])
    }

    @Test func nilBecomesAValue() {
        let probe = Probe<Int, Never>(.unlimited)
        [1, nil, 3].publisher.replaceNil(with: 0).subscribe(probe)
        expect(probe.values, equals: [1, 0, 3])
    }
}

@Suite struct ConcatenateTests {
    @Test func oneAfterTheOther() {
        let probe = Probe<Int, Never>(.unlimited)
        [3].publisher.prepend(1, 2).append(4, 5).prepend(Just(0)).append(Just(6)).subscribe(probe)
        expect(probe.events, equals: [.subscription] + (0...6).map { .value($0) } + [.finished])
    }

    @Test func secondStartsAfterFirstWithTheUnmetDemand() {
        let (first, second) = (Source<Int, Failed>(), Source<Int, Failed>())
        let probe = Probe<Int, Failed>(.max(3))
        first.append(second).subscribe(probe)
        first.send(1)
        expect(second.subscriptions, equals: 0)
        first.send(completion: .finished)
        expect(second.requests, equals: [.max(2)])
        second.send(2)
        probe.subscription?.cancel()
        expect([first.cancellations, second.cancellations], equals: [0, 1])
        expect(probe.events, equals: [.subscription, .value(1), .value(2)])
    }

    @Test func anErrorOfTheFirstIsTheEnd() {
        let second = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        Fail(error: Failed()).append(second).subscribe(probe)
        expect(probe.events, equals: [.subscription, .failed])
        expect(second.subscriptions, equals: 0)
    }

    @Test func againAfterAnError() {
        var attempts = 0
        let flaky = Deferred { () -> AnyPublisher<Int, Failed> in
            attempts += 1
            let values = [attempts].publisher.setFailureType(to: Failed.self)
            return attempts < 3
                ? values.append(Fail<Int, Failed>(error: Failed())).eraseToAnyPublisher() : values.eraseToAnyPublisher()
        }
        let probe = Probe<Int, Failed>(.unlimited)
        flaky.retry(5).subscribe(probe)
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .value(3), .finished])
        attempts = 0
        let other = Probe<Int, Failed>(.unlimited)
        flaky.retry(1).subscribe(other)
        expect(other.events, equals: [.subscription, .value(1), .value(2), .failed])
    }

    @Test func soManyTriesNeedNoStack() {
        let probe = Probe<Int, Failed>(.unlimited)
        Fail<Int, Failed>(error: Failed()).retry(20_000).subscribe(probe)
        expect(probe.events, equals: [.subscription, .failed])
    }
}
