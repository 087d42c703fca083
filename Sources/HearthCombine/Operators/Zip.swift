#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the first values of two publishers together, then the second ones, and so on.
        public struct Zip<A: Publisher, B: Publisher>: Publisher
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
                PairJoin<ZipRule<A.Output, B.Output>, S>(subscriber, rule: ZipRule()).subscribe(to: a, b)
            }
        }

        /// Publishes the first values of three publishers together, then the second ones, and so on.
        public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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
                Zip(Zip(a, b), c).map { ($0.0, $0.1, $1) }.receive(subscriber: subscriber)
            }
        }

        /// Publishes the first values of four publishers together, then the second ones, and so on.
        public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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
                Zip(Zip(a, b), Zip(c, d)).map { ($0.0, $0.1, $1.0, $1.1) }
                    .receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes the first values of all publishers together, then the second ones, and so on. Finishes when a
        /// publisher has finished and its values are used up.
        public func zip<P: Publisher>(
            _ other: P
        ) -> Publishers.Zip<Self, P> where P.Failure == Failure {
            Publishers.Zip(self, other)
        }

        /// Like the variant without `transform`, but publishes the result of `transform`.
        public func zip<P: Publisher, T>(
            _ other: P, _ transform: @escaping (Output, P.Output) -> T
        ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
            zip(other).map { transform($0.0, $0.1) }
        }

        /// Publishes the first values of all publishers together, then the second ones, and so on. Finishes when a
        /// publisher has finished and its values are used up.
        public func zip<P: Publisher, Q: Publisher>(
            _ first: P, _ second: Q
        ) -> Publishers.Zip3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
            Publishers.Zip3(self, first, second)
        }

        /// Like the variant without `transform`, but publishes the result of `transform`.
        public func zip<P: Publisher, Q: Publisher, T>(
            _ first: P, _ second: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
        ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T> where P.Failure == Failure, Q.Failure == Failure {
            zip(first, second).map { transform($0.0, $0.1, $0.2) }
        }

        /// Publishes the first values of all publishers together, then the second ones, and so on. Finishes when a
        /// publisher has finished and its values are used up.
        public func zip<P: Publisher, Q: Publisher, R: Publisher>(
            _ first: P, _ second: Q, _ third: R
        ) -> Publishers.Zip4<Self, P, Q, R> where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
            Publishers.Zip4(self, first, second, third)
        }

        /// Like the variant without `transform`, but publishes the result of `transform`.
        public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
            _ first: P, _ second: Q, _ third: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
        ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
        where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
            zip(first, second, third).map { transform($0.0, $0.1, $0.2, $0.3) }
        }
    }
#endif
