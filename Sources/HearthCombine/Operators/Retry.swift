#if !canImport(Darwin)
    extension Publishers {
        /// Subscribes again after an error, up to a number of times.
        public struct Retry<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let retries: Int

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                Attempts(upstream, Relay(subscriber), left: retries).begin()
            }

            /// Attempts run in a loop and not recursively, even if each fails before its `subscribe` returns.
            private final class Attempts<S: Subscriber> where S.Input == Output, S.Failure == Failure {
                private let upstream: Upstream
                private let relay: Relay<S>
                private let lock = Lock()
                private var left: Int
                private var isDue = false
                private var isRunning = false

                init(_ upstream: Upstream, _ relay: Relay<S>, left: Int) {
                    self.upstream = upstream
                    self.relay = relay
                    self.left = left
                }

                func begin() {
                    let begins = lock.withLock {
                        defer { (isDue, isRunning) = (true, true) }
                        return !isRunning
                    }
                    guard begins else { return }
                    while lock.withLock({ takeDue() }) {
                        upstream.subscribe(RelayHead<Failure, S>(relay: relay, onEnd: end))
                    }
                }

                private func takeDue() -> Bool {
                    isRunning = isDue
                    isDue = false
                    return isRunning
                }

                private func end(_ completion: Subscribers.Completion<Failure>) {
                    if case .failure = completion, lock.withLock({ takeTry() }) {
                        if relay.letGo() { begin() }
                    } else {
                        relay.receive(completion: completion)
                    }
                }

                private func takeTry() -> Bool {
                    guard left > 0 else { return false }
                    left -= 1
                    return true
                }
            }
        }
    }

    extension Publisher {
        /// Subscribes again after an error, at most `retries` times.
        public func retry(_ retries: Int) -> Publishers.Retry<Self> {
            Publishers.Retry(upstream: self, retries: retries)
        }
    }
#endif
