#if !canImport(Darwin)
    extension Publishers {
        /// Calls closures on events between the upstream publisher and the subscriber.
        public struct HandleEvents<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let actions: EventActions<Output, Failure>

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(Inner(subscriber, actions))
            }

            private final class Inner<Downstream: Subscriber>: Subscriber, Subscription
            where Downstream.Input == Output, Downstream.Failure == Failure {
                private let link = Link()
                private let lock = Lock()
                private var downstream: Downstream?
                private var actions: EventActions<Output, Failure>?

                init(_ downstream: Downstream, _ actions: EventActions<Output, Failure>) {
                    self.downstream = downstream
                    self.actions = actions
                }

                func receive(subscription: any Subscription) {
                    guard link.attach(subscription) else { return }
                    let (downstream, actions) = lock.withLock { (self.downstream, self.actions) }
                    actions?.subscription?(subscription)
                    downstream?.receive(subscription: self)
                }

                func receive(_ input: Output) -> Subscribers.Demand {
                    let (downstream, actions) = lock.withLock { (self.downstream, self.actions) }
                    guard let downstream else { return .none }
                    actions?.output?(input)
                    let more = downstream.receive(input)
                    if more > .none { actions?.request?(more) }
                    return more
                }

                func receive(completion: Subscribers.Completion<Failure>) {
                    link.end()
                    let (downstream, actions) = take()
                    guard let downstream else { return }
                    actions?.completion?(completion)
                    downstream.receive(completion: completion)
                }

                func request(_ demand: Subscribers.Demand) {
                    lock.withLock { actions }?.request?(demand)
                    link.request(demand)
                }

                func cancel() {
                    let (downstream, actions) = take()
                    if downstream != nil { actions?.cancel?() }
                    link.cancel()
                }

                private func take() -> (Downstream?, EventActions<Output, Failure>?) {
                    lock.withLock {
                        defer {
                            downstream = nil
                            actions = nil
                        }
                        return (downstream, actions)
                    }
                }
            }
        }
    }

    struct EventActions<Output, Failure: Error> {
        var subscription: ((any Subscription) -> Void)?
        var output: ((Output) -> Void)?
        var completion: ((Subscribers.Completion<Failure>) -> Void)?
        var cancel: (() -> Void)?
        var request: ((Subscribers.Demand) -> Void)?
    }

    extension Publisher {
        /// Calls the closures on events, each before the subscriber or the publisher gets it.
        public func handleEvents(
            receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (() -> Void)? = nil, receiveRequest: ((Subscribers.Demand) -> Void)? = nil
        ) -> Publishers.HandleEvents<Self> {
            Publishers.HandleEvents(
                upstream: self,
                actions: EventActions(
                    subscription: receiveSubscription, output: receiveOutput, completion: receiveCompletion,
                    cancel: receiveCancel, request: receiveRequest))
        }

        /// Prints events, prefixed by `prefix`, to standard output or to `stream`.
        public func print(
            _ prefix: String = "", to stream: (any TextOutputStream)? = nil
        ) -> Publishers.HandleEvents<Self> {
            let start = prefix.isEmpty ? "" : prefix + ": "
            var stream = stream
            func line(_ text: String) {
                if stream == nil { Swift.print(start + text) } else { stream?.write(start + text + "\n") }
            }
            return handleEvents(
                receiveSubscription: { line("receive subscription: (\($0))") },
                receiveOutput: { line("receive value: (\($0))") },
                receiveCompletion: { completion in
                    switch completion {
                    case .finished: line("receive finished")
                    case .failure(let error): line("receive error: (\(error))")
                    }
                },
                receiveCancel: { line("receive cancel") },
                receiveRequest: { line("request \($0.max.map { "max: (\($0))" } ?? "unlimited")") })
        }
    }
#endif
