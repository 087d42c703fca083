internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct ScanTests {
    @Test func scanSendsEachResultPerSubscriber() {
        let sums = (1...4).publisher.scan(10) { $0 + $1 }
        for _ in 0..<2 {
            let probe = Probe<Int, Never>(.max(3))
            sums.subscribe(probe)
            expect(probe.events, equals: [.subscription, .value(11), .value(13), .value(16)])
            probe.subscription?.request(.max(1))
            expect(probe.events.suffix(2), equals: [.value(20), .finished])
        }
    }

    @Test func aThrownErrorEndsIt() {
        let source = Source<Int, Never>()
        let probe = Probe<Int, any Error>(.unlimited)
        source.tryScan(0) { sum, value in
            if value < 0 { throw Failed() }
            return sum + value
        }.subscribe(probe)
        for value in [1, 2, -1, 3] { source.send(value) }
        expect(probe.events, equals: [.subscription, .value(1), .value(3), .failed])
        expect(source.cancellations, equals: 1)
    }
}

@Suite struct ReduceTests {
    @Test func theResultComesAtTheEndToWhoAsks() {
        let source = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.none)
        source.reduce(0) { $0 + $1 }.subscribe(probe)
        expect(source.requests, equals: [])
        probe.subscription?.request(.max(1))
        expect(source.requests, equals: [.unlimited])
        for value in 1...4 { source.send(value) }
        expect(probe.events, equals: [.subscription])
        source.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(10), .finished])
    }

    @Test func anErrorLeavesNothing() {
        let subject = PassthroughSubject<Int, Failed>()
        let sum = Probe<Int, Failed>(.unlimited)
        let all = Probe<[Int], Failed>(.unlimited)
        let last = Probe<Int, Failed>(.unlimited)
        subject.reduce(0, +).subscribe(sum)
        subject.collect().subscribe(all)
        subject.last().subscribe(last)
        subject.send(1)
        subject.send(completion: .failure(Failed()))
        expect(sum.events, equals: [.subscription, .failed])
        expect(all.events, equals: [.subscription, .failed])
        expect(last.events, equals: [.subscription, .failed])
    }

    @Test func countLastAndNothing() {
        let numbers = (1...5).publisher
        expect(events(of: numbers.count()), equals: [.subscription, .value(5), .finished])
        expect(events(of: numbers.last()), equals: [.subscription, .value(5), .finished])
        expect(events(of: numbers.last { $0 < 3 }), equals: [.subscription, .value(2), .finished])
        expect(events(of: numbers.last { $0 > 9 }), equals: [.subscription, .finished])
        expect(events(of: Empty<Int, Never>().last()), equals: [.subscription, .finished])
        expect(events(of: Empty<Int, Never>().reduce(3, +)), equals: [.subscription, .value(3), .finished])
        expect(events(of: numbers.ignoreOutput()), equals: [.subscription, .finished])
    }

    @Test func nothingComesAfterACancel() {
        let source = Source<Int, Never>()
        let probe = Probe<[Int], Never>(.unlimited)
        source.collect().subscribe(probe)
        source.send(1)
        probe.subscription?.cancel()
        source.send(completion: .finished)
        expect(probe.events, equals: [.subscription])
        expect(source.cancellations, equals: 1)
    }
}

@Suite struct CollectTests {
    @Test func collectSendsAllAtTheEnd() {
        expect(events(of: (1...3).publisher.collect()), equals: [.subscription, .value([1, 2, 3]), .finished])
        expect(events(of: Empty<Int, Never>().collect()), equals: [.subscription, .value([]), .finished])
    }

    @Test func collectSendsGroupsOfACount() {
        expect(
            events(of: (1...5).publisher.collect(2)),
            equals: [
                .subscription, .value([1, 2]), .value([3, 4]), .value([5]), .finished,
            ])
        expect(
            events(of: (1...4).publisher.collect(2)),
            equals: [.subscription, .value([1, 2]), .value([3, 4]), .finished])
    }

    @Test func demandIsForArrays() {
        let probe = Probe<[Int], Never>(.max(1))
        (1...5).publisher.collect(2).subscribe(probe)
        expect(probe.events, equals: [.subscription, .value([1, 2])])
        probe.subscription?.request(.max(2))
        expect(probe.events, equals: [.subscription, .value([1, 2]), .value([3, 4]), .value([5]), .finished])
    }

    @Test func anErrorLeavesTheRest() {
        let subject = PassthroughSubject<Int, Failed>()
        let probe = Probe<[Int], Failed>(.unlimited)
        subject.collect(2).subscribe(probe)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value([1, 2]), .failed])
    }
}

@Suite struct ContainsTests {
    @Test func theFirstThatDecidesEndsIt() {
        let source = Source<Int, Never>()
        let probe = Probe<Bool, Never>(.max(1))
        source.contains(2).subscribe(probe)
        for value in 1...3 { source.send(value) }
        expect(probe.events, equals: [.subscription, .value(true), .finished])
        expect(source.cancellations, equals: 1)
    }

    @Test func otherwiseTheEndDecides() {
        let numbers = (1...3).publisher
        expect(events(of: numbers.contains(9)), equals: [.subscription, .value(false), .finished])
        expect(events(of: numbers.contains { $0 > 2 }), equals: [.subscription, .value(true), .finished])
        expect(events(of: numbers.allSatisfy { $0 > 0 }), equals: [.subscription, .value(true), .finished])
        expect(events(of: numbers.allSatisfy { $0 > 1 }), equals: [.subscription, .value(false), .finished])
    }
}

/// The events for a subscriber with unlimited demand.
private func events<P: Publisher>(of publisher: P) -> [Probe<P.Output, P.Failure>.Event] where P.Output: Equatable {
    let probe = Probe<P.Output, P.Failure>(.unlimited)
    publisher.subscribe(probe)
    return probe.events
}
