internal import Dispatch
internal import HearthCombine
internal import Synchronization
internal import Expectations
internal import Testing

/// Several threads send to an operator, request values and cancel it at the same time. See `Lock` before you run it
/// with the thread sanitizer.
@Suite struct AttackTests {
    typealias Events = PassthroughSubject<Int, Failed>

    private static let rounds = 60
    private static let values = 60

    /// - Parameter join: Makes the publisher under attack from two subjects that threads send to.
    private func attack<P: Publisher>(_ join: (Events, Events) -> P) where P.Failure == Failed {
        for round in 0..<Self.rounds {
            // Combine's subjects are not Sendable by type, but safe on any thread, as this tests.
            nonisolated(unsafe) let (first, second) = (Events(), Events())
            let suspect = Suspect<P.Output>()
            join(first, second).subscribe(suspect)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                switch thread {
                case 0: Self.send(to: first, thenEnd: round.isMultiple(of: 2))
                case 1: Self.send(to: second, thenEnd: round.isMultiple(of: 3))
                case 2: for _ in 0..<Self.values { suspect.request(1) }
                default: if round.isMultiple(of: 5) { suspect.cancel() } else { suspect.request(Self.values) }
                }
            }
            suspect.cancel()
            expect(suspect.faults.all, equals: [], "round \(round)")
            expect(suspect.received.load(ordering: .relaxed), isAtMost: Self.values * 2)
        }
    }

    private static func send(to subject: Events, thenEnd ends: Bool) {
        for value in 0..<values { subject.send(value) }
        if ends { subject.send(completion: .finished) } else { subject.send(completion: .failure(Failed())) }
    }

    @Test func merge() {
        attack { $0.merge(with: $1) }
    }

    @Test func combineLatest() {
        attack { $0.combineLatest($1) }
    }

    @Test func zip() {
        attack { $0.zip($1) }
    }

    @Test func zipWithASequence() {
        attack { first, _ in (0...).publisher.setFailureType(to: Failed.self).zip(first) }
    }

    @Test func flatMap() {
        attack { outer, inner in outer.flatMap(maxPublishers: .max(3)) { _ in inner.prefix(4) } }
    }

    @Test func switchToLatest() {
        attack { outer, inner in outer.map { _ in inner }.switchToLatest() }
    }

    @Test func concatenated() {
        attack { $0.append($1).retry(1).replaceEmpty(with: 0) }
    }

    @Test func timed() {
        let queue = DispatchQueue(label: "tests", attributes: .concurrent)
        attack { first, second in
            first.debounce(for: .microseconds(20), scheduler: queue)
                .merge(with: second.throttle(for: .microseconds(20), scheduler: queue, latest: true))
        }
        attack { first, second in
            first.delay(for: .microseconds(5), scheduler: queue)
                .merge(with: second.timeout(.microseconds(50), scheduler: queue)).receive(on: queue)
        }
        queue.sync(flags: .barrier) {}
    }

    @Test func share() {
        attack { first, second in first.merge(with: second).share() }
    }

    @Test func sharersComeAndGo() {
        let begun = Atomic(0)
        let ended = Atomic(0)
        // As above.
        nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
        nonisolated(unsafe) let shared = subject.handleEvents(
            receiveSubscription: { _ in begun.add(1, ordering: .relaxed) },
            receiveCancel: { ended.add(1, ordering: .relaxed) }
        ).share()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<300 {
                if thread == 0 { subject.send(round) } else { shared.sink { _ in }.cancel() }
            }
        }
        expect(begun.load(ordering: .relaxed), equals: ended.load(ordering: .relaxed))
        expect(begun.load(ordering: .relaxed), isAbove: 0)
    }

    @Test func published() {
        final class Model: ObservableObject {
            @Published var level = -1
            @Published var copy = -1
        }
        for _ in 0..<Self.rounds {
            // Not Sendable by type, as a model with a lock of its own would be.
            nonisolated(unsafe) let model = Model()
            model.$level.assign(to: &model.$copy)
            let suspect = Suspect<Int>()
            model.$level.setFailureType(to: Failed.self).subscribe(suspect)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for value in 0..<Self.values {
                    switch thread {
                    case 0, 1: model.level = value * 2 + thread
                    case 2: suspect.request(1)
                    default: model.objectWillChange.merge(with: model.$copy.map { _ in }).sink { _ in }.cancel()
                    }
                }
            }
            suspect.request(1)
            expect((suspect.faults.all, model.copy), are: ([], model.level))
            suspect.cancel()
        }
    }
}

/// A subscriber that detects concurrent calls, calls after its end, and more values than its demand.
///
/// `@unchecked Sendable`: the subscription is guarded, and `hasEnded` is not, since it is the publisher that must let
/// one thread in at a time.
private final class Suspect<Input>: Subscriber, @unchecked Sendable {
    typealias Failure = Failed

    let faults = Log<String>()
    let received = Atomic(0)
    private let asked = Atomic(0)
    private let inside = Atomic(0)
    private let subscription = Mutex<Held?>(nil)
    private var hasEnded = false

    private struct Held: @unchecked Sendable {
        let subscription: any Subscription
    }

    func request(_ count: Int) {
        asked.add(count, ordering: .sequentiallyConsistent)
        subscription.withLock { $0 }?.subscription.request(.max(count))
    }

    func cancel() {
        subscription.withLock { $0 }?.subscription.cancel()
    }

    func receive(subscription: any Subscription) {
        let held = Held(subscription: subscription)
        self.subscription.withLock { $0 = held }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        enter()
        let count = received.add(1, ordering: .sequentiallyConsistent).newValue
        if count > asked.load(ordering: .sequentiallyConsistent) { faults.append("more than asked for") }
        inside.subtract(1, ordering: .sequentiallyConsistent)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failed>) {
        enter()
        hasEnded = true
        inside.subtract(1, ordering: .sequentiallyConsistent)
    }

    private func enter() {
        if inside.add(1, ordering: .sequentiallyConsistent).newValue > 1 { faults.append("two at once") }
        if hasEnded { faults.append("after the end") }
    }
}
