#if !canImport(Darwin)
    extension Publishers {
        /// Publishes the result of a closure for each value. Fails if the closure throws.
        public struct TryMap<Upstream: Publisher, Output>: Publisher {
            /// Errors thrown by the closure, and those of the upstream publisher.
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

        /// Publishes the result of a closure for each value, unless it is nil. Fails if the closure throws.
        public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
            /// Errors thrown by the closure, and those of the upstream publisher.
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

        /// Publishes the values for which a closure returns true. Fails if the closure throws.
        public struct TryFilter<Upstream: Publisher>: Publisher {
            /// The values of the upstream publisher.
            public typealias Output = Upstream.Output
            /// Errors thrown by the closure, and those of the upstream publisher.
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

        /// Like `Scan`, but fails if the closure throws.
        public struct TryScan<Upstream: Publisher, Output>: Publisher {
            /// Errors thrown by the closure, and those of the upstream publisher.
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
        /// Publishes the result of `transform` for each value. Fails if `transform` throws.
        public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
            Publishers.TryMap(upstream: self, transform: transform)
        }

        /// Publishes the result of `transform` for each value, unless it is nil. Fails if `transform` throws.
        public func tryCompactMap<T>(
            _ transform: @escaping (Output) throws -> T?
        ) -> Publishers.TryCompactMap<Self, T> {
            Publishers.TryCompactMap(upstream: self, transform: transform)
        }

        /// Publishes the values for which `isIncluded` returns true. Fails if it throws.
        public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
            Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
        }

        /// Publishes the result of `nextPartialResult`, which gets its previous result and each value. Fails if it
        /// throws.
        public func tryScan<T>(
            _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
        ) -> Publishers.TryScan<Self, T> {
            Publishers.TryScan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
        }
    }
#endif
