internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct MapTests {
    @Test func valuesAreMappedAndAllElsePasses() {
        let source = Source<Int, Failed>()
        let probe = Probe<String, Failed>(.max(1), more: { _ in .max(2) })
        source.map { "\($0)" }.subscribe(probe)
        source.send(7)
        source.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value("7"), .failed])
        expect(source.requests, equals: [.max(1)])
        expect(source.returned, equals: [.max(2)])
    }

    @Test func cancelReachesThePublisher() {
        let source = Source<Int, Never>()
        let token = source.map { $0 + 1 }.filter { $0 > 0 }.removeDuplicates().sink { _ in }
        token.cancel()
        expect(source.cancellations, equals: 1)
    }
}

@Suite struct CompactMapTests {
    @Test func nilIsLeftOutAndAskedForAgain() {
        let source = Source<String, Never>()
        let probe = Probe<Int, Never>(.max(1))
        source.compactMap { Int($0) }.subscribe(probe)
        source.send("x")
        source.send("1")
        source.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(1), .finished])
        expect(source.returned, equals: [.max(1), .none])
    }

    @Test func aLeftOutValueDoesNotUseUpDemand() {
        let subject = PassthroughSubject<Int?, Never>()
        let probe = Probe<Int, Never>(.max(2))
        subject.compactMap { $0 }.subscribe(probe)
        for value in [nil, 1, nil, nil, 2, 3] { subject.send(value) }
        expect(probe.values, equals: [1, 2])
    }
}

@Suite struct FilterTests {
    @Test func onlyWhatPassesIsSent() {
        let subject = PassthroughSubject<Int, Failed>()
        let probe = Probe<Int, Failed>(.max(2))
        subject.filter { $0.isMultiple(of: 2) }.subscribe(probe)
        for value in 1...8 { subject.send(value) }
        subject.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(2), .value(4), .failed])
    }

    @Test func optionalValuesPassAsTheyAre() {
        let subject = PassthroughSubject<Int?, Never>()
        let probe = Probe<Int?, Never>(.unlimited)
        subject.filter { _ in true }.subscribe(probe)
        subject.send(nil)
        subject.send(1)
        expect(probe.values, equals: [nil, 1])
    }
}

@Suite struct RemoveDuplicatesTests {
    @Test func onlyChangesAreSent() {
        let subject = PassthroughSubject<Int, Never>()
        let probe = Probe<Int, Never>(.max(3))
        subject.removeDuplicates().subscribe(probe)
        for value in [1, 1, 2, 2, 1, 3] { subject.send(value) }
        expect(probe.values, equals: [1, 2, 1])
    }

    @Test func eachSubscriberHasItsOwnLast() {
        let subject = PassthroughSubject<Int, Never>()
        let publisher = subject.removeDuplicates(by: { $0 == $1 })
        let first = Probe<Int, Never>(.unlimited)
        publisher.subscribe(first)
        subject.send(1)
        let second = Probe<Int, Never>(.unlimited)
        publisher.subscribe(second)
        subject.send(1)
        expect(first.values, equals: [1])
        expect(second.values, equals: [1])
    }

    @Test func optionalValuesAreCompared() {
        let subject = PassthroughSubject<Int?, Never>()
        let probe = Probe<Int?, Never>(.unlimited)
        subject.removeDuplicates().subscribe(probe)
        for value in [nil, nil, 1, 1, nil] { subject.send(value) }
        expect(probe.values, equals: [nil, 1, nil])
    }
}

@Suite struct FirstTests {
    @Test func firstSendsOneValueThenFinishes() {
        let source = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        source.first().subscribe(probe)
        source.send(1)
        source.send(2)
        source.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(1), .finished])
        expect(source.cancellations, equals: 1)
    }

    @Test func firstWhereSendsTheMatch() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let probe = Probe<Int, Never>(.max(1))
        subject.first { $0 > 2 }.subscribe(probe)
        for value in 2...4 { subject.send(value) }
        expect(probe.events, equals: [.subscription, .value(3), .finished])
    }

    @Test func anEndWithoutValuePasses() {
        let probe = Probe<Int, Failed>(.unlimited)
        Fail<Int, Failed>(error: Failed()).first().subscribe(probe)
        expect(probe.events, equals: [.subscription, .failed])
    }
}

@Suite struct CatchTests {
    @Test func anErrorIsReplacedByAPublisher() {
        let subject = PassthroughSubject<Int, Failed>()
        let probe = Probe<Int, Never>(.unlimited)
        subject.catch { _ in Just(9) }.subscribe(probe)
        subject.send(1)
        subject.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(1), .value(9), .finished])
    }

    @Test func theEndPasses() {
        let probe = Probe<Int, Never>(.unlimited)
        Empty<Int, Failed>().catch { _ in Just(9) }.subscribe(probe)
        expect(probe.events, equals: [.subscription, .finished])
    }

    @Test func unmetDemandIsCarriedOver() {
        let first = Source<Int, Failed>()
        let second = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.max(3), more: { $0 == 1 ? .max(2) : .none })
        first.catch { _ in second }.subscribe(probe)
        first.send(1)
        first.send(2)
        expect(first.requests, equals: [.max(3)])
        expect(first.returned, equals: [.max(2), .none])
        first.send(completion: .failure(Failed()))
        expect(second.requests, equals: [.max(3)])
        probe.subscription?.request(.max(4))
        expect(second.requests, equals: [.max(3), .max(4)])
        expect(first.requests, equals: [.max(3)])
        second.send(3)
        second.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .value(3), .failed])
    }

    @Test func cancelReachesTheOneThatRuns() {
        let first = Source<Int, Failed>()
        let second = Source<Int, Never>()
        let token = first.catch { _ in second }.sink { _ in }
        first.send(completion: .failure(Failed()))
        token.cancel()
        expect(first.cancellations, equals: 0)
        expect(second.cancellations, equals: 1)
        let other = Source<Int, Failed>()
        other.catch { _ in second }.sink { _ in }.cancel()
        expect(other.cancellations, equals: 1)
    }

    @Test func anErrorAfterCancelStartsNothing() {
        let source = Source<Int, Failed>()
        var handled = 0
        let token = source.catch { _ in
            handled += 1
            return Just(9)
        }.sink { _ in }
        token.cancel()
        source.send(completion: .failure(Failed()))
        expect(handled, equals: 0)
    }
}

@Suite(.timeLimit(.minutes(5)))
struct AssertNoFailureTests {
    @Test func valuesAndTheEndPass() {
        let subject = PassthroughSubject<Int, Failed>()
        let probe = Probe<Int, Never>(.max(1))
        subject.assertNoFailure().subscribe(probe)
        subject.send(1)
        subject.send(2)
        subject.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(1), .finished])
    }

    @Test func anErrorStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            Fail<Int, Failed>(error: Failed()).assertNoFailure("lamp").sink { _ in }.cancel()
        }
    }
}
