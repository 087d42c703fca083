internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct BufferTests {
    private let source = Source<Int, Failed>()

    private func probe(
        _ demand: Subscribers.Demand, _ whenFull: Publishers.BufferingStrategy<Failed>,
        prefetch: Publishers.PrefetchStrategy = .byRequest
    ) -> Probe<Int, Failed> {
        let probe = Probe<Int, Failed>(demand)
        source.buffer(size: 2, prefetch: prefetch, whenFull: whenFull).subscribe(probe)
        return probe
    }

    @Test func unrequestedValuesPrecedeTheCompletion() {
        let probe = probe(.max(1), .dropNewest)
        expect(source.requests, equals: [.unlimited])
        for value in 1...3 { source.send(value) }
        source.send(completion: .finished)
        expect(probe.events, equals: [.subscription, .value(1)])
        probe.subscription?.request(.max(1))
        expect(probe.events, equals: [.subscription, .value(1), .value(2)])
        probe.subscription?.request(.max(1))
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .value(3), .finished])
    }

    @Test func theNewestIsDropped() {
        let probe = probe(.none, .dropNewest)
        for value in 1...4 { source.send(value) }
        probe.subscription?.request(.unlimited)
        expect(probe.values, equals: [1, 2])
    }

    @Test func theOldestIsDropped() {
        let probe = probe(.none, .dropOldest)
        for value in 1...4 { source.send(value) }
        probe.subscription?.request(.unlimited)
        expect(probe.values, equals: [3, 4])
    }

    @Test func orItFailsAfterWhatWaits() {
        let probe = probe(.none, .customError { Failed() })
        for value in 1...4 { source.send(value) }
        expect(source.cancellations, equals: 1)
        probe.subscription?.request(.unlimited)
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .failed])
    }

    @Test func onlyWhatThereIsRoomForIsRequested() {
        let probe = probe(.none, .customError { Failed() }, prefetch: .keepFull)
        expect(source.requests, equals: [.max(2)])
        source.send(1)
        source.send(2)
        probe.subscription?.request(.max(1))
        expect(probe.values, equals: [1])
        expect(source.requests, equals: [.max(2), .max(1)])
        source.send(3)
        probe.subscription?.request(.unlimited)
        expect(probe.values, equals: [1, 2, 3])
    }

    @Test func aSequenceIsNeverLost() {
        let probe = Probe<Int, Never>(.max(1), more: { _ in .max(1) })
        (1...1_000).publisher.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).subscribe(probe)
        expect(probe.values, equals: Array(1...1_000))
    }

    @Test func nothingComesAfterACancel() {
        let probe = probe(.none, .dropOldest)
        source.send(1)
        probe.subscription?.cancel()
        probe.subscription?.request(.unlimited)
        expect(probe.events, equals: [.subscription])
        expect(source.cancellations, equals: 1)
    }
}
