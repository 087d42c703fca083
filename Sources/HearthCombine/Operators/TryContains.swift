#if !canImport(Darwin)
    extension Publishers {
        /// Like `ContainsWhere`, but fails if the closure throws.
        public struct TryContainsWhere<Upstream: Publisher>: Publisher {
            /// Whether a value matches.
            public typealias Output = Bool
            /// Errors thrown by the closure, and those of the upstream publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            let predicate: (Upstream.Output) throws -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.tryMap(predicate).contains { $0 }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes true at the first value for which `predicate` returns true, otherwise false at the end. Fails if it
        /// throws.
        public func tryContains(
            where predicate: @escaping (Output) throws -> Bool
        ) -> Publishers.TryContainsWhere<Self> {
            Publishers.TryContainsWhere(upstream: self, predicate: predicate)
        }
    }
#endif
