#if !canImport(Combine)
    extension Publishers {
        /// Sends the values of one subscription to many subscribers, through a subject. It subscribes when it is
        /// connected.
        public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher,
            PreparedConnectable
        where SubjectType.Output == Upstream.Output, SubjectType.Failure == Upstream.Failure {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public final let upstream: Upstream
            /// Makes the subject.
            public final let createSubject: () -> SubjectType

            private let lock = Lock()
            private var made: SubjectType?

            /// Sends the values of `upstream` through the subject that `createSubject` makes when it is first needed.
            public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
                self.upstream = upstream
                self.createSubject = createSubject
            }

            /// Attaches `subscriber` to the subject.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                subject.receive(subscriber: subscriber)
            }

            /// Subscribes to the publisher before, for all subscribers.
            public func connect() -> any Cancellable {
                upstream.subscribe(subject)
            }

            func prepare() -> (connection: any Cancellable, start: () -> Void) {
                let feed = SubjectFeed(subject)
                return (AnyCancellable(feed), { [upstream] in upstream.subscribe(feed) })
            }

            private var subject: SubjectType {
                if let made = lock.withLock({ made }) { return made }
                // Foreign code, outside of the lock; of two threads the first one's subject is kept.
                let new = createSubject()
                return lock.withLock {
                    let kept = made ?? new
                    made = kept
                    return kept
                }
            }
        }

        /// Sends the values of one subscription to many subscribers: it begins with the first of them, and ends when
        /// the last one has gone.
        public final class Share<Upstream: Publisher>: Publisher, Equatable {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// The error of the publisher before.
            public typealias Failure = Upstream.Failure

            /// The publisher before.
            public final let upstream: Upstream
            private let base: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

            /// Shares `upstream`.
            public init(upstream: Upstream) {
                self.upstream = upstream
                base = upstream.multicast { PassthroughSubject() }.autoconnect()
            }

            /// Attaches `subscriber`. One that comes late gets what is sent from then on, and the end in any case.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                base.receive(subscriber: subscriber)
            }

            /// True for the same object.
            public static func == (left: Share, right: Share) -> Bool { left === right }
        }
    }

    extension Publisher {
        /// Sends the values through a subject that `createSubject` makes, to all who subscribe, from `connect()` on.
        public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
        where S.Output == Output, S.Failure == Failure {
            Publishers.Multicast(upstream: self, createSubject: createSubject)
        }

        /// Sends the values through `subject`, to all who subscribe, from `connect()` on.
        public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
        where S.Output == Output, S.Failure == Failure {
            multicast { subject }
        }

        /// Subscribes once for all subscribers: with the first of them, until the last one has gone.
        public func share() -> Publishers.Share<Self> {
            Publishers.Share(upstream: self)
        }
    }
#endif
