internal import Dispatch
internal import HearthCombine
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReceiveOnTests {
    @Test func valuesAndEndComeInOrderOnTheQueue() async {
        let queue = DispatchQueue(label: "tests")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 1)
        let log = Log<Int>()
        var token: AnyCancellable?
        await withCheckedContinuation { done in
            let subject = PassthroughSubject<Int, Never>()
            token = subject.receive(on: queue).sink(
                receiveCompletion: { _ in done.resume() },
                receiveValue: {
                    dispatchPrecondition(condition: .onQueue(queue))
                    log.append($0)
                })
            for value in 0..<1_000 { subject.send(value) }
            subject.send(completion: .finished)
        }
        expect(log.all, equals: Array(0..<1_000))
        token?.cancel()
    }

    @Test func demandIsPassedOn() {
        let queue = DispatchQueue(label: "tests")
        let source = Source<Int, Never>()
        let probe = Probe<Int, Never>(.max(1), more: { $0 == 1 ? .max(2) : .none })
        source.receive(on: queue).subscribe(probe)
        expect(source.requests, equals: [.max(1)])
        source.send(1)
        queue.sync {}
        expect((source.requests, probe.values, source.returned), are: ([.max(1), .max(2)], [1], [.none]))
    }

    @Test func cancelStopsWhatWasScheduled() {
        let queue = DispatchQueue(label: "tests")
        queue.suspend()
        let subject = PassthroughSubject<Int, Never>()
        let probe = subject.receive(on: queue).probe()
        subject.send(1)
        subject.send(completion: .finished)
        probe.subscription?.cancel()
        queue.resume()
        queue.sync {}
        expect(probe.events, equals: [.subscription])
    }

    #if !canImport(Darwin)
        /// Combine guarantees no order on a concurrent queue.
        @Test func aConcurrentQueueKeepsTheOrder() async {
            let queue = DispatchQueue(label: "tests", attributes: .concurrent)
            let log = Log<Int>()
            var token: AnyCancellable?
            await withCheckedContinuation { done in
                let subject = PassthroughSubject<Int, Never>()
                token = subject.receive(on: queue).sink(
                    receiveCompletion: { _ in done.resume() }, receiveValue: { log.append($0) })
                for value in 0..<1_000 { subject.send(value) }
                subject.send(completion: .finished)
            }
            expect(log.all, equals: Array(0..<1_000))
            token?.cancel()
        }
    #endif

    /// As in an app: a model on the main actor, fed from other threads.
    @Test @MainActor func aMainActorModelIsUpdatedOnMain() async {
        @MainActor final class Model {
            var levels: [Int] = []
            var tokens: Set<AnyCancellable> = []
            var done: CheckedContinuation<Void, Never>?

            func watch(_ publisher: AnyPublisher<Int, Failed>) {
                publisher
                    .receive(on: DispatchQueue.main)
                    .catch { _ in Empty<Int, Never>() }
                    .sink(
                        receiveCompletion: { [weak self] _ in self?.done?.resume() },
                        receiveValue: { [weak self] in self?.levels.append($0) }
                    )
                    .store(in: &tokens)
            }
        }
        let model = Model()
        await withCheckedContinuation { done in
            model.done = done
            let source = FedSource<Failed>()
            model.watch(source.publisher.eraseToAnyPublisher())
            DispatchQueue.global().async {
                for level in 1...3 { source.put(.value(level)) }
                source.put(.failed(Failed()))
            }
        }
        expect(model.levels, equals: [1, 2, 3])
    }
}
