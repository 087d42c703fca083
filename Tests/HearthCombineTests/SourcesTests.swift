internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct JustEmptyFailTests {
    @Test func justWaitsForDemand() {
        let probe = Probe<Int, Never>(.none)
        Just(5).subscribe(probe)
        expect(probe.events, equals: [.subscription])
        probe.subscription?.request(.max(1))
        expect(probe.events, equals: [.subscription, .value(5), .finished])
        probe.subscription?.request(.max(1))
        expect(probe.events.count, equals: 3)
    }

    @Test func aCancelledJustSendsNothing() {
        let probe = Probe<Int, Never>(.none)
        Just(5).subscribe(probe)
        probe.subscription?.cancel()
        probe.subscription?.request(.unlimited)
        expect(probe.events, equals: [.subscription])
    }

    @Test func emptyFinishesWithoutDemand() {
        let probe = Probe<Int, Failed>(.none)
        Empty<Int, Failed>().subscribe(probe)
        expect(probe.events, equals: [.subscription, .finished])
    }

    @Test func emptyMayNeverFinish() {
        let probe = Probe<Int, Failed>(.unlimited)
        Empty(completeImmediately: false, outputType: Int.self, failureType: Failed.self).subscribe(probe)
        expect(probe.events, equals: [.subscription])
    }

    @Test func failFailsWithoutDemand() {
        let probe = Probe<Int, Failed>(.none)
        Fail(outputType: Int.self, failure: Failed()).subscribe(probe)
        expect(probe.events, equals: [.subscription, .failed])
    }

    @Test func anErasedPublisherIsTheSame() {
        let probe = Probe<Int, Never>(.max(1))
        let erased: AnyPublisher<Int, Never> = Just(5).eraseToAnyPublisher().eraseToAnyPublisher()
        erased.subscribe(probe)
        expect(probe.events, equals: [.subscription, .value(5), .finished])
    }
}
