#if !canImport(Darwin)
    /// A publisher that starts publishing with `connect()`, so that subscribers can be attached first.
    public protocol ConnectablePublisher<Output, Failure>: Publisher {
        /// Starts publishing, until the returned object is cancelled or released.
        func connect() -> any Cancellable
    }

    extension ConnectablePublisher {
        /// Connects when the first subscriber is attached, and disconnects when the last one has cancelled.
        public func autoconnect() -> Publishers.Autoconnect<Self> {
            Publishers.Autoconnect(upstream: self)
        }
    }

    /// A connectable publisher whose connection can be cancelled before `connect()` returns, because a publisher may
    /// send, and its subscribers cancel, during the call.
    protocol PreparedConnectable {
        func prepare() -> (connection: any Cancellable, start: () -> Void)
    }

    extension Publishers {
        /// Connects when the first subscriber is attached, and disconnects when the last one has cancelled.
        public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public final let upstream: Upstream

            private let lock = Lock()
            /// The number of subscribers that have not cancelled. Completed ones count too, since a completed publisher
            /// is never connected again.
            private var subscribers = 0
            private var connection: Connection?

            /// Connects `upstream` while there are subscribers.
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

        /// Makes a publisher that can't fail wait for `connect()`.
        public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher, PreparedConnectable
        where Upstream.Failure == Never {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// It can't fail.
            public typealias Failure = Never

            private let base: Multicast<Upstream, PassthroughSubject<Output, Never>>

            /// Makes `upstream` wait for `connect()`.
            public init(upstream: Upstream) {
                base = Multicast(upstream: upstream) { PassthroughSubject() }
            }

            /// Attaches `subscriber`, which gets nothing before `connect()`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
                base.receive(subscriber: subscriber)
            }

            /// Subscribes to the upstream publisher, for all subscribers.
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
