#if !canImport(Combine)
    /// The values of a publisher for `for await`. Asks for one value at a time, each when the loop is ready for it.
    public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
        /// The publisher's values.
        public typealias Element = P.Output

        private let publisher: P

        /// The values of `publisher`; each loop subscribes anew.
        public init(_ publisher: P) {
            self.publisher = publisher
        }

        /// Subscribes.
        public func makeAsyncIterator() -> Iterator {
            Iterator(values: ValuePull(publisher))
        }

        /// One subscription. It ends with the iterator, or when its task is cancelled.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let values: ValuePull<P.Output, Never>

            /// The next value, or nil at the end.
            public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> P.Output? {
                switch await values.next(isolation: actor) {
                case .value(let value): value
                case .end: nil
                }
            }

            /// The next value, or nil at the end.
            public mutating func next() async -> P.Output? {
                await next(isolation: nil)
            }
        }
    }

    /// The values of a publisher that may fail, for `for try await`. Asks for one value at a time, each when the loop
    /// is ready for it.
    public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
        /// The publisher's values.
        public typealias Element = P.Output

        private let publisher: P

        /// The values of `publisher`; each loop subscribes anew.
        public init(_ publisher: P) {
            self.publisher = publisher
        }

        /// Subscribes.
        public func makeAsyncIterator() -> Iterator {
            Iterator(values: ValuePull(publisher))
        }

        /// One subscription. It ends with the iterator, or when its task is cancelled.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let values: ValuePull<P.Output, P.Failure>

            /// The next value, or nil at the end; throws the publisher's error once.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(P.Failure) -> P.Output? {
                switch await values.next(isolation: actor) {
                case .value(let value): return value
                case .end(.failure(let error)): throw error
                case .end(.finished): return nil
                }
            }

            /// The next value, or nil at the end; throws the publisher's error once.
            public mutating func next() async throws(P.Failure) -> P.Output? {
                try await next(isolation: nil)
            }
        }
    }

    extension Publisher where Failure == Never {
        /// The values for `for await`.
        public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
    }

    extension Publisher {
        /// The values for `for try await`.
        public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
    }
#endif
