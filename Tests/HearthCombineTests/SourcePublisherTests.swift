internal import Dispatch
internal import HearthCombine
internal import Synchronization
internal import Testing

@Suite struct SourcePublisherTests {
    /// A number that anyone may raise; each subscriber is given the present one where it has another.
    final class Counter: Sendable {
        struct State {
            var value = 0
            var end: SourceStep<Int, Failed>?
            var wakers: [Int: @Sendable () -> Void] = [:]
            var lastWaker = 0
        }

        let state = Mutex(State())

        var publisher: SourcePublisher<Source> { SourcePublisher { Source(self, $0) } }

        func raise() {
            wake { $0.value += 1 }
        }

        func end(_ step: SourceStep<Int, Failed>) {
            wake { $0.end = step }
        }

        private func wake(_ body: (inout State) -> Void) {
            let wakers = state.withLock { state in
                body(&state)
                return Array(state.wakers.values)
            }
            for wake in wakers { wake() }
        }

        var subscribers: Int { state.withLock { $0.wakers.count } }
    }

    final class Source: ValueSource {
        private let counter: Counter
        private let last = Mutex<Int?>(nil)
        private let number: Int

        init(_ counter: Counter, _ wake: @escaping @Sendable () -> Void) {
            self.counter = counter
            number = counter.state.withLock { state in
                state.lastWaker += 1
                state.wakers[state.lastWaker] = wake
                return state.lastWaker
            }
        }

        func next() -> SourceStep<Int, Failed> {
            let (value, end) = counter.state.withLock { ($0.value, $0.end) }
            if let end { return end }
            return last.withLock { last in
                defer { last = value }
                return last == value ? .wait : .value(value)
            }
        }

        func cancel() {
            counter.state.withLock { $0.wakers[number] = nil }
        }
    }

    @Test func theStateComesAtOnceAndThenEachChange() {
        let counter = Counter()
        let probe = Probe<Int, Failed>(.unlimited)
        counter.publisher.subscribe(probe)
        counter.raise()
        counter.raise()
        counter.end(.finished)
        #expect(probe.events == [.subscription, .value(0), .value(1), .value(2), .finished])
        #expect(counter.subscribers == 0)
    }

    @Test func withoutDemandNothingIsMadeAndTheNextDemandGetsThePresent() {
        let counter = Counter()
        let probe = Probe<Int, Failed>(.max(1))
        counter.publisher.subscribe(probe)
        for _ in 0..<1000 { counter.raise() }
        #expect(probe.events == [.subscription, .value(0)])
        probe.subscription?.request(.max(2))
        #expect(probe.events == [.subscription, .value(0), .value(1000)])
        counter.raise()
        counter.raise()
        #expect(probe.events == [.subscription, .value(0), .value(1000), .value(1001)])
    }

    @Test func anErrorEndsTheSubscription() {
        let counter = Counter()
        let probe = Probe<Int, Failed>(.unlimited)
        counter.publisher.subscribe(probe)
        counter.end(.failed(Failed()))
        counter.raise()
        #expect(probe.events == [.subscription, .value(0), .failed])
        #expect(counter.subscribers == 0)
    }

    @Test func afterCancellingNothingComes() {
        let counter = Counter()
        let probe = Probe<Int, Failed>(.unlimited)
        counter.publisher.subscribe(probe)
        probe.subscription?.cancel()
        counter.raise()
        #expect(probe.events == [.subscription, .value(0)])
        #expect(counter.subscribers == 0)
    }

    @Test func aChangeMadeWhileAValueIsHandledComesAfterIt() {
        let counter = Counter()
        var seen: [Int] = []
        var depth = 0
        let cancellable = counter.publisher.sink(
            receiveCompletion: { _ in },
            receiveValue: { value in
                depth += 1
                #expect(depth == 1)
                seen.append(value)
                if value < 5 { counter.raise() }
                depth -= 1
            })
        #expect(seen == [0, 1, 2, 3, 4, 5])
        cancellable.cancel()
    }

    @Test func changesFromManyThreadsComeInOrderAndTheLastOneComes() {
        let counter = Counter()
        let log = Log<Int>()
        let cancellable = counter.publisher.sink(receiveCompletion: { _ in }, receiveValue: { log.append($0) })
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<2_000 { counter.raise() }
        }
        let seen = log.all
        #expect(seen == seen.sorted() && Set(seen).count == seen.count)
        #expect(seen.last == 8_000)
        cancellable.cancel()
    }
}
