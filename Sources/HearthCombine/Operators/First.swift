#if !canImport(Combine)
    extension Publishers {
        /// Sends the first value, then finishes and cancels the publisher before.
        public struct First<Upstream: Publisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public let upstream: Upstream

            /// Sends the first value of `upstream`.
            public init(upstream: Upstream) {
                self.upstream = upstream
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Stage<Output, Failure, S>(subscriber) { .last($0) })
            }
        }

        /// Sends the first value for which a closure is true, then finishes and cancels the publisher before.
        public struct FirstWhere<Upstream: Publisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public let upstream: Upstream
            /// True for the value to send.
            public let predicate: (Output) -> Bool

            /// Sends the first value of `upstream` for which `predicate` is true.
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
        /// Sends the first value, then finishes.
        public func first() -> Publishers.First<Self> {
            Publishers.First(upstream: self)
        }

        /// Sends the first value for which `predicate` is true, then finishes.
        public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
            Publishers.FirstWhere(upstream: self, predicate: predicate)
        }
    }
#endif
