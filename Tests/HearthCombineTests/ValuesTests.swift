internal import Dispatch
internal import HearthCombine
internal import Synchronization
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct ValuesTests {
    @Test func aLoopEndsWithThePublisher() async {
        var values: [Int] = []
        for await value in Just(5).values { values.append(value) }
        expect(values, equals: [5])
        for await _ in Empty<Int, Never>().values { Issue.record("no value is sent") }
    }

    @Test func anErrorIsThrownOnceAfterTheValues() async throws {
        let source = FedSource<Failed>()
        source.put(.value(1), .value(2), .value(3), .failed(Failed()))
        var iterator = source.publisher.values.makeAsyncIterator()
        for expected in 1...3 { try await expect(iterator.next(), equals: expected) }
        await expect(throws: Failed.self) { try await iterator.next() }
        try await expectNil(iterator.next())
    }

    @Test func aSlowLoopSeesTheLatestState() async {
        let subject = CurrentValueSubject<Int, Never>(0)
        var iterator = subject.values.makeAsyncIterator()
        await expect(iterator.next(), equals: 0)
        for value in 1...10 { subject.send(value) }
        await expect(iterator.next(), equals: 10)
        subject.send(completion: .finished)
        await expectNil(iterator.next())
        await expectNil(iterator.next())
    }

    /// Counts up, as far as requested.
    final class Counter: Publisher, Subscription {
        typealias Output = Int
        typealias Failure = Never

        private(set) var requests: [Subscribers.Demand] = []
        private var send: ((Int) -> Subscribers.Demand)?

        func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            send = subscriber.receive(_:)
            subscriber.receive(subscription: self)
        }

        func request(_ demand: Subscribers.Demand) {
            requests.append(demand)
            _ = send?(requests.count)
        }

        func cancel() { send = nil }
    }

    @Test func demandIsOneAtATime() async {
        let counter = Counter()
        var iterator = counter.values.makeAsyncIterator()
        expect(counter.requests, equals: [])
        for expected in 1...3 {
            await expect(iterator.next(), equals: expected)
            expect(counter.requests, equals: Array(repeating: .max(1), count: expected))
        }
    }

    @Test func leavingTheLoopCancels() async {
        let ends = Mutex(0)
        let source = FedSource<Never> { ends.withLock { $0 += 1 } }
        source.put(.value(1))
        for await _ in source.publisher.values { break }
        expect(ends.withLock { $0 }, equals: 1)
    }

    @Test func cancellingTheTaskEndsTheLoop() async {
        let ends = Log<String>()
        let source = FedSource<Never> { ends.append("cancelled") }
        source.put(.value(1))
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var values: [Int] = []
            for await value in source.publisher.values {
                values.append(value)
                start.yield()
            }
            return values
        }
        for await _ in started { break }
        task.cancel()
        await expect(task.value, equals: [1])
        expect(ends.all, equals: ["cancelled"])
    }

    @Test func aLoopInACancelledTaskEndsAtOnce() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for await _ in PassthroughSubject<Int, Never>().values { Issue.record("no value is sent") }
        }
        await task.value
    }

    /// A subscription that arrives while the loop begins to wait gets its demand from one of the two, not from both.
    @Test func aLateSubscriptionIsAskedOnce() async {
        let queue = DispatchQueue(label: "tests")
        for _ in 0..<500 {
            var values: [Int] = []
            for await value in (0..<4).publisher.subscribe(on: queue).values { values.append(value) }
            expect(values, equals: [0, 1, 2, 3])
        }
    }
}
