#if !canImport(Combine)
    extension Publishers {
        /// Sends the values for which a closure is true.
        public struct Filter<Upstream: Publisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public let upstream: Upstream
            /// True for the values to send.
            public let isIncluded: (Output) -> Bool

            /// Sends the values of `upstream` for which `isIncluded` is true.
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
        /// Sends the values for which `isIncluded` is true.
        public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
            Publishers.Filter(upstream: self, isIncluded: isIncluded)
        }
    }
#endif
