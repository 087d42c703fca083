#if !canImport(Darwin)
    /// The values of a publisher as an async sequence. Requests one value at a time, when the loop is ready for it.
    public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
        /// The publisher's values.
        public typealias Element = P.Output

        private let publisher: P

        /// Creates a sequence of the values of `publisher`. Each loop creates a new subscription.
        public init(_ publisher: P) {
            self.publisher = publisher
        }

        /// Subscribes to the publisher.
        public func makeAsyncIterator() -> Iterator {
            Iterator(values: ValuePull(publisher))
        }

        /// A subscription, which is cancelled with the iterator or its task.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let values: ValuePull<P.Output, Never>

            /// The next value; nil at the end.
            public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> P.Output? {
                switch await values.next(isolation: actor) {
                case .value(let value): value
                case .end: nil
                }
            }

            /// The next value; nil at the end.
            public mutating func next() async -> P.Output? {
                await next(isolation: nil)
            }
        }
    }

    /// The values of a publisher that may fail as an async sequence. Requests one value at a time, when the loop is
    /// ready for it.
    public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
        /// The publisher's values.
        public typealias Element = P.Output

        private let publisher: P

        /// Creates a sequence of the values of `publisher`. Each loop creates a new subscription.
        public init(_ publisher: P) {
            self.publisher = publisher
        }

        /// Subscribes to the publisher.
        public func makeAsyncIterator() -> Iterator {
            Iterator(values: ValuePull(publisher))
        }

        /// A subscription, which is cancelled with the iterator or its task.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let values: ValuePull<P.Output, P.Failure>

            /// The next value; nil at the end.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws -> P.Output? {
                switch await values.next(isolation: actor) {
                case .value(let value): return value
                case .end(.failure(let error)): throw error
                case .end(.finished): return nil
                }
            }

            /// The next value; nil at the end.
            public mutating func next() async throws -> P.Output? {
                try await next(isolation: nil)
            }
        }
    }

    extension Publisher where Failure == Never {
        /// The values as an async sequence.
        public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
    }

    extension Publisher {
        /// The values as an async sequence that throws the publisher's error.
        public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
    }
#endif
