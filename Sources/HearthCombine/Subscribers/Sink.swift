#if !canImport(Darwin)
    extension Subscribers {
        /// Requests unlimited values and passes each to a closure.
        public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
            private let lock = Lock()
            private var subscription: (any Subscription)?
            private var actions: Actions?

            private struct Actions {
                let completion: (Subscribers.Completion<Failure>) -> Void
                let value: (Input) -> Void
            }

            /// Calls `receiveValue` for each value, then `receiveCompletion` at most once.
            public init(
                receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
                receiveValue: @escaping (Input) -> Void
            ) {
                actions = Actions(completion: receiveCompletion, value: receiveValue)
            }

            /// Requests unlimited values. A second subscription, or one after completion, is cancelled.
            public func receive(subscription: any Subscription) {
                let isFirst = lock.withLock {
                    guard self.subscription == nil, actions != nil else { return false }
                    self.subscription = subscription
                    return true
                }
                if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
            }

            /// Calls the closure with the value.
            public func receive(_ input: Input) -> Subscribers.Demand {
                lock.withLock { actions }?.value(input)
                return .none
            }

            /// Calls the completion closure and releases the closures.
            public func receive(completion: Subscribers.Completion<Failure>) {
                take().actions?.completion(completion)
            }

            /// Cancels the subscription and releases the closures.
            public func cancel() {
                take().subscription?.cancel()
            }

            private func take() -> (actions: Actions?, subscription: (any Subscription)?) {
                lock.withLock {
                    defer {
                        actions = nil
                        subscription = nil
                    }
                    return (actions, subscription)
                }
            }
        }
    }

    extension Publisher {
        /// Calls `receiveValue` for each value and `receiveCompletion` at the end, until the returned object is
        /// cancelled or released. The closures run on the publishing thread, one at a time.
        public func sink(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            let sink = Subscribers.Sink<Output, Failure>(
                receiveCompletion: receiveCompletion, receiveValue: receiveValue)
            subscribe(sink)
            return AnyCancellable(sink)
        }
    }

    extension Publisher where Failure == Never {
        /// Calls `receiveValue` for each value, until the returned object is cancelled or released.
        public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
            sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
        }
    }
#endif
