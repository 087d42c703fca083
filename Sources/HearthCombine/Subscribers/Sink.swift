#if !canImport(Combine)
    extension Subscribers {
        /// Asks for every value and passes each to a closure.
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

            /// Asks for every value. A second subscription, or one after the end, is cancelled.
            public func receive(subscription: any Subscription) {
                let isFirst = lock.withLock {
                    guard self.subscription == nil, actions != nil else { return false }
                    self.subscription = subscription
                    return true
                }
                if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
            }

            /// Passes the value on.
            public func receive(_ input: Input) -> Subscribers.Demand {
                lock.withLock { actions }?.value(input)
                return .none
            }

            /// Passes the end on, and releases the closures.
            public func receive(completion: Subscribers.Completion<Failure>) {
                take().actions?.completion(completion)
            }

            /// Stops the publisher, and releases the closures.
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
        /// Calls `receiveValue` for each value and `receiveCompletion` at the end, until the result is cancelled or
        /// released. The closures run on whichever thread sends, one at a time.
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
        /// Calls `receiveValue` for each value, until the result is cancelled or released.
        public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
            sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
        }
    }
#endif
