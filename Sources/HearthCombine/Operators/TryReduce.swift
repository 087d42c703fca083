#if !canImport(Darwin)
    extension Publishers {
        /// Like `Reduce`, but fails if the closure throws.
        public struct TryReduce<Upstream: Publisher, Output>: Publisher {
            /// Errors thrown by the closure, and those of the upstream publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            let initialResult: Output
            let nextPartialResult: (Output, Upstream.Output) throws -> Output

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var result = initialResult
                upstream.tryMap { [nextPartialResult] in result = try nextPartialResult(result, $0) }
                    .subscribe(Aggregate<Void, S>(subscriber, onValue: { nil }, onFinish: { result }))
            }
        }
    }

    extension Publisher {
        /// Publishes the last result of `nextPartialResult`, which gets its previous result and each value, at the end.
        /// Fails if it throws.
        public func tryReduce<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
        ) -> Publishers.TryReduce<Self, T> {
            Publishers.TryReduce(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }
    }
#endif
