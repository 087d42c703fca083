#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the last result of a closure at the end. The closure gets its previous result and each value.
        public struct Reduce<Upstream: Publisher, Output>: Publisher {
            /// The failure type of the upstream publisher.
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

        /// Publishes the number of values at the end.
        public struct Count<Upstream: Publisher>: Publisher {
            /// The number of values.
            public typealias Output = Int
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.reduce(0) { count, _ in count + 1 }.receive(subscriber: subscriber)
            }
        }

        /// Publishes the last value at the end.
        public struct Last<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
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

        /// Publishes no values, only the completion.
        public struct IgnoreOutput<Upstream: Publisher>: Publisher {
            /// Publishes no values.
            public typealias Output = Never
            /// The failure type of the upstream publisher.
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
        /// Publishes the last result of `nextPartialResult` at the end. The closure gets its previous result, initially
        /// `initialResult`, and each value.
        public func reduce<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
        ) -> Publishers.Reduce<Self, T> {
            Publishers.Reduce(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }

        /// Publishes the number of values at the end.
        public func count() -> Publishers.Count<Self> {
            Publishers.Count(upstream: self)
        }

        /// Publishes the last value at the end, if there was one.
        public func last() -> Publishers.Last<Self> {
            Publishers.Last(upstream: self)
        }

        /// Publishes the last value for which `predicate` returned true at the end, if there was one.
        public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.Last<Publishers.Filter<Self>> {
            filter(predicate).last()
        }

        /// Publishes no values, only the completion.
        public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
            Publishers.IgnoreOutput(upstream: self)
        }
    }
#endif
