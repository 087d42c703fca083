#if !canImport(Darwin)
    extension Publishers {
        /// Like `Comparison`, but fails if the closure throws.
        public struct TryComparison<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// Errors thrown by the closure, and those of the upstream publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            /// Whether the second value replaces the first, which is the best so far.
            let replaces: (Upstream.Output, Upstream.Output) throws -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var best: Output?
                upstream.tryMap { [replaces] value in
                    if let known = best, try !replaces(known, value) { return }
                    best = value
                }
                .subscribe(Aggregate<Void, S>(subscriber, onValue: { nil }, onFinish: { best }))
            }
        }
    }

    extension Publisher {
        /// Publishes the minimum by an order at the end, the first of equal values. Fails if the closure throws.
        public func tryMin(
            by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
        ) -> Publishers.TryComparison<Self> {
            Publishers.TryComparison(upstream: self, replaces: { try areInIncreasingOrder($1, $0) })
        }

        /// Publishes the maximum by an order at the end, the last of equal values. Fails if the closure throws.
        public func tryMax(
            by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool
        ) -> Publishers.TryComparison<Self> {
            Publishers.TryComparison(upstream: self, replaces: { try !areInIncreasingOrder($1, $0) })
        }
    }
#endif
