#if !canImport(Darwin)
    /// The subscriber of operators that handle one value at a time: each is transformed, left out, or ends the stream.
    /// Nothing passes after a cancellation or completion, whatever the upstream publisher does.
    final class Stage<Input, Failure: Error, Downstream: Subscriber>: Subscriber, Subscription {
        enum Step {
            case send(Downstream.Input)
            /// Leave the value out and request another.
            case skip
            /// Publish the value and finish.
            case last(Downstream.Input)
            case end(Subscribers.Completion<Downstream.Failure>)
        }

        private let link = Link()
        private let lock = Lock()
        private var downstream: Downstream?
        private var isEnding = false
        private let onValue: (Input) -> Step
        private let onEnd: (Subscribers.Completion<Failure>) -> Step

        init(
            _ downstream: Downstream, onValue: @escaping (Input) -> Step,
            onEnd: @escaping (Subscribers.Completion<Failure>) -> Step
        ) {
            self.downstream = downstream
            self.onValue = onValue
            self.onEnd = onEnd
        }

        func receive(subscription: any Subscription) {
            guard link.attach(subscription) else { return }
            lock.withLock { downstream }?.receive(subscription: self)
        }

        func receive(_ input: Input) -> Subscribers.Demand {
            guard let downstream = lock.withLock({ isEnding ? nil : downstream }) else { return .none }
            switch onValue(input) {
            case .send(let value):
                return downstream.receive(value)
            case .skip:
                return .max(1)
            case let step:
                link.cancel()
                finish(step)
                return .none
            }
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            link.end()
            guard lock.withLock({ !isEnding && downstream != nil }) else { return }
            finish(onEnd(completion))
        }

        func request(_ demand: Subscribers.Demand) {
            link.request(demand)
        }

        func cancel() {
            withExtendedLifetime(take()) { link.cancel() }
        }

        private func finish(_ step: Step) {
            switch step {
            case .send(let value), .last(let value):
                _ = lock.withLock {
                    isEnding = true
                    return downstream
                }?.receive(value)
                // Unless the subscriber has cancelled when it got the value.
                take()?.receive(completion: .finished)
            case .skip:
                take()?.receive(completion: .finished)
            case .end(let completion):
                take()?.receive(completion: completion)
            }
        }

        private func take() -> Downstream? {
            lock.withLock {
                defer { downstream = nil }
                return downstream
            }
        }
    }

    extension Stage where Downstream.Failure == Failure {
        /// A stage that passes the completion on.
        convenience init(_ downstream: Downstream, onValue: @escaping (Input) -> Step) {
            self.init(downstream, onValue: onValue, onEnd: { .end($0) })
        }
    }

    extension Stage where Downstream.Failure == any Error {
        /// A stage that fails if its closure throws.
        convenience init(_ downstream: Downstream, trying onValue: @escaping (Input) throws -> Step) {
            self.init(
                downstream,
                onValue: { value in
                    do { return try onValue(value) } catch { return .end(.failure(error)) }
                },
                onEnd: { completion in
                    switch completion {
                    case .finished: .end(.finished)
                    case .failure(let error): .end(.failure(error))
                    }
                })
        }
    }
#endif
