#if !canImport(Darwin)
    extension Publishers {
        /// Publishes all values as one array at the end.
        public struct Collect<Upstream: Publisher>: Publisher {
            /// An array of all values.
            public typealias Output = [Upstream.Output]
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var values: [Upstream.Output] = []
                upstream.subscribe(
                    Aggregate<Upstream.Output, S>(
                        subscriber,
                        onValue: {
                            values.append($0)
                            return nil
                        }, onFinish: { values }))
            }
        }

        /// Publishes arrays of a number of values; the last one may be shorter.
        public struct CollectByCount<Upstream: Publisher>: Publisher {
            /// An array of values.
            public typealias Output = [Upstream.Output]
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let count: Int

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var values: [Upstream.Output] = []
                upstream.subscribe(
                    Stage<Upstream.Output, Failure, S>(
                        subscriber,
                        onValue: { [count] in
                            values.append($0)
                            guard values.count >= count else { return .skip }
                            defer { values = [] }
                            return .send(values)
                        },
                        onEnd: { completion in
                            if case .finished = completion, !values.isEmpty { .last(values) } else { .end(completion) }
                        }))
            }
        }
    }

    extension Publisher {
        /// Publishes all values as one array at the end. If the publisher fails, the values are dropped.
        public func collect() -> Publishers.Collect<Self> {
            Publishers.Collect(upstream: self)
        }

        /// Publishes arrays of `count` values; the last one may be shorter.
        public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
            Publishers.CollectByCount(upstream: self, count: count)
        }
    }
#endif
