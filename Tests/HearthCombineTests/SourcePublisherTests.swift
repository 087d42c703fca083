internal import Dispatch
internal import HearthCombine
internal import Synchronization
internal import Expectations
internal import Testing

@Suite struct SourcePublisherTests {
    /// A number that any thread may raise; each subscriber gets the present one when it has another.
    final class Counter: Sendable {
        struct State {
            var value = 0
            var end: SourceStep<Int, Failed>?
            var wakers: [Int: @Sendable () -> Void] = [:]
            var lastWaker = 0
        }

        let state = Mutex(State())

        var publisher: SourcePublisher<Source> { publisher { $0() } }

        func publisher(_ later: @escaping SourcePublisher<Source>.Later) -> SourcePublisher<Source> {
            SourcePublisher(later: later) { Source(self, $0) }
        }

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
        let probe = counter.publisher.probe()
        counter.raise()
        counter.raise()
        counter.end(.finished)
        expect(probe.events, equals: [.subscription, .value(0), .value(1), .value(2), .finished])
        expect(counter.subscribers, equals: 0)
    }

    /// The closures that a subscription defers.
    final class Turns: Sendable {
        private let waiting = Mutex<[@Sendable () -> Void]>([])

        @Sendable func later(_ work: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(work) } }

        func run() {
            for work in waiting.withLock({ $0 }) { work() }
        }
    }

    @Test func nothingComesBeforeTheTurnWhateverWakesOrAsks() {
        let counter = Counter()
        let turns = Turns()
        let probe = counter.publisher(turns.later).probe()
        counter.raise()
        probe.subscription?.request(.max(1))
        expect(probe.events, equals: [.subscription])
        turns.run()
        counter.raise()
        expect(probe.events, equals: [.subscription, .value(1), .value(2)])
    }

    @Test func theFirstValueMayCancel() {
        let counter = Counter()
        let turns = Turns()
        var seen: [Int] = []
        var cancellable: AnyCancellable?
        cancellable = counter.publisher(turns.later).sink(
            receiveCompletion: { _ in },
            receiveValue: {
                seen.append($0)
                cancellable?.cancel()
            })
        turns.run()
        counter.raise()
        expect((seen, counter.subscribers), are: ([0], 0))
    }

    @Test func allSharedSubscribersGetTheFirstValue() {
        let counter = Counter()
        let turns = Turns()
        var seen: [[Int]] = [[], []]
        let shared = counter.publisher(turns.later).replaceError(with: -1).share()
        let cancellables = seen.indices.map { index in shared.sink { seen[index].append($0) } }
        turns.run()
        expect(seen, equals: [[0], [0]])
        withExtendedLifetime(cancellables) {}
    }

    @Test func cancelBeforeTheTurnGetsNothing() {
        let counter = Counter()
        let turns = Turns()
        let probe = counter.publisher(turns.later).probe()
        probe.subscription?.cancel()
        turns.run()
        expect((probe.events, counter.subscribers), are: ([.subscription], 0))
    }

    @Test func noDemandMakesNothingAndNextGetsThePresent() {
        let counter = Counter()
        let probe = counter.publisher.probe(.max(1))
        for _ in 0..<1000 { counter.raise() }
        expect(probe.events, equals: [.subscription, .value(0)])
        probe.subscription?.request(.max(2))
        expect(probe.events, equals: [.subscription, .value(0), .value(1000)])
        counter.raise()
        counter.raise()
        expect(probe.events, equals: [.subscription, .value(0), .value(1000), .value(1001)])
    }

    @Test func anErrorEndsTheSubscription() {
        let counter = Counter()
        let probe = counter.publisher.probe()
        counter.end(.failed(Failed()))
        counter.raise()
        expect((probe.events, counter.subscribers), are: ([.subscription, .value(0), .failed], 0))
    }

    @Test func afterCancellingNothingComes() {
        let counter = Counter()
        let probe = counter.publisher.probe()
        probe.subscription?.cancel()
        counter.raise()
        expect((probe.events, counter.subscribers), are: ([.subscription, .value(0)], 0))
    }

    @Test func aChangeMadeWhileAValueIsHandledComesAfterIt() {
        let counter = Counter()
        var seen: [Int] = []
        var depth = 0
        let cancellable = counter.publisher.sink(
            receiveCompletion: { _ in },
            receiveValue: { value in
                depth += 1
                expect(depth, equals: 1)
                seen.append(value)
                if value < 5 { counter.raise() }
                depth -= 1
            })
        expect(seen, equals: [0, 1, 2, 3, 4, 5])
        cancellable.cancel()
    }

    @Test func changesOfManyThreadsArriveInOrderWithTheLast() {
        let counter = Counter()
        let log = Log<Int>()
        let cancellable = counter.publisher.sink(receiveCompletion: { _ in }, receiveValue: { log.append($0) })
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<2_000 { counter.raise() }
        }
        let seen = log.all
        expect(seen, equals: seen.sorted())
        expect(Set(seen).count, equals: seen.count)
        expect(seen.last, equals: 8_000)
        cancellable.cancel()
    }

    /// The deferred closure runs on another thread than changes do, and while the subscriber cancels.
    @Test func subscribingTurnsChangesAndCancellingMayRace() {
        let queue = DispatchQueue(label: "turns")
        for _ in 0..<1_000 {
            let counter = Counter()
            let log = Log<Int>()
            let publisher = counter.publisher { queue.async(execute: $0) }
            let cancellable = publisher.sink(receiveCompletion: { _ in }, receiveValue: { log.append($0) })
            nonisolated(unsafe) let token = cancellable
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                if index == 0 { counter.raise() } else { token.cancel() }
            }
            queue.sync {}
            let seen = log.all
            expect(seen.count, isAtMost: 2)
            expect((seen, counter.subscribers), are: (seen.sorted(), 0))
        }
    }
}
