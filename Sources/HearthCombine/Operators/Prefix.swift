#if !canImport(Darwin)
    extension Publishers {
        /// Publishes up to a number of values, then finishes and cancels the upstream publisher.
        public struct Prefix<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let maxLength: Int

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                guard maxLength > 0 else {
                    return Empty(outputType: Output.self, failureType: Failure.self).receive(subscriber: subscriber)
                }
                var left = maxLength
                upstream.subscribe(
                    Stage<Output, Failure, S>(subscriber) {
                        left -= 1
                        return left > 0 ? .send($0) : .last($0)
                    })
            }
        }

        /// Publishes values until a closure returns false, then finishes and cancels the upstream publisher.
        public struct PrefixWhile<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let predicate: (Upstream.Output) -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Stage<Output, Failure, S>(subscriber) { [predicate] in predicate($0) ? .send($0) : .end(.finished) }
                )
            }
        }
    }

    extension Publisher {
        /// Publishes at most `maxLength` values, then finishes.
        public func prefix(_ maxLength: Int) -> Publishers.Prefix<Self> {
            Publishers.Prefix(upstream: self, maxLength: maxLength)
        }

        /// Publishes values until `predicate` returns false, then finishes.
        public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
            Publishers.PrefixWhile(upstream: self, predicate: predicate)
        }
    }
#endif
