/// A viewer of a stream: its parts in order, for one reader at a time. It leaves the stream when it is released.
public final class CameraViewer: AsyncSequence, Sendable {
    public typealias Element = CameraPart
    public typealias Failure = any Error

    private let relay: CameraRelay
    private let id: UInt64

    init(relay: CameraRelay, id: UInt64) {
        self.relay = relay
        self.id = id
    }

    deinit {
        relay.leave(id)
    }

    /// Units that this viewer lost because it was behind.
    public var lost: Int { relay.lost(id) }

    /// Returns the next part as soon as there is one; nil at the end. A read that another one replaces throws
    /// `CancellationError`.
    public func next() async throws -> CameraPart? {
        try await relay.next(id)
    }

    /// Whether further parts wait for this viewer already.
    package var isBehind: Bool { relay.isBehind(id) }

    /// Drops the parts that wait for this viewer, and sends it again all units since the last key picture.
    package func beginAgain() { relay.beginAgain(id) }

    /// Ends the stream for this viewer at once; parts that wait for it are dropped.
    ///
    /// - Parameter error: what its reader throws; nil for a stream that is over.
    public func end(_ error: (any Error)? = nil) {
        relay.end(id, error)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(viewer: self)
    }

    /// Returns the parts one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let viewer: CameraViewer

        public mutating func next() async throws -> CameraPart? {
            try await viewer.next()
        }
    }
}
