#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the values of five publishers as they arrive.
        public struct Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher>: Publisher
        where
            B.Output == A.Output, C.Output == A.Output, D.Output == A.Output, E.Output == A.Output,
            B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure
        {
            /// The values of the publishers.
            public typealias Output = A.Output
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            private let all: MergeMany<AnyPublisher<Output, Failure>>

            /// Merges the publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) {
                all = MergeMany([
                    a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                    e.eraseToAnyPublisher(),
                ])
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                all.receive(subscriber: subscriber)
            }
        }

        /// Publishes the values of six publishers as they arrive.
        public struct Merge6<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>:
            Publisher
        where
            B.Output == A.Output, C.Output == A.Output, D.Output == A.Output, E.Output == A.Output,
            F.Output == A.Output,
            B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure,
            F.Failure == A.Failure
        {
            /// The values of the publishers.
            public typealias Output = A.Output
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            private let all: MergeMany<AnyPublisher<Output, Failure>>

            /// Merges the publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
                all = MergeMany([
                    a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                    e.eraseToAnyPublisher(), f.eraseToAnyPublisher(),
                ])
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                all.receive(subscriber: subscriber)
            }
        }

        /// Publishes the values of seven publishers as they arrive.
        public struct Merge7<
            A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
        >: Publisher
        where
            B.Output == A.Output, C.Output == A.Output, D.Output == A.Output, E.Output == A.Output,
            F.Output == A.Output, G.Output == A.Output,
            B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure,
            F.Failure == A.Failure, G.Failure == A.Failure
        {
            /// The values of the publishers.
            public typealias Output = A.Output
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            private let all: MergeMany<AnyPublisher<Output, Failure>>

            /// Merges the publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) {
                all = MergeMany([
                    a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                    e.eraseToAnyPublisher(), f.eraseToAnyPublisher(), g.eraseToAnyPublisher(),
                ])
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                all.receive(subscriber: subscriber)
            }
        }

        /// Publishes the values of eight publishers as they arrive.
        public struct Merge8<
            A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher,
            H: Publisher
        >: Publisher
        where
            B.Output == A.Output, C.Output == A.Output, D.Output == A.Output, E.Output == A.Output,
            F.Output == A.Output, G.Output == A.Output, H.Output == A.Output,
            B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure,
            F.Failure == A.Failure, G.Failure == A.Failure, H.Failure == A.Failure
        {
            /// The values of the publishers.
            public typealias Output = A.Output
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            private let all: MergeMany<AnyPublisher<Output, Failure>>

            /// Merges the publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H) {
                all = MergeMany([
                    a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), c.eraseToAnyPublisher(), d.eraseToAnyPublisher(),
                    e.eraseToAnyPublisher(), f.eraseToAnyPublisher(), g.eraseToAnyPublisher(), h.eraseToAnyPublisher(),
                ])
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                all.receive(subscriber: subscriber)
            }
        }
    }
#endif
