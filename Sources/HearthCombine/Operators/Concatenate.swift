#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the values of one publisher, then those of another.
        public struct Concatenate<Upstream: Publisher, Suffix: Publisher>: Publisher
        where Suffix.Output == Upstream.Output, Suffix.Failure == Upstream.Failure {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let suffix: Suffix

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let relay = Relay(subscriber)
                upstream.subscribe(
                    RelayHead<Failure, S>(relay: relay) { [suffix] completion in
                        switch completion {
                        case .finished: relay.goOn { suffix }
                        case .failure: relay.receive(completion: completion)
                        }
                    })
            }
        }
    }

    extension Publisher {
        /// Publishes the values of `publisher` after this publisher's.
        public func append<P: Publisher>(
            _ publisher: P
        ) -> Publishers.Concatenate<Self, P> where P.Output == Output, P.Failure == Failure {
            Publishers.Concatenate(upstream: self, suffix: publisher)
        }

        /// Publishes `elements` after this publisher's values.
        public func append(
            _ elements: Output...
        ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
            append(Publishers.Sequence(sequence: elements))
        }

        /// Publishes the values of `publisher` before this publisher's.
        public func prepend<P: Publisher>(
            _ publisher: P
        ) -> Publishers.Concatenate<P, Self> where P.Output == Output, P.Failure == Failure {
            Publishers.Concatenate(upstream: publisher, suffix: self)
        }

        /// Publishes `elements` before this publisher's values.
        public func prepend(
            _ elements: Output...
        ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
            prepend(Publishers.Sequence(sequence: elements))
        }
    }
#endif
