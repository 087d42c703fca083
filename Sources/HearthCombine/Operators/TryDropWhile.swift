#if !canImport(Darwin)
    extension Publishers {
        /// Like `DropWhile`, but fails if the closure throws.
        public struct TryDropWhile<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// Errors thrown by the closure, and those of the upstream publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            let predicate: (Upstream.Output) throws -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var drops = true
                upstream.tryFilter { [predicate] value in
                    if drops { drops = try predicate(value) }
                    return !drops
                }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Drops values until `predicate` returns false. Fails if it throws.
        public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
            Publishers.TryDropWhile(upstream: self, predicate: predicate)
        }
    }
#endif
