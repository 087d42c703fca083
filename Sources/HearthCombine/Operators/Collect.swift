#if !canImport(Combine)
    extension Publishers {
        /// Sends all values as one array at the end.
        public struct Collect<Upstream: Publisher>: Publisher {
            /// All values.
            public typealias Output = [Upstream.Output]
            /// The error of the publisher before.
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

        /// Sends arrays of so many values, and of fewer at the end.
        public struct CollectByCount<Upstream: Publisher>: Publisher {
            /// So many values each.
            public typealias Output = [Upstream.Output]
            /// The error of the publisher before.
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
        /// Sends all values as one array at the end; an error leaves nothing.
        public func collect() -> Publishers.Collect<Self> {
            Publishers.Collect(upstream: self)
        }

        /// Sends arrays of `count` values, and of fewer at the end.
        public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
            Publishers.CollectByCount(upstream: self, count: count)
        }
    }
#endif
