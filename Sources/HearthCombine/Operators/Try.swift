#if !canImport(Combine)
    extension Publishers {
        /// Sends what a closure makes of each value; an error that it throws ends it.
        public struct TryMap<Upstream: Publisher, Output>: Publisher {
            /// Any error.
            public typealias Failure = any Error

            let upstream: Upstream
            let transform: (Upstream.Output) throws -> Output

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Stage<Upstream.Output, Upstream.Failure, S>(
                        subscriber, trying: { [transform] in .send(try transform($0)) }))
            }
        }

        /// Sends what a closure makes of each value, unless that is nil; an error that it throws ends it.
        public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
            /// Any error.
            public typealias Failure = any Error

            let upstream: Upstream
            let transform: (Upstream.Output) throws -> Output?

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Stage<Upstream.Output, Upstream.Failure, S>(
                        subscriber, trying: { [transform] in try transform($0).map { .send($0) } ?? .skip }))
            }
        }

        /// Sends the values for which a closure is true; an error that it throws ends it.
        public struct TryFilter<Upstream: Publisher>: Publisher {
            /// The values of the publisher before.
            public typealias Output = Upstream.Output
            /// Any error.
            public typealias Failure = any Error

            let upstream: Upstream
            let isIncluded: (Upstream.Output) throws -> Bool

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.subscribe(
                    Stage<Upstream.Output, Upstream.Failure, S>(
                        subscriber, trying: { [isIncluded] in try isIncluded($0) ? .send($0) : .skip }))
            }
        }

        /// As `Scan`; an error that the closure throws ends it.
        public struct TryScan<Upstream: Publisher, Output>: Publisher {
            /// Any error.
            public typealias Failure = any Error

            let upstream: Upstream
            let initialResult: Output
            let nextPartialResult: (Output, Upstream.Output) throws -> Output

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                var result = initialResult
                upstream.subscribe(
                    Stage<Upstream.Output, Upstream.Failure, S>(
                        subscriber,
                        trying: { [nextPartialResult] in
                            result = try nextPartialResult(result, $0)
                            return .send(result)
                        }))
            }
        }
    }

    extension Publisher {
        /// Sends what `transform` makes of each value; an error that it throws ends it.
        public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
            Publishers.TryMap(upstream: self, transform: transform)
        }

        /// Sends what `transform` makes of each value, unless that is nil; an error that it throws ends it.
        public func tryCompactMap<T>(
            _ transform: @escaping (Output) throws -> T?
        ) -> Publishers.TryCompactMap<Self, T> {
            Publishers.TryCompactMap(upstream: self, transform: transform)
        }

        /// Sends the values for which `isIncluded` is true; an error that it throws ends it.
        public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
            Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
        }

        /// Sends what `nextPartialResult` makes of its last result and each value; an error that it throws ends it.
        public func tryScan<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
        ) -> Publishers.TryScan<Self, T> {
            Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }
    }
#endif
