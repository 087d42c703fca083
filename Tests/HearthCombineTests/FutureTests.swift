internal import HearthCombine
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct FutureTests {
    @Test func futureStartsAtOnceAndKeepsItsResult() {
        var attempts = 0
        var promise: Future<Int, Failed>.Promise?
        let future = Future<Int, Failed> {
            attempts += 1
            promise = $0
        }
        expect(attempts, equals: 1)
        let early = future.probe()
        expect(early.events, equals: [.subscription])
        promise?(.success(1))
        promise?(.success(2))
        promise?(.failure(Failed()))
        let late = future.probe()
        expect(early.events, equals: [.subscription, .value(1), .finished])
        expect((late.events, attempts), are: ([.subscription, .value(1), .finished], 1))
    }

    @Test func theValueWaitsForDemand() {
        let future = Future<Int, Failed> { $0(.success(1)) }
        let probe = future.probe(.none)
        expect(probe.events, equals: [.subscription])
        probe.subscription?.request(.max(1))
        expect(probe.events, equals: [.subscription, .value(1), .finished])
    }

    @Test func anErrorDoesNot() {
        var promise: Future<Int, Failed>.Promise?
        let probe = Probe<Int, Failed>(.none)
        Future<Int, Failed> { promise = $0 }.subscribe(probe)
        promise?(.failure(Failed()))
        expect(probe.events, equals: [.subscription, .failed])
    }

    @Test func cancelledSubscriberGetsNothingAndIsReleased() {
        final class Object {}
        weak var captured: Object?
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        do {
            let object = Object()
            captured = object
            let token = future.sink { _ in _ = object }
            expect(captured != nil)
            token.cancel()
        }
        expectNil(captured)
        let probe = future.probe()
        probe.subscription?.cancel()
        promise?(.success(1))
        expect(probe.events, equals: [.subscription])
    }

    @Test func aSubscriberMayCancelAnotherAsItGetsTheValue() {
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        let second = Probe<Int, Never>(.unlimited)
        let token = future.sink { _ in second.subscription?.cancel() }
        future.subscribe(second)
        promise?(.success(1))
        expect(second.events, equals: [.subscription])
        token.cancel()
    }

    @Test func aTaskWaitsForIt() async throws {
        let future = Future<Int, Failed> { promise in
            // A promise may be kept from anywhere.
            nonisolated(unsafe) let promise = promise
            Task { promise(.success(5)) }
        }
        var values: [Int] = []
        for try await value in future.values { values.append(value) }
        expect(values, equals: [5])
    }
}

@Suite struct DeferredTests {
    @Test func eachSubscriberHasItsOwnPublisher() {
        var made = 0
        let deferred = Deferred { () -> Just<Int> in
            made += 1
            return Just(made)
        }
        expect(made, equals: 0)
        for expected in 1...2 {
            let probe = deferred.probe()
            expect(probe.events, equals: [.subscription, .value(expected), .finished])
        }
    }

    @Test func aFutureThatWaitsForItsSubscriber() {
        var attempts = 0
        let lazy = Deferred {
            Future<Int, Never> {
                attempts += 1
                $0(.success(attempts))
            }
        }
        expect(attempts, equals: 0)
        let probe = lazy.probe()
        expect(probe.values, equals: [1])
    }
}

@Suite struct SequenceTests {
    @Test func elementsComeAsTheyAreAskedForAndTheEndWithTheLast() {
        let probe = [1, 2, 3].publisher.probe(.max(1))
        expect(probe.events, equals: [.subscription, .value(1)])
        probe.subscription?.request(.max(2))
        expect(probe.events, equals: [.subscription, .value(1), .value(2), .value(3), .finished])
        let empty = [Int]().publisher.probe(.none)
        expect(empty.events, equals: [.subscription, .finished])
    }

    @Test func demandFromWithinAValueDoesNotNest() {
        var depth = 0
        var deepest = 0
        var probe: Probe<Int, Never>?
        probe = Probe<Int, Never>(.max(1)) { _ in
            depth += 1
            deepest = max(deepest, depth)
            probe?.subscription?.request(.max(1))
            depth -= 1
            return .none
        }
        if let probe { (0..<10_000).publisher.subscribe(probe) }
        expect((probe?.values.count, deepest), are: (10_000, 1))
        probe = nil
    }

    @Test func cancelStopsIt() {
        var values: [Int] = []
        let probe = Probe<Int, Never>(.none)
        (1...9).publisher.map { value in
            values.append(value)
            if value == 2 { probe.subscription?.cancel() }
            return value
        }.subscribe(probe)
        probe.subscription?.request(.unlimited)
        expect(values, equals: [1, 2])
    }
}

@Suite struct OptionalAndResultTests {
    @Test func optionalPublishesItsValue() {
        let (some, none) = (Probe<Int, Never>(.unlimited), Probe<Int, Never>(.none))
        Optional(1).publisher.subscribe(some)
        Optional<Int>.none.publisher.subscribe(none)
        expect((some.events, none.events), are: ([.subscription, .value(1), .finished], [.subscription, .finished]))
        let (success, failure) = (Probe<Int, Failed>(.unlimited), Probe<Int, Failed>(.none))
        Result<Int, Failed>.success(1).publisher.subscribe(success)
        Result<Int, Failed>.failure(Failed()).publisher.subscribe(failure)
        expect(
            (success.events, failure.events), are: ([.subscription, .value(1), .finished], [.subscription, .failed]))
    }
}
