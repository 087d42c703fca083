#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the latest values of two publishers whenever one of them publishes.
        public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
        where B.Failure == A.Failure {
            /// A tuple with one value of each publisher.
            public typealias Output = (A.Output, B.Output)
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            /// The first publisher.
            public let a: A
            /// The second publisher.
            public let b: B

            /// Combines the publishers.
            public init(_ a: A, _ b: B) {
                self.a = a
                self.b = b
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                PairJoin<LatestRule<A.Output, B.Output>, S>(subscriber, rule: LatestRule()).subscribe(to: a, b)
            }
        }

        /// Publishes the latest values of three publishers whenever one of them publishes.
        public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
        where B.Failure == A.Failure, C.Failure == A.Failure {
            /// A tuple with one value of each publisher.
            public typealias Output = (A.Output, B.Output, C.Output)
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            /// The first publisher.
            public let a: A
            /// The second publisher.
            public let b: B
            /// The third publisher.
            public let c: C

            /// Combines the publishers.
            public init(_ a: A, _ b: B, _ c: C) {
                self.a = a
                self.b = b
                self.c = c
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                CombineLatest(CombineLatest(a, b), c).map { ($0.0, $0.1, $1) }.receive(subscriber: subscriber)
            }
        }

        /// Publishes the latest values of four publishers whenever one of them publishes.
        public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
        where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure {
            /// A tuple with one value of each publisher.
            public typealias Output = (A.Output, B.Output, C.Output, D.Output)
            /// The failure type of the publishers.
            public typealias Failure = A.Failure

            /// The first publisher.
            public let a: A
            /// The second publisher.
            public let b: B
            /// The third publisher.
            public let c: C
            /// The fourth publisher.
            public let d: D

            /// Combines the publishers.
            public init(_ a: A, _ b: B, _ c: C, _ d: D) {
                self.a = a
                self.b = b
                self.c = c
                self.d = d
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                CombineLatest(CombineLatest(a, b), CombineLatest(c, d)).map { ($0.0, $0.1, $1.0, $1.1) }
                    .receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes the latest values of all publishers whenever one of them publishes, once each has published.
        /// Finishes when all have finished.
        public func combineLatest<P: Publisher>(
            _ other: P
        ) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure {
            Publishers.CombineLatest(self, other)
        }

        /// Like the variant without `transform`, but publishes the result of `transform`.
        public func combineLatest<P: Publisher, T>(
            _ other: P, _ transform: @escaping (Output, P.Output) -> T
        ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
            combineLatest(other).map { transform($0.0, $0.1) }
        }

        /// Publishes the latest values of all publishers whenever one of them publishes, once each has published.
        /// Finishes when all have finished.
        public func combineLatest<P: Publisher, Q: Publisher>(
            _ first: P, _ second: Q
        ) -> Publishers.CombineLatest3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
            Publishers.CombineLatest3(self, first, second)
        }

        /// Like the variant without `transform`, but publishes the result of `transform`.
        public func combineLatest<P: Publisher, Q: Publisher, T>(
            _ first: P, _ second: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
        ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
            combineLatest(first, second).map { transform($0.0, $0.1, $0.2) }
        }

        /// Publishes the latest values of all publishers whenever one of them publishes, once each has published.
        /// Finishes when all have finished.
        public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
            _ first: P, _ second: Q, _ third: R
        ) -> Publishers.CombineLatest4<Self, P, Q, R>
        where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
            Publishers.CombineLatest4(self, first, second, third)
        }

        /// Like the variant without `transform`, but publishes the result of `transform`.
        public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
            _ first: P, _ second: Q, _ third: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
        ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
        where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
            combineLatest(first, second, third).map { transform($0.0, $0.1, $0.2, $0.3) }
        }
    }
#endif
