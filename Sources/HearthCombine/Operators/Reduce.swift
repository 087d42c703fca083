#if !canImport(Combine)
    extension Publishers {
        /// Sends at the end what a closure made of its last result and each value.
        public struct Reduce<Upstream: Publisher, Output>: Publisher {
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let initialResult: Output
            let nextPartialResult: (Output, Upstream.Output) -> Output

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var result = initialResult
                upstream.subscribe(
                    Aggregate<Upstream.Output, S>(
                        subscriber,
                        onValue: { [nextPartialResult] in
                            result = nextPartialResult(result, $0)
                            return nil
                        }, onFinish: { result }))
            }
        }

        /// Sends the number of values at the end.
        public struct Count<Upstream: Publisher>: Publisher {
            /// The number of values.
            public typealias Output = Int
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.reduce(0) { count, _ in count + 1 }.receive(subscriber: subscriber)
            }
        }

        /// Sends the last value at the end.
        public struct Last<Upstream: Publisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var last: Output?
                upstream.subscribe(
                    Aggregate<Output, S>(
                        subscriber,
                        onValue: {
                            last = $0
                            return nil
                        }, onFinish: { last }))
            }
        }

        /// Sends the end only.
        public struct IgnoreOutput<Upstream: Publisher>: Publisher {
            /// There are none.
            public typealias Output = Never
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Aggregate<Upstream.Output, S>(subscriber, onValue: { _ in nil }, onFinish: { nil }))
            }
        }
    }

    extension Publisher {
        /// Sends at the end what `nextPartialResult` made of its last result, at first `initialResult`, and each value.
        public func reduce<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
        ) -> Publishers.Reduce<Self, T> {
            Publishers.Reduce(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }

        /// Sends the number of values at the end.
        public func count() -> Publishers.Count<Self> {
            Publishers.Count(upstream: self)
        }

        /// Sends the last value at the end, if there was one.
        public func last() -> Publishers.Last<Self> {
            Publishers.Last(upstream: self)
        }

        /// Sends the last value for which `predicate` is true at the end, if there was one.
        public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.Last<Publishers.Filter<Self>> {
            filter(predicate).last()
        }

        /// Sends the end only.
        public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
            Publishers.IgnoreOutput(upstream: self)
        }
    }
#endif
