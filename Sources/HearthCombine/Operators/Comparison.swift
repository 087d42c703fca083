#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the minimum or maximum at the end.
        public struct Comparison<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            /// Whether the second value replaces the first, which is the best so far.
            let replaces: (Upstream.Output, Upstream.Output) -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var best: Output?
                upstream.subscribe(
                    Aggregate<Output, S>(
                        subscriber,
                        onValue: { [replaces] value in
                            if best.map({ replaces($0, value) }) ?? true { best = value }
                            return nil
                        }, onFinish: { best }))
            }
        }
    }

    extension Publisher {
        /// Publishes the minimum by an order at the end, the first of equal values; nothing if there were no values.
        public func min(
            by areInIncreasingOrder: @escaping (Output, Output) -> Bool
        ) -> Publishers.Comparison<Self> {
            Publishers.Comparison(upstream: self, replaces: { areInIncreasingOrder($1, $0) })
        }

        /// Publishes the maximum by an order at the end, the last of equal values; nothing if there were no values.
        public func max(
            by areInIncreasingOrder: @escaping (Output, Output) -> Bool
        ) -> Publishers.Comparison<Self> {
            Publishers.Comparison(upstream: self, replaces: { !areInIncreasingOrder($1, $0) })
        }
    }

    extension Publisher where Output: Comparable {
        /// Publishes the minimum at the end; nothing if there were no values.
        public func min() -> Publishers.Comparison<Self> { min(by: <) }

        /// Publishes the maximum at the end; nothing if there were no values.
        public func max() -> Publishers.Comparison<Self> { max(by: <) }
    }
#endif
