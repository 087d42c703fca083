#if !canImport(Combine)
    extension Publishers {
        /// Sends true at the first value for which a closure is true, else false at the end.
        public struct ContainsWhere<Upstream: Publisher>: Publisher {
            /// Whether there is such a value.
            public typealias Output = Bool
            /// The error of the publisher before.
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

        /// Sends false at the first value for which a closure is false, else true at the end.
        public struct AllSatisfy<Upstream: Publisher>: Publisher {
            /// Whether it is true of all.
            public typealias Output = Bool
            /// The error of the publisher before.
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
        /// Sends true at the first value for which `predicate` is true, else false at the end.
        public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
            Publishers.ContainsWhere(upstream: self, predicate: predicate)
        }

        /// Sends false at the first value for which `predicate` is false, else true at the end.
        public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
            Publishers.AllSatisfy(upstream: self, predicate: predicate)
        }
    }

    extension Publisher where Output: Equatable {
        /// Sends true at the first value that equals `output`, else false at the end.
        public func contains(_ output: Output) -> Publishers.ContainsWhere<Self> {
            contains { $0 == output }
        }
    }
#endif
