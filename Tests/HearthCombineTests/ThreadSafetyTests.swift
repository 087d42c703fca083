internal import Dispatch
internal import Foundation
internal import HearthCombine
internal import Synchronization
internal import Expectations
internal import Testing

/// Many threads at once. With `--sanitize=thread`, see `Lock` first.
@Suite struct ThreadSafetyTests {
    static let threads = 8
    static let rounds = 500

    /// Counts how many threads are inside at once.
    final class Gate: Sendable {
        private let inside = Atomic(0)
        let mostInside = Atomic(0)

        func pass(_ body: () -> Void) {
            let now = inside.add(1, ordering: .relaxed).newValue
            mostInside.max(now, ordering: .relaxed)
            body()
            inside.subtract(1, ordering: .relaxed)
        }
    }

    @Test func deliveryIsSerialAndLosesNothing() {
        // Combine's subjects are not Sendable by type, but safe on any thread, as this tests.
        nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
        let gate = Gate()
        // Not guarded: it is the subject that must let one thread in at a time.
        nonisolated(unsafe) var values: [Int] = []
        let token = subject.sink { value in gate.pass { values.append(value) } }
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
            for round in 0..<Self.rounds { subject.send(thread * Self.rounds + round) }
        }
        token.cancel()
        expect(gate.mostInside.load(ordering: .relaxed), equals: 1)
        expect(values.sorted(), equals: Array(0..<Self.threads * Self.rounds))
        for thread in 0..<Self.threads {
            let own = values.filter { $0 / Self.rounds == thread }
            expect(own, equals: own.sorted(), "one thread's values keep their order")
        }
    }

    @Test func everySubscriberEndsWithTheValueThatStays() {
        nonisolated(unsafe) let subject = CurrentValueSubject<Int, Never>(0)
        let last = Mutex([Int](repeating: -1, count: Self.threads))
        let tokens = (0..<Self.threads).map { index in
            subject.sink { value in last.withLock { $0[index] = value } }
        }
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
            for round in 0..<Self.rounds { subject.send(thread * Self.rounds + round) }
        }
        expect(last.withLock { Set($0) }, equals: [subject.value])
        for token in tokens { token.cancel() }
    }

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    @Test(.timeLimit(.minutes(5))) func subscribersComeAndGoWhileValuesAreSent() {
        nonisolated(unsafe) let subject = CurrentValueSubject<Int, Never>(0)
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
            for round in 0..<Self.rounds {
                if thread.isMultiple(of: 2) {
                    subject.send(round)
                } else {
                    let received = Count()
                    let token = subject.map { $0 + 1 }.removeDuplicates().filter { $0 >= 0 }
                        .sink { _ in received.value.add(1, ordering: .relaxed) }
                    // The present value comes with each subscription, though a concurrently sending thread may deliver
                    // it a moment later.
                    while received.value.load(ordering: .relaxed) == 0 { sched_yield() }
                    token.cancel()
                }
            }
        }
    }

    @Test func sourcesAreFedEndedAndCancelledFromEverywhere() {
        for _ in 0..<Self.rounds / 5 {
            let ends = Atomic(0)
            let completions = Atomic(0)
            let source = FedSource<Failed> { ends.add(1, ordering: .relaxed) }
            nonisolated(unsafe) let token = source.publisher.catch { _ in Just(-1) }.sink(
                receiveCompletion: { _ in completions.add(1, ordering: .relaxed) }, receiveValue: { _ in })
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                switch thread {
                case 0: token.cancel()
                case 1: source.put(.failed(Failed()))
                default: for value in 0..<20 { source.put(.value(value)) }
                }
            }
            expect(ends.load(ordering: .relaxed), equals: 1)
            expect(completions.load(ordering: .relaxed), isAtMost: 1)
        }
    }

    @Test func aQueueAndALoopReadWhatManyThreadsSend() async {
        let queue = DispatchQueue(label: "tests", attributes: .concurrent)
        let total = Self.threads * Self.rounds
        let source = FedSource<Never>()
        DispatchQueue.global().async {
            DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
                for round in 0..<Self.rounds { source.put(.value(thread * Self.rounds + round)) }
            }
            source.put(.finished)
        }
        var values: [Int] = []
        for await value in source.publisher.receive(on: queue).values { values.append(value) }
        expect(values.sorted(), equals: Array(0..<total))
    }
}
