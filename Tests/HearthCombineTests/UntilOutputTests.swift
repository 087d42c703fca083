internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct UntilOutputTests {
    private let source = Source<Int, Failed>()
    private let other = Source<String, Failed>()
    private let probe = Probe<Int, Failed>(.unlimited)

    // MARK: prefix(untilOutputFrom:)

    @Test func valuesPassUntilTheOtherHasOne() {
        source.prefix(untilOutputFrom: other).subscribe(probe)
        expect(other.requests == [.max(1)] && source.requests == [.unlimited])
        source.send(1)
        other.send("now")
        source.send(2)
        expect(probe.events, equals: [.subscription, .value(1), .finished])
        expect(source.cancellations, equals: 1)
        expect(other.cancellations, equals: 1)
    }

    @Test(arguments: [false, true]) func howTheOtherEndsDoesNotMatter(fails: Bool) {
        source.prefix(untilOutputFrom: other).subscribe(probe)
        other.send(completion: fails ? .failure(Failed()) : .finished)
        source.send(1)
        source.send(completion: .failure(Failed()))
        expect(probe.events, equals: [.subscription, .value(1), .failed])
    }

    @Test func anOtherThatHasAValueAtOnceLeavesNone() {
        source.prefix(untilOutputFrom: Just(1)).subscribe(probe)
        source.send(1)
        expect(probe.events, equals: [.subscription, .finished])
        expect(source.cancellations, equals: 1)
    }

    @Test func theEndCancelsTheOther() {
        source.prefix(untilOutputFrom: other).subscribe(probe)
        source.send(completion: .finished)
        other.send("late")
        expect(probe.events, equals: [.subscription, .finished])
        expect(other.cancellations, equals: 1)
    }

    // MARK: drop(untilOutputFrom:)

    @Test func valuesPassFromTheOthersFirstOn() {
        source.drop(untilOutputFrom: other).subscribe(probe)
        source.send(1)
        other.send("now")
        source.send(2)
        other.send(completion: .finished)
        source.send(3)
        source.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(2), .value(3), .finished])
        expect(other.cancellations, equals: 1)
    }

    @Test func droppedValuesDoNotUseDemand() {
        let probe = Probe<Int, Failed>(.max(1))
        source.drop(untilOutputFrom: other).subscribe(probe)
        source.send(1)
        expect(source.requests == [.max(1)] && source.returned == [.max(1)])
        other.send("now")
        source.send(2)
        expect(probe.values == [2] && source.returned == [.max(1), .none])
    }

    @Test(arguments: [false, true]) func withoutAValueOfTheOtherItEndsAlike(fails: Bool) {
        source.drop(untilOutputFrom: other).subscribe(probe)
        other.send(completion: fails ? .failure(Failed()) : .finished)
        source.send(1)
        expect(probe.events, equals: [.subscription, fails ? .failed : .finished])
        expect(source.cancellations, equals: 1)
    }

    @Test func cancellingCancelsBoth() {
        source.drop(untilOutputFrom: other).subscribe(probe)
        probe.subscription?.cancel()
        other.send("now")
        source.send(1)
        expect(probe.events, equals: [.subscription])
        expect(source.cancellations, equals: 1)
        expect(other.cancellations, equals: 1)
    }
}
