#if !canImport(Darwin)
    extension Publishers {
        /// Publishes at the end the value that comes before or after all others in an order.
        public struct Comparison<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            /// Whether the second value takes the place of the first, the best until then.
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
        /// Publishes at the end the least value by an order, the first of equal ones; nothing if there was none.
        public func min(
            by areInIncreasingOrder: @escaping (Output, Output) -> Bool
        ) -> Publishers.Comparison<Self> {
            Publishers.Comparison(upstream: self, replaces: { areInIncreasingOrder($1, $0) })
        }

        /// Publishes at the end the greatest value by an order, the last of equal ones; nothing if there was none.
        public func max(
            by areInIncreasingOrder: @escaping (Output, Output) -> Bool
        ) -> Publishers.Comparison<Self> {
            Publishers.Comparison(upstream: self, replaces: { !areInIncreasingOrder($1, $0) })
        }
    }

    extension Publisher where Output: Comparable {
        /// Publishes at the end the least value; nothing if there was none.
        public func min() -> Publishers.Comparison<Self> { min(by: <) }

        /// Publishes at the end the greatest value; nothing if there was none.
        public func max() -> Publishers.Comparison<Self> { max(by: <) }
    }
#endif
