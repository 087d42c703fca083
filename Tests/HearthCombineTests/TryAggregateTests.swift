internal import HearthCombine
internal import Expectations
internal import Testing

/// Each operator whose closure may throw: its values as long as it doesn't, and its end with the error.
@Suite struct TryAggregateTests {
    private func refuse(_ value: Int) throws -> Int {
        if value == 13 { throw Failed() }
        return value
    }

    /// The results for 1…4, for no value, and for 1, 13 and 2; the upstream publisher is cancelled at 13.
    private func check<P: Publisher>(
        _ values: [P.Output], empty: [P.Output], refused: [P.Output] = [],
        _ make: (AnyPublisher<Int, Never>) -> P
    ) where P.Output: Equatable, P.Failure == any Error {
        func events(_ source: AnyPublisher<Int, Never>) -> [Probe<P.Output, any Error>.Event] {
            let probe = make(source).probe()
            return probe.events
        }
        expect(
            events((1...4).publisher.eraseToAnyPublisher()),
            equals: [.subscription] + values.map { .value($0) } + [.finished])
        expect(
            events(Empty().eraseToAnyPublisher()), equals: [.subscription] + empty.map { .value($0) } + [.finished])
        let source = Source<Int, Never>()
        let probe = make(source.eraseToAnyPublisher()).probe()
        for value in [1, 13, 2] { source.send(value) }
        source.send(completion: .finished)
        expect((probe.events, source.cancellations), are: ([.subscription] + refused.map { .value($0) } + [.failed], 1))
    }

    @Test func tryReduce() { check([20], empty: [10]) { $0.tryReduce(10) { $0 + (try refuse($1)) } } }

    @Test func tryRemoveDuplicates() {
        check([1, 3], empty: [], refused: [1]) {
            $0.tryRemoveDuplicates {
                _ = try refuse($1); return $1 - $0 < 2
            }
        }
    }

    @Test func tryPrefix() { check([1, 2], empty: [], refused: [1]) { $0.tryPrefix { try refuse($0) < 3 } } }

    @Test func tryDrop() { check([3, 4], empty: []) { $0.tryDrop { try refuse($0) < 3 } } }

    @Test func tryDropAsksNoMoreOnceItIsThrough() {
        let probe = Probe<Int, any Error>(.unlimited)
        [1, 3, 1, 13].publisher.tryDrop { try refuse($0) < 3 }.subscribe(probe)
        expect(probe.values, equals: [3, 1, 13])
    }

    @Test func tryContains() {
        check([true], empty: [false]) { $0.tryContains { try refuse($0) == 4 } }
        check([false], empty: [false]) { $0.tryContains { try refuse($0) == 9 } }
    }

    @Test func tryContainsEndsAtTheFirst() {
        let source = Source<Int, Never>()
        let probe = Probe<Bool, any Error>(.unlimited)
        source.tryContains { try refuse($0) == 1 }.subscribe(probe)
        source.send(1)
        expect((probe.events, source.cancellations), are: ([.subscription, .value(true), .finished], 1))
    }

    @Test func tryAllSatisfy() {
        check([true], empty: [true]) { $0.tryAllSatisfy { try refuse($0) < 9 } }
        check([false], empty: [true]) { $0.tryAllSatisfy { try refuse($0) < 4 } }
    }

    @Test func tryFirst() { check([3], empty: []) { $0.tryFirst { try refuse($0) > 2 } } }

    @Test func tryLast() { check([3], empty: []) { $0.tryLast { try refuse($0) < 4 } } }

    @Test func tryMin() { check([1], empty: []) { $0.tryMin { try refuse($0) < refuse($1) } } }

    @Test func tryMax() { check([4], empty: []) { $0.tryMax { try refuse($0) < refuse($1) } } }

    @Test func eachSubscriberHasItsOwn() {
        let sum = (1...3).publisher.tryReduce(0) { $0 + (try refuse($1)) }
        for _ in 0..<2 {
            let probe = sum.probe()
            expect(probe.values, equals: [6])
        }
    }

    @Test func nothingIsSentThatIsNotRequested() {
        let probe = Probe<Int, any Error>(.none)
        (1...3).publisher.tryMax { try refuse($0) < refuse($1) }.subscribe(probe)
        expect(probe.events, equals: [.subscription])
        probe.subscription?.request(.max(1))
        expect(probe.events, equals: [.subscription, .value(3), .finished])
    }
}
