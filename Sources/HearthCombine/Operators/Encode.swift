#if !canImport(Darwin)
    public import FoundationEssentials

    /// Encodes values, such as `JSONEncoder`.
    public protocol TopLevelEncoder {
        /// The encoded form.
        associatedtype Output

        /// Encodes a value.
        func encode<T: Encodable>(_ value: T) throws -> Output
    }

    extension JSONEncoder: TopLevelEncoder {}
    extension PropertyListEncoder: TopLevelEncoder {}

    extension Publishers {
        /// Publishes encoded values. Fails if a value can't be encoded.
        public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher where Upstream.Output: Encodable {
            /// The encoded form.
            public typealias Output = Coder.Output
            /// Errors thrown by the encoder, and those of the upstream publisher.
            public typealias Failure = any Error

            /// The upstream publisher.
            public let upstream: Upstream
            let encoder: Coder

            /// Encodes the values of `upstream`.
            public init(upstream: Upstream, encoder: Coder) {
                self.upstream = upstream
                self.encoder = encoder
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.tryMap { [encoder] in try encoder.encode($0) }.receive(subscriber: subscriber)
            }
        }
    }

    extension Publisher where Output: Encodable {
        /// Publishes the values encoded by `encoder`. Fails if a value can't be encoded.
        public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
            Publishers.Encode(upstream: self, encoder: encoder)
        }
    }
#endif
