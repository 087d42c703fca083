#if !canImport(Darwin)
    extension Publishers {
        /// Drops values until another publisher publishes one.
        public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
        where Upstream.Failure == Other.Failure {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let other: Other

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let gate = Gate(subscriber, isOpen: false)
                other.subscribe(
                    GateSignal<Other.Output, Other.Failure, S>(gate) { gate.end($0) })
                upstream.subscribe(gate)
            }
        }
    }

    extension Publisher {
        /// Drops values until `publisher` publishes one, and then cancels `publisher`. If that completes without a
        /// value, this publisher completes in the same way.
        public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
        where P.Failure == Failure {
            Publishers.DropUntilOutput(upstream: self, other: publisher)
        }
    }
#endif
