#if !canImport(Darwin)
    extension Publishers {
        /// Like `AllSatisfy`, but fails if the closure throws.
        public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
            /// Whether all values match.
            public typealias Output = Bool
            /// Errors thrown by the closure, and those of the upstream publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            let predicate: (Upstream.Output) throws -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.tryMap(predicate).allSatisfy { $0 }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes false at the first value for which `predicate` returns false, otherwise true at the end. Fails if it
        /// throws.
        public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self> {
            Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
        }
    }
#endif
