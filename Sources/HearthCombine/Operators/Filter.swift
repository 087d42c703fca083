#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the values for which a closure returns true.
        public struct Filter<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// Returns true for the values to publish.
            public let isIncluded: (Output) -> Bool

            /// Publishes the values of `upstream` for which `isIncluded` returns true.
            public init(upstream: Upstream, isIncluded: @escaping (Output) -> Bool) {
                self.upstream = upstream
                self.isIncluded = isIncluded
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.compactMap { isIncluded($0) ? $0 : nil }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes the values for which `isIncluded` returns true.
        public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
            Publishers.Filter(upstream: self, isIncluded: isIncluded)
        }
    }
#endif
