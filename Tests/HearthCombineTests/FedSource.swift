internal import HearthCombine
internal import Synchronization

/// Publishes the test's values through `publisher`, in order, to its one subscriber.
final class FedSource<Failure: Error>: ValueSource {
    private struct State {
        var steps: [SourceStep<Int, Failure>] = []
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void = {}) {
        self.onCancel = onCancel
    }

    var publisher: SourcePublisher<FedSource> {
        SourcePublisher(later: { $0() }) { wake in
            self.state.withLock { $0.wake = wake }
            return self
        }
    }

    func put(_ steps: SourceStep<Int, Failure>...) {
        let wake = state.withLock { state in
            state.steps += steps
            return state.wake
        }
        wake?()
    }

    func next() -> SourceStep<Int, Failure> {
        state.withLock { $0.steps.isEmpty ? .wait : $0.steps.removeFirst() }
    }

    func cancel() { onCancel() }
}
