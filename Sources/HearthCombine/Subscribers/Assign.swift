#if !canImport(Darwin)
    extension Subscribers {
        /// Requests unlimited values and assigns each to a property. Retains the object until completion.
        public final class Assign<Root, Input>: Subscriber, Cancellable {
            /// The publisher can't fail.
            public typealias Failure = Never

            private let sink: Sink<Input, Never>

            /// Creates a subscriber that assigns to `keyPath` of `object`.
            public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
                sink = Sink(receiveCompletion: { _ in }, receiveValue: { object[keyPath: keyPath] = $0 })
            }

            /// Requests unlimited values.
            public func receive(subscription: any Subscription) {
                sink.receive(subscription: subscription)
            }

            /// Assigns the value.
            public func receive(_ input: Input) -> Subscribers.Demand {
                sink.receive(input)
            }

            /// Releases the object.
            public func receive(completion: Subscribers.Completion<Never>) {
                sink.receive(completion: completion)
            }

            /// Cancels the subscription and releases the object.
            public func cancel() {
                sink.cancel()
            }
        }
    }

    extension Publisher where Failure == Never {
        /// Assigns each value to `keyPath` of `object`, which is retained until the returned object is cancelled or
        /// released.
        public func assign<Root>(
            to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
        ) -> AnyCancellable {
            let assign = Subscribers.Assign(object: object, keyPath: keyPath)
            subscribe(assign)
            return AnyCancellable(assign)
        }
    }
#endif
