#if !canImport(Darwin)
    extension Publishers {
        /// Transforms the error with a closure.
        public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output

            let upstream: Upstream
            let transform: (Upstream.Failure) -> Failure

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Stage<Output, Upstream.Failure, S>(
                        subscriber, onValue: { .send($0) },
                        onEnd: { [transform] completion in
                            switch completion {
                            case .finished: .end(.finished)
                            case .failure(let error): .end(.failure(transform(error)))
                            }
                        }))
            }
        }

        /// Changes the failure type of a publisher that can't fail.
        public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output

            let upstream: Upstream

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Stage<Output, Never, S>(subscriber, onValue: { .send($0) }, onEnd: { _ in .end(.finished) }))
            }
        }
    }

    extension Publisher {
        /// Transforms the error with `transform`.
        public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
            Publishers.MapError(upstream: self, transform: transform)
        }
    }

    extension Publisher where Failure == Never {
        /// Changes the failure type, so that the publisher can be combined with one that may fail.
        public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
            Publishers.SetFailureType(upstream: self)
        }
    }
#endif
