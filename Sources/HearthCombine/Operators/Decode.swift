#if !canImport(Darwin)
    public import FoundationEssentials

    /// Decodes values, such as `JSONDecoder`.
    public protocol TopLevelDecoder {
        /// The encoded form.
        associatedtype Input

        /// Decodes a value.
        func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
    }

    extension JSONDecoder: TopLevelDecoder {}
    extension PropertyListDecoder: TopLevelDecoder {}

    extension Publishers {
        /// Publishes decoded values. Fails if a value can't be decoded.
        public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
        where Upstream.Output == Coder.Input {
            /// Errors thrown by the decoder, and those of the upstream publisher.
            public typealias Failure = any Error

            /// The upstream publisher.
            public let upstream: Upstream
            let decoder: Coder

            /// Decodes the values of `upstream`.
            public init(upstream: Upstream, decoder: Coder) {
                self.upstream = upstream
                self.decoder = decoder
            }

            /// Attaches `subscriber`.
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
                upstream.tryMap { [decoder] in try decoder.decode(Output.self, from: $0) }.receive(
                    subscriber: subscriber)
            }
        }
    }

    extension Publisher {
        /// Publishes values of `type`, which `decoder` decodes. Fails if one can't be decoded.
        public func decode<Item: Decodable, Coder: TopLevelDecoder>(
            type: Item.Type, decoder: Coder
        ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
            Publishers.Decode(upstream: self, decoder: decoder)
        }
    }
#endif
