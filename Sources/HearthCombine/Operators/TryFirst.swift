#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the first value for which a closure returns true. Fails if the closure throws.
        public struct TryFirstWhere<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// Errors thrown by the closure, and those of the upstream publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            let predicate: (Upstream.Output) throws -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.tryFilter(predicate).first().receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes the first value for which `predicate` returns true, then finishes. Fails if it throws.
        public func tryFirst(
            where predicate: @escaping (Output) throws -> Bool
        ) -> Publishers.TryFirstWhere<Self> {
            Publishers.TryFirstWhere(upstream: self, predicate: predicate)
        }
    }
#endif
