internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct SwitchToLatestTests {
    @Test func theOneBeforeIsCancelledAndUnmetDemandCarriedOver() {
        let outer = PassthroughSubject<Source<Int, Never>, Never>()
        let a = Source<Int, Never>()
        let b = Source<Int, Never>()
        let probe = Probe<Int, Never>(.max(3))
        outer.switchToLatest().subscribe(probe)
        outer.send(a)
        expect(a.requests, equals: [.max(3)])
        a.send(1)
        outer.send(b)
        expect(a.cancellations, equals: 1)
        expect(b.requests, equals: [.max(2)])
        a.send(9)
        b.send(2)
        outer.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(1), .value(2)])
        b.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
    }

    @Test func cancelReachesBoth() {
        let outer = Source<Source<Int, Failed>, Never>()
        let inner = Source<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        outer.switchToLatest().subscribe(probe)
        outer.send(inner)
        probe.subscription?.cancel()
        expect([outer.cancellations, inner.cancellations], equals: [1, 1])
    }

    @Test func neitherCanFail() {
        let outer = PassthroughSubject<Just<Int>, Never>()
        let probe = Probe<Int, Never>(.unlimited)
        outer.switchToLatest().subscribe(probe)
        outer.send(Just(1))
        outer.send(Just(2))
        outer.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
    }

    @Test func anInnerThatFailsWithinAnOuterThatCannot() {
        let outer = Source<PassthroughSubject<Int, Failed>, Never>()
        let inner = PassthroughSubject<Int, Failed>()
        let probe = Probe<Int, Failed>(.unlimited)
        outer.switchToLatest().subscribe(probe)
        outer.send(inner)
        inner.send(1)
        inner.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(1), .failed])
        expect(outer.cancellations, equals: 1)
    }

    @Test func anInnerThatCannotFailWithinAnOuterThatMay() {
        let outer = PassthroughSubject<Source<Int, Never>, Failed>()
        let inner = Source<Int, Never>()
        let probe = Probe<Int, Failed>(.unlimited)
        outer.switchToLatest().subscribe(probe)
        outer.send(inner)
        inner.send(1)
        outer.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(1), .failed])
        expect(inner.cancellations, equals: 1)
    }

    @Test func bothMayFail() {
        let outer = PassthroughSubject<PassthroughSubject<Int, Failed>, Failed>()
        let (old, new) = (PassthroughSubject<Int, Failed>(), PassthroughSubject<Int, Failed>())
        let probe = Probe<Int, Failed>(.unlimited)
        outer.switchToLatest().subscribe(probe)
        outer.send(old)
        outer.send(new)
        old.send(completion: .failure(Failed()))
        new.send(1)
        expect(probe.events, equals: [.subscription, .value(1)], "errors of replaced publishers are ignored")
        outer.send(completion: .finished)
        new.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(1), .failed])
    }

    @Test func withoutInnerTheOuterEnds() {
        let outer = PassthroughSubject<Just<Int>, Never>()
        let probe = Probe<Int, Never>(.none)
        outer.switchToLatest().subscribe(probe)
        outer.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .finished])
    }

    /// A search as in apps: each text starts another search.
    @Test func switchingWithinAValue() {
        let outer = PassthroughSubject<AnyPublisher<Int, Never>, Never>()
        let old = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        let token = outer.switchToLatest().sink {
            values.append($0)
            if $0 == 1 { outer.send([10, 20].publisher.eraseToAnyPublisher()) }
        }
        outer.send(old.eraseToAnyPublisher())
        for value in 1...3 { old.send(value) }
        expect(values, equals: [1, 10, 20])
        token.cancel()
    }
}
