internal import HearthCombine
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct FutureTests {
    @Test func futureStartsAtOnceAndKeepsItsResult() {
        var attempts = 0
        var promise: Future<Int, Failed>.Promise?
        let future = Future<Int, Failed> {
            attempts += 1
            promise = $0
        }
        #expect(attempts == 1)
        let early = Probe<Int, Failed>(.unlimited)
        future.subscribe(early)
        #expect(early.events == [.subscription])
        promise?(.success(1))
        promise?(.success(2))
        promise?(.failure(Failed()))
        let late = Probe<Int, Failed>(.unlimited)
        future.subscribe(late)
        #expect(early.events == [.subscription, .value(1), .finished])
        #expect(late.events == [.subscription, .value(1), .finished])
        #expect(attempts == 1)
    }

    @Test func theValueWaitsForDemand() {
        let future = Future<Int, Failed> { $0(.success(1)) }
        let probe = Probe<Int, Failed>(.none)
        future.subscribe(probe)
        #expect(probe.events == [.subscription])
        probe.subscription?.request(.max(1))
        #expect(probe.events == [.subscription, .value(1), .finished])
    }

    @Test func anErrorDoesNot() {
        var promise: Future<Int, Failed>.Promise?
        let probe = Probe<Int, Failed>(.none)
        Future<Int, Failed> { promise = $0 }.subscribe(probe)
        promise?(.failure(Failed()))
        #expect(probe.events == [.subscription, .failed])
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
            #expect(captured != nil)
            token.cancel()
        }
        #expect(captured == nil)
        let probe = Probe<Int, Never>(.unlimited)
        future.subscribe(probe)
        probe.subscription?.cancel()
        promise?(.success(1))
        #expect(probe.events == [.subscription])
    }

    @Test func aSubscriberMayCancelAnotherAsItGetsTheValue() {
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        let second = Probe<Int, Never>(.unlimited)
        let token = future.sink { _ in second.subscription?.cancel() }
        future.subscribe(second)
        promise?(.success(1))
        #expect(second.events == [.subscription])
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
        #expect(values == [5])
    }
}

@Suite struct DeferredTests {
    @Test func eachSubscriberHasItsOwnPublisher() {
        var made = 0
        let deferred = Deferred { () -> Just<Int> in
            made += 1
            return Just(made)
        }
        #expect(made == 0)
        for expected in 1...2 {
            let probe = Probe<Int, Never>(.unlimited)
            deferred.subscribe(probe)
            #expect(probe.events == [.subscription, .value(expected), .finished])
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
        #expect(attempts == 0)
        let probe = Probe<Int, Never>(.unlimited)
        lazy.subscribe(probe)
        #expect(probe.values == [1])
    }
}

@Suite struct SequenceTests {
    @Test func elementsComeAsTheyAreAskedForAndTheEndWithTheLast() {
        let probe = Probe<Int, Never>(.max(1))
        [1, 2, 3].publisher.subscribe(probe)
        #expect(probe.events == [.subscription, .value(1)])
        probe.subscription?.request(.max(2))
        #expect(probe.events == [.subscription, .value(1), .value(2), .value(3), .finished])
        let empty = Probe<Int, Never>(.none)
        [Int]().publisher.subscribe(empty)
        #expect(empty.events == [.subscription, .finished])
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
        #expect(probe?.values.count == 10_000)
        #expect(deepest == 1)
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
        #expect(values == [1, 2])
    }
}

@Suite struct OptionalAndResultTests {
    @Test func optionalPublishesItsValue() {
        let (some, none) = (Probe<Int, Never>(.unlimited), Probe<Int, Never>(.none))
        Optional(1).publisher.subscribe(some)
        Optional<Int>.none.publisher.subscribe(none)
        #expect(some.events == [.subscription, .value(1), .finished])
        #expect(none.events == [.subscription, .finished])
        let (success, failure) = (Probe<Int, Failed>(.unlimited), Probe<Int, Failed>(.none))
        Result<Int, Failed>.success(1).publisher.subscribe(success)
        Result<Int, Failed>.failure(Failed()).publisher.subscribe(failure)
        #expect(success.events == [.subscription, .value(1), .finished])
        #expect(failure.events == [.subscription, .failed])
    }
}
