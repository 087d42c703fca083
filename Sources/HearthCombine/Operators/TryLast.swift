#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the last value for which a closure returns true at the end. Fails if the closure throws.
        public struct TryLastWhere<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// Errors thrown by the closure, and those of the upstream publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            let predicate: (Upstream.Output) throws -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.tryFilter(predicate).last().receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes the last value for which `predicate` returned true at the end, if there was one. Fails if it
        /// throws.
        public func tryLast(
            where predicate: @escaping (Output) throws -> Bool
        ) -> Publishers.TryLastWhere<Self> {
            Publishers.TryLastWhere(upstream: self, predicate: predicate)
        }
    }
#endif
