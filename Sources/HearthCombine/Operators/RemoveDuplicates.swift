#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the values that differ from the previous one.
        public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// Returns true if the second value duplicates the first.
            public let predicate: (Output, Output) -> Bool

            /// Drops values of `upstream` for which `predicate` returns true with the previously published value.
            public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
                self.upstream = upstream
                self.predicate = predicate
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                // Each subscriber has its own `last`. No lock is needed: publishers send one value at a time.
                var last: Output?
                upstream.filter { [predicate] value in
                    if let last, predicate(last, value) { return false }
                    last = value
                    return true
                }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher where Output: Equatable {
        /// Publishes the values that differ from the previous one.
        public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
            removeDuplicates(by: ==)
        }
    }

    extension Publisher {
        /// Drops values for which `predicate` returns true with the previously published value.
        public func removeDuplicates(
            by predicate: @escaping (Output, Output) -> Bool
        ) -> Publishers.RemoveDuplicates<Self> {
            Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
        }
    }
#endif
