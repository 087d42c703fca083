internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A live stream of a camera: formats and encoded units, for one reader. No decoder is part of the SDK; on Apple's
/// systems `AVSampleBufferDisplayLayer` shows the units.
///
/// The first part is a format, the second a picture with which a decoder can begin. A reader that is too slow misses
/// units up to the next such picture. The stream ends when it is released, or when the task that waits for a part is
/// cancelled.
public final class CameraStream: AsyncSequence, Sendable {
    public typealias Element = CameraPart
    public typealias Failure = HomeError

    /// ID of the device.
    public let deviceID: String
    /// The endpoint of the camera.
    public let endpoint: UInt16
    private let id: String
    private let reader: RPCReader<Hearth_V1_OpenLiveViewResponse>
    private let connection: HomeConnection
    private let lasting: Mutex<Duration>

    init(
        _ target: TraitTarget, _ opened: Hearth_V1_OpenedStream, _ reader: RPCReader<Hearth_V1_OpenLiveViewResponse>,
        _ connection: HomeConnection
    ) {
        deviceID = target.deviceID
        endpoint = target.endpoint
        id = opened.streamID
        self.reader = reader
        self.connection = connection
        lasting = Mutex(.seconds(Int64(opened.seconds)))
    }

    /// How long the stream lasts from its opening or last extension on. It then ends without an error.
    public var duration: Duration { lasting.withLock { $0 } }

    /// Lets the stream last ``duration`` from now on.
    ///
    /// - Throws: `HomeError`: `.notFound` if it has ended.
    public func extend() async throws(HomeError) {
        let response: Hearth_V1_ExtendLiveViewResponse = try await connection.call(
            Hearth_V1_CameraMethods.extendLiveView, Hearth_V1_ExtendLiveViewRequest(streamID: id))
        lasting.withLock { $0 = .seconds(Int64(response.seconds)) }
    }

    /// Lets the camera play what the app says, until the app ends it or the stream ends. One person talks through a camera
    /// at a time.
    ///
    /// - Parameter codecs: those that the app can send, as ``AudioFormat/codec`` names them: "ulaw" (PCMU), "alaw" (PCMA) or
    ///   "opus". Nothing is transcoded.
    /// - Throws: `HomeError`: `.failedPrecondition` if the camera plays none of them or its speaker is muted,
    ///   `.resourceExhausted` while somebody else talks, `.notFound` if the stream has ended.
    public func talk(codecs: [String]) async throws(HomeError) -> CameraTalk {
        try connection.checkOpen()
        do throws(RPCError) {
            let (writer, reader) = try await Hearth_V1_CameraClient(connection.calls).talk()
            // A call that the hub has refused takes no message; its status says why.
            try? await writer.write(
                Hearth_V1_TalkRequest(content: .hello(Hearth_V1_TalkHello(streamID: id, codecs: codecs))))
            let first = try await reader.next()
            guard let format = first.flatMap({ CameraFormat(Hearth_V1_CameraFormat(audio: $0.format))?.audio }) else {
                throw RPCError(.internal, "the hub's answer to a client that talks does not begin with a format")
            }
            return CameraTalk(format, writer, reader)
        } catch {
            throw HomeError(error)
        }
    }

    /// The next part; nil when the time of the stream is over.
    ///
    /// - Throws: `HomeError`: `.failedPrecondition` if a privacy mode of the camera was switched on, `.notFound` if it
    ///   was removed or may no longer be seen, `.unavailable` if the camera or the hub was lost.
    public func next() async throws(HomeError) -> CameraPart? {
        do throws(RPCError) {
            while let message = try await reader.next() {
                switch message.part {
                case .format(let format): if let format = CameraFormat(format) { return .format(format) }
                case .unit(let unit): if let unit = CameraUnit(unit) { return .unit(unit) }
                case .opened, nil: break
                }
            }
            return nil
        } catch {
            throw HomeError(error)
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: self)
    }

    /// Returns the parts one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let stream: CameraStream

        public mutating func next() async throws(HomeError) -> CameraPart? {
            try await stream.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HomeError) -> CameraPart? {
            try await stream.next()
        }
    }
}
