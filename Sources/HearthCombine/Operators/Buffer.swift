#if !canImport(Darwin)
    extension Publishers {
        /// The demand of a buffer to its upstream publisher.
        public enum PrefetchStrategy: Hashable, Sendable {
            /// As many values as the buffer has room for.
            case keepFull
            /// All values.
            case byRequest
        }

        /// The handling of a value that arrives at a full buffer.
        public enum BufferingStrategy<Failure: Error> {
            /// Drops the new value.
            case dropNewest
            /// Drops the oldest waiting value.
            case dropOldest
            /// Fails with the error that the closure returns.
            case customError(() -> Failure)
        }

        /// Buffers values for a subscriber that requests fewer.
        public struct Buffer<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// The most values to buffer.
            public let size: Int
            /// The demand to the upstream publisher.
            public let prefetch: PrefetchStrategy
            /// The handling of values that arrive at a full buffer.
            public let whenFull: BufferingStrategy<Failure>

            /// Buffers up to `size` values of `upstream`.
            public init(
                upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
            ) {
                self.upstream = upstream
                self.size = size
                self.prefetch = prefetch
                self.whenFull = whenFull
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(subscriber, self))
            }

            private final class Inner<Downstream: Subscriber>: Subscriber
            where Downstream.Input == Output, Downstream.Failure == Failure {
                private let delivery: Delivery<Downstream>
                private let link = Link()
                private let settings: Buffer

                init(_ downstream: Downstream, _ settings: Buffer) {
                    delivery = Delivery(to: downstream, reserve: Swift.max(0, settings.size))
                    self.settings = settings
                }

                func receive(subscription: any Subscription) {
                    guard link.attach(subscription) else { return }
                    let keepsFull = settings.prefetch == .keepFull
                    // A delivered value leaves room for another.
                    delivery.connect(
                        .init(onTaken: keepsFull ? { [link] in link.request(.max(1)) } : nil, onEnd: link.cancel))
                    delivery.start()
                    link.request(keepsFull ? .max(settings.size) : .unlimited)
                }

                func receive(_ input: Output) -> Subscribers.Demand {
                    switch settings.whenFull {
                    case .dropOldest:
                        // The dropped value is released here, outside all locks.
                        let dropped = delivery.enqueue(input)
                        withExtendedLifetime(dropped) { delivery.deliver() }
                    case .dropNewest:
                        guard !delivery.isFull else { return .none }
                        _ = delivery.enqueue(input)
                        delivery.deliver()
                    case .customError(let error):
                        if delivery.isFull {
                            link.cancel()
                            delivery.enqueue(completion: .failure(error()))
                        } else {
                            _ = delivery.enqueue(input)
                        }
                        delivery.deliver()
                    }
                    return .none
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    link.end()
                    delivery.enqueue(completion: completion)
                    delivery.deliver()
                }
            }
        }
    }

    extension Publisher {
        /// Buffers up to `size` values that the subscriber has not requested yet. They are delivered before the
        /// completion.
        ///
        /// - Parameters:
        ///   - size: the most values to buffer.
        ///   - prefetch: the demand to this publisher.
        ///   - whenFull: the handling of values that arrive at a full buffer.
        public func buffer(
            size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
        ) -> Publishers.Buffer<Self> {
            Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
        }
    }
#endif
