#if !canImport(Combine)
    extension Publishers {
        /// At an error goes on with another publisher.
        public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
        where NewPublisher.Output == Upstream.Output {
            /// The values of both publishers.
            public typealias Output = Upstream.Output
            /// The error of the second publisher.
            public typealias Failure = NewPublisher.Failure

            /// The first publisher.
            public let upstream: Upstream
            /// Makes the second publisher.
            public let handler: (Upstream.Failure) -> NewPublisher

            /// Goes on with what `handler` makes of the error of `upstream`.
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

        /// At an error goes on with another publisher, or fails with the error that is thrown meanwhile.
        public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
        where NewPublisher.Output == Upstream.Output {
            /// The values of both publishers.
            public typealias Output = Upstream.Output
            /// Any error.
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
        /// At an error goes on with the publisher that `handler` makes of it.
        public func `catch`<P: Publisher>(
            _ handler: @escaping (Failure) -> P
        ) -> Publishers.Catch<Self, P> where P.Output == Output {
            Publishers.Catch(upstream: self, handler: handler)
        }

        /// At an error goes on with the publisher that `handler` makes of it, or fails with what `handler` throws.
        public func tryCatch<P: Publisher>(
            _ handler: @escaping (Failure) throws -> P
        ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
            Publishers.TryCatch(upstream: self, handler: handler)
        }
    }
#endif
