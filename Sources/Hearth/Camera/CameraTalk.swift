internal import HearthBase
public import HearthCameraMedia
internal import HearthRPC
public import HearthTraitCore
internal import HearthWire

/// What an app says through a camera, from ``CameraStream/talk(codecs:)``. It ends when it is released.
public final class CameraTalk: Sendable {
    /// The format of all packets: the one of the app's codecs that the camera prefers.
    public let format: AudioFormat
    private let writer: RPCWriter<Hearth_V1_TalkRequest>
    private let reading: Task<Void, Never>
    /// Set at the end, with the reason unless it was wanted.
    private let over: OneShot<HomeError?>

    init(
        _ format: AudioFormat, _ writer: RPCWriter<Hearth_V1_TalkRequest>, _ reader: RPCReader<Hearth_V1_TalkResponse>
    ) {
        self.format = format
        self.writer = writer
        let over = OneShot<HomeError?>()
        self.over = over
        reading = Task {
            do throws(RPCError) {
                while try await reader.next() != nil {}
                over.set(nil)
            } catch {
                over.set(HomeError(error))
            }
        }
    }

    deinit { reading.cancel() }

    /// Lets the camera play a packet, usually of 20 ms. The hub drops packets of more than 1,280 bytes, and what exceeds
    /// 16,000 bytes a second.
    ///
    /// - Throws: `HomeError` once the call has ended: the error that ``ended()`` returns, or `.cancelled` without one.
    public func send(_ packet: SpokenPacket) async throws(HomeError) {
        do throws(RPCError) {
            let sound = Hearth_V1_SpokenSound(time: packet.time, data: packet.bytes)
            try await writer.write(Hearth_V1_TalkRequest(content: .sound(sound)))
        } catch {
            throw HomeError(error)
        }
    }

    /// Ends it. The camera has then ended what it plays.
    public func end() async {
        writer.finish()
        await over.wait()
    }

    /// Waits until it has ended, or the task is cancelled.
    ///
    /// - Returns: nil if the app or the end of its stream has ended it, else the reason: `.failedPrecondition` if the
    ///   camera's speaker was muted, `.notFound` if the camera may no longer be seen, `.unavailable` if the camera or the
    ///   hub was lost.
    public func ended() async -> HomeError? { await over.wait() ?? nil }
}
