#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the result of a closure that gets its previous result and each value.
        public struct Scan<Upstream: Publisher, Output>: Publisher {
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let initialResult: Output
            let nextPartialResult: (Output, Upstream.Output) -> Output

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                // Each subscriber has its own result.
                var result = initialResult
                upstream.map { [nextPartialResult] value in
                    result = nextPartialResult(result, value)
                    return result
                }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes the result of `nextPartialResult` for each value. It gets its previous result, initially
        /// `initialResult`, and the value.
        public func scan<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
        ) -> Publishers.Scan<Self, T> {
            Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }
    }
#endif
