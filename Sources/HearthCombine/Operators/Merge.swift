#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the values of many publishers as they arrive. Finishes when all have finished.
        public struct MergeMany<Upstream: Publisher>: Publisher {
            /// The values of the publishers.
            public typealias Output = Upstream.Output
            /// The failure type of the publishers.
            public typealias Failure = Upstream.Failure

            /// The publishers.
            public let publishers: [Upstream]

            /// Merges the publishers.
            public init(_ upstream: Upstream...) {
                publishers = upstream
            }

            /// Merges the publishers.
            public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
                publishers = Array(upstream)
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                Publishers.Sequence(sequence: publishers).flatMap { $0 }.receive(subscriber: subscriber)
            }

            /// Adds a publisher.
            public func merge(with other: Upstream) -> MergeMany {
                MergeMany(publishers + [other])
            }
        }

        /// Publishes the values of two publishers as they arrive.
        public struct Merge<A: Publisher, B: Publisher>: Publisher
        where
            B.Output == A.Output,
            B.Failure == A.Failure
        {
            /// The values of the publishers.
            public typealias Output = A.Output
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            private let all: MergeMany<AnyPublisher<Output, Failure>>

            /// Merges the publishers.
            public init(_ a: A, _ b: B) {
                all = MergeMany(a.eraseToAnyPublisher(), b.eraseToAnyPublisher())
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                all.receive(subscriber: subscriber)
            }
        }

        /// Publishes the values of three publishers as they arrive.
        public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
        where
            B.Output == A.Output, C.Output == A.Output,
            B.Failure == A.Failure, C.Failure == A.Failure
        {
            /// The values of the publishers.
            public typealias Output = A.Output
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            private let all: MergeMany<AnyPublisher<Output, Failure>>

            /// Merges the publishers.
            public init(_ a: A, _ b: B, _ c: C) {
                all = MergeMany(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher())
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                all.receive(subscriber: subscriber)
            }
        }

        /// Publishes the values of four publishers as they arrive.
        public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
        where
            B.Output == A.Output, C.Output == A.Output, D.Output == A.Output,
            B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure
        {
            /// The values of the publishers.
            public typealias Output = A.Output
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            private let all: MergeMany<AnyPublisher<Output, Failure>>

            /// Merges the publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D) {
                all = MergeMany([
                    a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                ])
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                all.receive(subscriber: subscriber)
            }
        }
    }
#endif
