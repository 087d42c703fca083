#if !canImport(Darwin)
    extension Publishers {
        /// Publishes true at the first value for which a closure returns true, otherwise false at the end.
        public struct ContainsWhere<Upstream: Publisher>: Publisher {
            /// Whether a value matches.
            public typealias Output = Bool
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let predicate: (Upstream.Output) -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Aggregate<Upstream.Output, S>(
                        subscriber, onValue: { [predicate] in predicate($0) ? true : nil }, onFinish: { false }))
            }
        }

        /// Publishes false at the first value for which a closure returns false, otherwise true at the end.
        public struct AllSatisfy<Upstream: Publisher>: Publisher {
            /// Whether all values match.
            public typealias Output = Bool
            /// The failure type of the upstream publisher.
            public typealias Failure = Upstream.Failure

            let upstream: Upstream
            let predicate: (Upstream.Output) -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Aggregate<Upstream.Output, S>(
                        subscriber, onValue: { [predicate] in predicate($0) ? nil : false }, onFinish: { true }))
            }
        }
    }

    extension Publisher {
        /// Publishes true at the first value for which `predicate` returns true, otherwise false at the end.
        public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
            Publishers.ContainsWhere(upstream: self, predicate: predicate)
        }

        /// Publishes false at the first value for which `predicate` returns false, otherwise true at the end.
        public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
            Publishers.AllSatisfy(upstream: self, predicate: predicate)
        }
    }

    extension Publisher where Output: Equatable {
        /// Publishes true at the first value that equals `output`, otherwise false at the end.
        public func contains(_ output: Output) -> Publishers.ContainsWhere<Self> {
            contains { $0 == output }
        }
    }
#endif
