/// The messages of a stream: a server's requests or a client's responses. For one task at a time.
///
/// On a client, dropping the reader before its end, or cancelling the task that waits in it, cancels the call.
public struct RPCReader<M: RPCMessage>: AsyncSequence, Sendable {
    public typealias Element = M
    public typealias Failure = RPCError

    private let lifetime: ReaderLifetime

    package init(_ source: any FrameSource) { self.lifetime = ReaderLifetime(source) }

    /// The same stream with messages of another type.
    public init(retyping other: RPCReader<RPCFrame>) { self.lifetime = other.lifetime }

    /// The next message; nil after the last.
    @inlinable
    public nonisolated(nonsending) func next() async throws(RPCError) -> M? {
        guard let frame = try await nextFrame() else { return nil }
        return try decoded(frame)
    }

    /// The next message if one has arrived; nil otherwise, and at the end. Some transports always return nil.
    public func nextReady() throws(RPCError) -> M? {
        guard let frame = try lifetime.source.nextReady() else { return nil }
        return try decoded(frame)
    }

    /// The next message without decoding it.
    @usableFromInline
    nonisolated(nonsending) func nextFrame() async throws(RPCError) -> RPCFrame? {
        do {
            return try await lifetime.source.next()
        } catch {
            if Task.isCancelled { lifetime.source.stopReading() }
            throw error
        }
    }

    @inlinable
    func decoded(_ frame: RPCFrame) throws(RPCError) -> M {
        do {
            return try M(frame: frame)
        } catch {
            throw undecodable(error)
        }
    }

    @usableFromInline
    func undecodable(_ error: any Error) -> RPCError {
        lifetime.source.stopReading()
        return RPCError(
            lifetime.source.decodingErrorCode, "a message of the stream cannot be decoded: \(error)", cause: error)
    }

    /// Client only: the server's response headers, once they are here.
    public nonisolated(nonsending) func headers() async throws(RPCError) -> Metadata {
        try await lifetime.source.headers()
    }

    /// Client only: the server's trailers; nil before the end.
    public var trailers: Metadata? { lifetime.source.trailers }

    public func makeAsyncIterator() -> Iterator { Iterator(reader: self) }

    /// Reads one message after the other.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let reader: RPCReader<M>

        @usableFromInline
        init(reader: RPCReader<M>) { self.reader = reader }

        @inlinable
        public nonisolated(nonsending) mutating func next() async throws(RPCError) -> M? { try await reader.next() }

        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(RPCError) -> M? {
            try await reader.next()
        }
    }
}

/// Stops the source when the last copy of a reader is released.
private final class ReaderLifetime: Sendable {
    let source: any FrameSource

    init(_ source: any FrameSource) { self.source = source }

    deinit { source.stopReading() }
}

/// A server's requests. A handler may stop reading them; the call continues.
package final class RequestSource: FrameSource {
    private let queue: FrameQueue

    package init(_ queue: FrameQueue) { self.queue = queue }

    package var decodingErrorCode: RPCError.Code { .invalidArgument }

    package nonisolated(nonsending) func next() async throws(RPCError) -> RPCFrame? { try await queue.next() }
    package func nextReady() throws(RPCError) -> RPCFrame? { try queue.nextReady() }
    package func stopReading() {}
    package nonisolated(nonsending) func headers() async throws(RPCError) -> Metadata { Metadata() }
    package var trailers: Metadata? { nil }
}
