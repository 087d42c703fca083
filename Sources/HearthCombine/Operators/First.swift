#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the first value, then finishes and cancels the upstream publisher.
        public struct First<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream

            /// Publishes the first value of `upstream`.
            public init(upstream: Upstream) {
                self.upstream = upstream
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Stage<Output, Failure, S>(subscriber) { .last($0) })
            }
        }

        /// Publishes the first value for which a closure returns true, then finishes and cancels the upstream
        /// publisher.
        public struct FirstWhere<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public let upstream: Upstream
            /// Returns true for the value to publish.
            public let predicate: (Output) -> Bool

            /// Publishes the first value of `upstream` for which `predicate` returns true.
            public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
                self.upstream = upstream
                self.predicate = predicate
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.filter(predicate).first().receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes the first value, then finishes.
        public func first() -> Publishers.First<Self> {
            Publishers.First(upstream: self)
        }

        /// Publishes the first value for which `predicate` returns true, then finishes.
        public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
            Publishers.FirstWhere(upstream: self, predicate: predicate)
        }
    }
#endif
