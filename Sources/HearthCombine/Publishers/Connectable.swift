#if !canImport(Combine)
    /// A publisher that begins to send when it is told to, so that subscribers can get ready first.
    public protocol ConnectablePublisher<Output, Failure>: Publisher {
        /// Begins to send; cancelling or releasing the result stops it.
        func connect() -> any Cancellable
    }

    extension ConnectablePublisher {
        /// Connects when the first subscriber comes, and cancels the connection when the last one goes.
        public func autoconnect() -> Publishers.Autoconnect<Self> {
            Publishers.Autoconnect(upstream: self)
        }
    }

    /// A connectable publisher whose connection can be cancelled while it is made: a publisher may send, and its
    /// subscribers go, before `connect()` returns.
    protocol PreparedConnectable {
        func prepare() -> (connection: any Cancellable, start: () -> Void)
    }

    extension Publishers {
        /// Connects when the first subscriber comes, and cancels the connection when the last one goes.
        public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public final let upstream: Upstream

            private let lock = Lock()
            /// How many have subscribed and not cancelled. Those who got the end count too: nobody connects again then.
            private var subscribers = 0
            private var connection: Connection?

            /// Connects `upstream` when there are subscribers.
            public init(upstream: Upstream) {
                self.upstream = upstream
            }

            /// Attaches `subscriber`, and connects if it is the first.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                lock.withLock { subscribers += 1 }
                upstream.handleEvents(receiveCancel: leave).receive(subscriber: subscriber)
                let connection = lock.withLock { () -> Connection? in
                    guard self.connection == nil, subscribers > 0 else { return nil }
                    let connection = Connection()
                    self.connection = connection
                    return connection
                }
                connection?.open(upstream)
            }

            private func leave() {
                let connection = lock.withLock { () -> Connection? in
                    subscribers -= 1
                    return subscribers == 0 ? self.connection.take() : nil
                }
                connection?.cancel()
            }

            private final class Connection: Cancellable {
                private let lock = Lock()
                private var base: (any Cancellable)?
                private var isCancelled = false

                func open(_ upstream: Upstream) {
                    if let upstream = upstream as? any PreparedConnectable {
                        let (connection, start) = upstream.prepare()
                        hold(connection)
                        start()
                    } else {
                        hold(upstream.connect())
                    }
                }

                private func hold(_ base: any Cancellable) {
                    let isCancelled = lock.withLock {
                        if !self.isCancelled { self.base = base }
                        return self.isCancelled
                    }
                    if isCancelled { base.cancel() }
                }

                func cancel() {
                    let base = lock.withLock {
                        isCancelled = true
                        return self.base.take()
                    }
                    base?.cancel()
                }
            }
        }

        /// Makes a publisher that cannot fail wait until it is told to send.
        public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher, PreparedConnectable
        where Upstream.Failure == Never {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// It cannot fail.
            public typealias Failure = Never

            private let base: Multicast<Upstream, PassthroughSubject<Output, Never>>

            /// Makes `upstream` wait.
            public init(upstream: Upstream) {
                base = Multicast(upstream: upstream) { PassthroughSubject() }
            }

            /// Attaches `subscriber`; it gets nothing before `connect()`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
                base.receive(subscriber: subscriber)
            }

            /// Subscribes to the publisher before, for all subscribers.
            public func connect() -> any Cancellable {
                base.connect()
            }

            func prepare() -> (connection: any Cancellable, start: () -> Void) {
                base.prepare()
            }
        }
    }

    extension Publisher where Failure == Never {
        /// Makes the publisher wait for `connect()`.
        public func makeConnectable() -> Publishers.MakeConnectable<Self> {
            Publishers.MakeConnectable(upstream: self)
        }
    }
#endif
