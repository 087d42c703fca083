#if !canImport(Darwin)
    /// Converts a subscription to calls of `next`, each requesting one value. Cancels when released.
    final class ValuePull<Output, Failure: Error> {
        enum Step {
            case value(Output)
            case end(Subscribers.Completion<Failure>)
        }

        private let receiver = Receiver()

        init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
            publisher.subscribe(receiver)
        }

        deinit {
            receiver.cancel()
        }

        func next(isolation actor: isolated (any Actor)?) async -> Step {
            let receiver = receiver
            return await withTaskCancellationHandler {
                // Safe: the value goes from the publisher to this loop, like to any subscriber.
                let box = await withUnsafeContinuation(isolation: actor) { waiting in
                    receiver.ask(waiting)
                }
                return box.step
            } onCancel: {
                receiver.cancel()
            }
        }

        /// Passes a step, which needn't be Sendable, only to the task that waits for it.
        fileprivate struct Box: @unchecked Sendable {
            let step: Step
        }

        /// `@unchecked Sendable`: each `var` is accessed only within `lock`.
        fileprivate final class Receiver: Subscriber, @unchecked Sendable {
            typealias Input = Output

            private let lock = Lock()
            private var subscription: (any Subscription)?
            /// At most one, since `next` is mutating.
            private var waiting: UnsafeContinuation<Box, Never>?
            private var end: Subscribers.Completion<Failure>?

            func receive(subscription: any Subscription) {
                let (isWanted, isAwaited) = lock.withLock {
                    guard self.subscription == nil, end == nil else { return (false, false) }
                    self.subscription = subscription
                    return (true, waiting != nil)
                }
                if !isWanted {
                    subscription.cancel()
                } else if isAwaited {
                    subscription.request(.max(1))
                }
            }

            func receive(_ input: Output) -> Subscribers.Demand {
                takeWaiting()?.resume(returning: Box(step: .value(input)))
                return .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                finish(completion)
            }

            func cancel() {
                let subscription = lock.withLock { self.subscription }
                subscription?.cancel()
                finish(.finished)
            }

            func ask(_ continuation: UnsafeContinuation<Box, Never>) {
                let (end, subscription) = endOrWait(continuation)
                if let end {
                    continuation.resume(returning: Box(step: .end(end)))
                } else {
                    subscription?.request(.max(1))
                }
            }

            /// Returns the end, reporting an error only once; or nil, and then `continuation` waits, together with the
            /// current subscription. Both in one step: a subscription that arrives later is asked for a value by
            /// `receive(subscription:)`.
            private func endOrWait(
                _ continuation: UnsafeContinuation<Box, Never>
            ) -> (Subscribers.Completion<Failure>?, (any Subscription)?) {
                lock.withLock {
                    if let end {
                        self.end = .finished
                        return (end, nil)
                    }
                    waiting = continuation
                    return (nil, subscription)
                }
            }

            private func takeWaiting() -> UnsafeContinuation<Box, Never>? {
                lock.withLock {
                    defer { waiting = nil }
                    return waiting
                }
            }

            /// Completes the waiting call, otherwise the next one.
            private func finish(_ completion: Subscribers.Completion<Failure>) {
                let (waiting, subscription) = lock.withLock {
                    let dropped = (self.waiting, self.subscription)
                    if end == nil { end = self.waiting == nil ? completion : .finished }
                    self.waiting = nil
                    self.subscription = nil
                    return dropped
                }
                waiting?.resume(returning: Box(step: .end(completion)))
                withExtendedLifetime(subscription) {}
            }
        }
    }
#endif
