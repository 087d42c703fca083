internal import HearthCombine
internal import Expectations
internal import Testing

@Suite struct AnySubscriberTests {
    @Test func ofASubscriber() {
        let probe = Probe<Int, Never>(.max(1), more: { $0 == 1 ? .max(1) : .none })
        (1...3).publisher.subscribe(AnySubscriber(probe))
        expect(probe.events, equals: [.subscription, .value(1), .value(2)])
    }

    @Test func ofClosures() {
        var seen: [String] = []
        [1, 2].publisher.subscribe(
            AnySubscriber<Int, Never>(
                receiveSubscription: { $0.request(.max(1)) },
                receiveValue: {
                    seen.append("\($0)")
                    return .unlimited
                }, receiveCompletion: { seen.append("\($0)") }))
        expect(seen, equals: ["1", "2", "finished"])
    }

    @Test func withoutClosuresNothingIsRequested() {
        let source = Source<Int, Never>()
        source.subscribe(AnySubscriber<Int, Never>())
        source.send(1)
        expect((source.requests.isEmpty, source.returned), are: (true, [.none]))
    }

    @Test func ofASubject() {
        let subject = PassthroughSubject<Int, Never>()
        let probe = subject.probe()
        [1, 2].publisher.subscribe(AnySubscriber(subject))
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .finished])
    }
}
