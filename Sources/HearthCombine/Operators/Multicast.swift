#if !canImport(Darwin)
    extension Publishers {
        /// Shares one subscription among many subscribers through a subject. Subscribes when it is connected.
        public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher,
            PreparedConnectable
        where SubjectType.Output == Upstream.Output, SubjectType.Failure == Upstream.Failure {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public final let upstream: Upstream
            /// Creates the subject.
            public final let createSubject: () -> SubjectType

            private let lock = Lock()
            private var made: SubjectType?

            /// Publishes the values of `upstream` through a subject, which `createSubject` creates when it is first
            /// needed.
            public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
                self.upstream = upstream
                self.createSubject = createSubject
            }

            /// Attaches `subscriber` to the subject.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                subject.receive(subscriber: subscriber)
            }

            /// Subscribes to the upstream publisher, for all subscribers.
            public func connect() -> any Cancellable {
                upstream.subscribe(subject)
            }

            func prepare() -> (connection: any Cancellable, start: () -> Void) {
                let feed = SubjectFeed(subject)
                return (AnyCancellable(feed), { [upstream] in upstream.subscribe(feed) })
            }

            private var subject: SubjectType {
                if let made = lock.withLock({ made }) { return made }
                // This runs foreign code, so outside the lock. If two threads get here, the first one's subject is
                // used.
                let new = createSubject()
                return lock.withLock {
                    let kept = made ?? new
                    made = kept
                    return kept
                }
            }
        }

        /// Shares one subscription among many subscribers, from the first subscriber until the last one has cancelled.
        public final class Share<Upstream: Publisher>: Publisher, Equatable {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            /// The upstream publisher.
            public final let upstream: Upstream
            private let base: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

            /// Shares `upstream`.
            public init(upstream: Upstream) {
                self.upstream = upstream
                base = upstream.multicast { PassthroughSubject() }.autoconnect()
            }

            /// Attaches `subscriber`. A late subscriber gets the values from then on, and the completion in any case.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                base.receive(subscriber: subscriber)
            }

            /// True for the same object.
            public static func == (left: Share, right: Share) -> Bool { left === right }
        }
    }

    extension Publisher {
        /// Shares the values among subscribers through a subject that `createSubject` creates, starting with
        /// `connect()`.
        public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
        where S.Output == Output, S.Failure == Failure {
            Publishers.Multicast(upstream: self, createSubject: createSubject)
        }

        /// Shares the values among subscribers through `subject`, starting with `connect()`.
        public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
        where S.Output == Output, S.Failure == Failure {
            multicast { subject }
        }

        /// Shares one subscription among subscribers, from the first one until the last one has cancelled.
        public func share() -> Publishers.Share<Self> {
            Publishers.Share(upstream: self)
        }
    }
#endif
