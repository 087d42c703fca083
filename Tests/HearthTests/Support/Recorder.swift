internal import Hearth
internal import HearthCombine
internal import HearthTraitCore

/// Subscribes to a publisher, and returns its values one by one.
final class Recorder<Output: Sendable> {
    enum Event: Sendable {
        case value(Output)
        case finished
        case failed(HomeError)

        var value: Output? {
            if case .value(let value) = self { value } else { nil }
        }

        var error: HomeError? {
            if case .failed(let error) = self { error } else { nil }
        }

        var isFinished: Bool {
            if case .finished = self { true } else { false }
        }
    }

    private let cancellable: AnyCancellable
    private var iterator: AsyncStream<Event>.Iterator

    init(_ publisher: AnyPublisher<Output, HomeError>) {
        let (stream, continuation) = AsyncStream<Event>.makeStream()
        iterator = stream.makeAsyncIterator()
        cancellable = publisher.sink(
            receiveCompletion: { completion in
                switch completion {
                case .finished: continuation.yield(.finished)
                case .failure(let error): continuation.yield(.failed(error))
                }
            }, receiveValue: { continuation.yield(.value($0)) })
    }

    func cancel() {
        cancellable.cancel()
    }

    func next() async -> Event {
        await iterator.next(isolation: #isolation) ?? .finished
    }

    /// The next matching value; nil when the publisher ends before.
    func first(where fits: (Output) -> Bool) async -> Output? {
        while let value = await next().value {
            if fits(value) { return value }
        }
        return nil
    }
}
