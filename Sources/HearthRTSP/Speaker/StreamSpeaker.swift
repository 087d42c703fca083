internal import HearthBase
internal import HearthCameraMedia
internal import HearthEventLoop

/// A camera's loudspeaker, by a connection of its own: what is said must not end the stream of those who watch. It ends
/// when it is released.
final class StreamSpeaker: CameraSpeaker {
    private let connection: LoopBound<StreamConnection>
    private let over: OneShot<(any Error)?>

    /// - Parameter over: set at the end of the connection, with the reason if the camera has ended it.
    init(_ connection: LoopBound<StreamConnection>, _ over: OneShot<(any Error)?>) {
        self.connection = connection
        self.over = over
    }

    deinit { end() }

    var isOver: Bool { over.value != nil }

    var failure: (any Error)? { over.value ?? nil }

    func play(_ packet: SpokenPacket) { connection.run { $0.say(packet) } }

    func end() { connection.run { $0.stop() } }
}
