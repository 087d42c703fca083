#if !canImport(Darwin)
    extension Publishers {
        /// Publishes a value instead of an error, then finishes.
        public struct ReplaceError<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// It can't fail.
            public typealias Failure = Never

            let upstream: Upstream
            let output: Upstream.Output

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.catch { [output] _ in Just(output) }.receive(subscriber: subscriber)
            }
        }

        /// Publishes a value if the upstream publisher finishes without any.
        public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let output: Upstream.Output

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let relay = Relay(subscriber)
                var isEmpty = true
                upstream.map { value in
                    isEmpty = false
                    return value
                }.subscribe(
                    RelayHead<Failure, S>(relay: relay) { [output] completion in
                        if case .finished = completion, isEmpty {
                            relay.goOn { Just(output).setFailureType(to: Failure.self) }
                        } else {
                            relay.receive(completion: completion)
                        }
                    })
            }
        }
    }

    extension Publisher {
        /// Publishes `output` instead of an error, then finishes.
        public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
            Publishers.ReplaceError(upstream: self, output: output)
        }

        /// Publishes `output` if the publisher finishes without a value.
        public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
            Publishers.ReplaceEmpty(upstream: self, output: output)
        }

        /// Publishes `output` instead of each nil.
        public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
            map { $0 ?? output }
        }
    }
#endif
