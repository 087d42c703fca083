#if !canImport(Darwin)
    extension Publishers {
        /// Continues with another publisher after an error.
        public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
        where NewPublisher.Output == Upstream.Output {
            /// The values of both publishers.
            public typealias Output = Upstream.Output
            /// The failure type of the second publisher.
            public typealias Failure = NewPublisher.Failure

            /// The first publisher.
            public let upstream: Upstream
            /// Creates the second publisher from the error.
            public let handler: (Upstream.Failure) -> NewPublisher

            /// Continues with the publisher that `handler` creates from an error of `upstream`.
            public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
                self.upstream = upstream
                self.handler = handler
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let relay = Relay(subscriber)
                upstream.subscribe(
                    RelayHead<Upstream.Failure, S>(relay: relay) { [handler] completion in
                        switch completion {
                        case .finished: relay.receive(completion: .finished)
                        case .failure(let error): relay.goOn { handler(error) }
                        }
                    })
            }
        }

        /// Continues with another publisher after an error, or fails if creating it throws.
        public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
        where NewPublisher.Output == Upstream.Output {
            /// The values of both publishers.
            public typealias Output = Upstream.Output
            /// Errors thrown by the closure, and those of the new publisher.
            public typealias Failure = any Error

            let upstream: Upstream
            let handler: (Upstream.Failure) throws -> NewPublisher

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                let relay = Relay(subscriber)
                upstream.subscribe(
                    RelayHead<Upstream.Failure, S>(relay: relay) { [handler] completion in
                        guard case .failure(let error) = completion else { return relay.receive(completion: .finished) }
                        guard relay.letGo() else { return }
                        do {
                            try handler(error).mapError { $0 as any Error }.subscribe(relay)
                        } catch {
                            relay.receive(completion: .failure(error))
                        }
                    })
            }
        }
    }

    extension Publisher {
        /// Continues with the publisher that `handler` creates from an error.
        public func `catch`<P: Publisher>(
            _ handler: @escaping (Failure) -> P
        ) -> Publishers.Catch<Self, P> where P.Output == Output {
            Publishers.Catch(upstream: self, handler: handler)
        }

        /// Continues with the publisher that `handler` creates from an error, or fails if `handler` throws.
        public func tryCatch<P: Publisher>(
            _ handler: @escaping (Failure) throws -> P
        ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
            Publishers.TryCatch(upstream: self, handler: handler)
        }
    }
#endif
