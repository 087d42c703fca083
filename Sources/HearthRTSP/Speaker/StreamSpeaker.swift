internal import HearthCameraMedia
internal import HearthEventLoop
internal import Synchronization

/// A camera's loudspeaker, by a connection of its own: what is said must not end the stream of those who watch. It ends
/// when it is released.
final class StreamSpeaker: CameraSpeaker {
    /// Whether a connection for a loudspeaker is over.
    final class End: Sendable {
        let isReached = Atomic(false)
    }

    private let connection: LoopBound<StreamConnection>
    private let over: End

    init(_ connection: LoopBound<StreamConnection>, _ over: End) {
        self.connection = connection
        self.over = over
    }

    deinit { end() }

    var isOver: Bool { over.isReached.load(ordering: .acquiring) }

    func play(_ packet: SpokenPacket) { connection.run { $0.say(packet) } }

    func end() { connection.run { $0.stop() } }
}
