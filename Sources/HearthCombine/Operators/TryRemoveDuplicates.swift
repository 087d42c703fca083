#if !canImport(Darwin)
    extension Publishers {
        /// Like `RemoveDuplicates`, but fails if the closure throws.
        public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// Errors thrown by the closure, and those of the upstream publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var last: Output?
                upstream.tryFilter { [predicate] value in
                    if let last, try predicate(last, value) { return false }
                    last = value
                    return true
                }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Drops values for which `predicate` returns true with the previously published value. Fails if it throws.
        public func tryRemoveDuplicates(
            by predicate: @escaping (Output, Output) throws -> Bool
        ) -> Publishers.TryRemoveDuplicates<Self> {
            Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
        }
    }
#endif
