#if !canImport(Darwin)
    extension Publishers {
        /// Like `PrefixWhile`, but fails if the closure throws.
        public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// Errors thrown by the closure, and those of the upstream publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            let predicate: (Upstream.Output) throws -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Stage<Upstream.Output, Upstream.Failure, S>(
                        subscriber, trying: { [predicate] in try predicate($0) ? .send($0) : .end(.finished) }))
            }
        }
    }

    extension Publisher {
        /// Publishes values until `predicate` returns false, then finishes. Fails if it throws.
        public func tryPrefix(
            while predicate: @escaping (Output) throws -> Bool
        ) -> Publishers.TryPrefixWhile<Self> {
            Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
        }
    }
#endif
