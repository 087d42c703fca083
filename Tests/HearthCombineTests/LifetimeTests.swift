internal import HearthCombine
internal import Expectations
internal import Testing

/// A subscriber and an operator release their objects as soon as the subscription is cancelled or has ended, although
/// the upstream publisher continues.
@Suite struct LifetimeTests {
    typealias Erased = AnyPublisher<Int, Failed>

    final class Object {}

    enum Ending: CaseIterable {
        case cancelled, finished, failed
    }

    /// Applies `operators` one by one to a subject.
    private func check(
        _ operators: [(Erased, Object) -> Erased], _ ending: Ending, _ clock: TestScheduler, waits: Bool = true
    ) {
        for (index, apply) in operators.enumerated() {
            let subject = PassthroughSubject<Int, Failed>()
            weak var inSink: Object?
            weak var inOperator: Object?
            var token: AnyCancellable?
            do {
                let (first, second) = (Object(), Object())
                (inSink, inOperator) = (first, second)
                token = apply(subject.eraseToAnyPublisher(), second)
                    .sink(receiveCompletion: { _ in _ = first }, receiveValue: { _ in _ = first })
            }
            clock.advance(by: .seconds(1))
            for value in 1...3 { subject.send(value) }
            expect(inSink != nil, "operator \(index)")
            switch ending {
            case .cancelled: token?.cancel()
            case .finished: subject.send(completion: .finished)
            case .failed: subject.send(completion: .failure(Failed()))
            }
            if waits { clock.advance(by: .seconds(100)) }
            expectNil(inSink, "operator \(index)")
            expectNil(inOperator, "operator \(index)")
        }
    }

    @Test(arguments: Ending.allCases) func oneAfterTheOther(_ ending: Ending) {
        check(
            [
                { publisher, object in publisher.holding(object) },
                { publisher, object in publisher.filter { _ in withExtendedLifetime(object) { true } }.any },
                { publisher, object in publisher.scan(0) { _, value in withExtendedLifetime(object) { value } }.any },
                { publisher, object in publisher.reduce(0) { _, value in withExtendedLifetime(object) { value } }.any },
                { publisher, object in publisher.tryMap { value in withExtendedLifetime(object) { value } }.asFailed },
                { publisher, object in publisher.collect(2).map { _ in 1 }.holding(object) },
                { publisher, object in publisher.handleEvents(receiveOutput: { _ in _ = object }).any },
                { publisher, object in publisher.catch { _ in withExtendedLifetime(object) { Empty() } }.any },
                { publisher, object in publisher.replaceEmpty(with: 1).map { _ in 1 }.holding(object) },
                { publisher, object in publisher.retry(1).map { _ in 1 }.holding(object) },
            ], ending == .failed ? .finished : ending, TestScheduler())
    }

    @Test(arguments: Ending.allCases) func joined(_ ending: Ending) {
        check(
            [
                { publisher, object in publisher.merge(with: publisher.holding(object)).any },
                { publisher, object in publisher.combineLatest(publisher.holding(object)) { one, _ in one }.any },
                { publisher, object in publisher.zip(publisher.holding(object)) { one, _ in one }.any },
                { publisher, object in publisher.flatMap { value in withExtendedLifetime(object) { Just(value) } }.any
                },
                { publisher, object in publisher.map { publisher.prepend($0).holding(object) }.switchToLatest().any },
                { publisher, object in publisher.holding(object).share().any },
            ], ending, TestScheduler())
    }

    @Test(arguments: Ending.allCases) func timed(_ ending: Ending) {
        let clock = TestScheduler()
        check(
            timers(clock) + [{ $0.receive(on: clock).holding($1) }, { $0.subscribe(on: clock).holding($1) }], ending,
            clock)
    }

    /// Running timers of a minute retain nothing.
    @Test func aCancelFreesWhatTimersWaitFor() {
        let clock = TestScheduler()
        check(timers(clock), .cancelled, clock, waits: false)
        expect(clock.waiting, isAbove: 0)
    }

    private func timers(_ clock: TestScheduler) -> [(Erased, Object) -> Erased] {
        [
            { $0.debounce(for: .seconds(60), scheduler: clock).holding($1) },
            { $0.throttle(for: .seconds(60), scheduler: clock, latest: true).holding($1) },
            { $0.delay(for: .seconds(60), scheduler: clock).holding($1) },
            { $0.timeout(.seconds(60), scheduler: clock).holding($1) },
            { $0.holding($1).debounce(for: .seconds(60), scheduler: clock).any },
            { $0.holding($1).throttle(for: .seconds(60), scheduler: clock, latest: true).any },
            { $0.holding($1).delay(for: .seconds(60), scheduler: clock).any },
            { $0.holding($1).timeout(.seconds(60), scheduler: clock).any },
            { $0.collect(.byTime(clock, .seconds(60))).map { _ in 1 }.holding($1) },
            { $0.holding($1).collect(.byTime(clock, .seconds(60))).map { _ in 1 }.any },
        ]
    }
}

extension Publisher where Output == Int, Failure == Failed {
    fileprivate var any: AnyPublisher<Int, Failed> { eraseToAnyPublisher() }

    fileprivate func holding(_ object: LifetimeTests.Object) -> AnyPublisher<Int, Failed> {
        map { value in withExtendedLifetime(object) { value } }.eraseToAnyPublisher()
    }
}

extension Publisher where Output == Int, Failure == any Error {
    fileprivate var asFailed: AnyPublisher<Int, Failed> { mapError { _ in Failed() }.eraseToAnyPublisher() }
}
