#if !canImport(Darwin)
    extension Publishers {
        /// Publishes values until another publisher publishes one, then finishes and cancels both.
        public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let other: Other

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let gate = Gate(subscriber, isOpen: true)
                other.subscribe(
                    GateSignal<Other.Output, Other.Failure, S>(gate) { _ in })
                upstream.subscribe(gate)
            }
        }
    }

    extension Publisher {
        /// Publishes values until `publisher` publishes one, then finishes. A completion of `publisher` has no effect.
        public func prefix<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.PrefixUntilOutput<Self, P> {
            Publishers.PrefixUntilOutput(upstream: self, other: publisher)
        }
    }
#endif
