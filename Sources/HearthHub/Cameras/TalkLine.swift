internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// What the client of a live view says through the hub: from its call to the camera's loudspeaker.
final class TalkLine: Sendable {
    let view: LiveView
    /// Its number among the talks of the hub.
    let number: UInt64
    private let opened: OpenedSpeaker
    /// Set at the end: nil if the client has ended it, else the reason.
    private let ended = OneShot<RPCError?>()

    /// The most messages of a client in a second: ten times what speech has, so that a client costs little that sends
    /// packets to be dropped.
    private static let messagesPerSecond = 500

    init(_ opened: OpenedSpeaker, of view: LiveView, number: UInt64) {
        self.opened = opened
        self.view = view
        self.number = number
    }

    /// Whether nothing is played any more, also because the camera has ended it.
    var isOver: Bool { ended.value != nil || opened.speaker.isOver }

    /// Plays nothing from now on.
    func end(_ reason: RPCError?) {
        ended.set(reason)
        opened.speaker.end()
    }

    /// Plays what the client sends until one side ends it.
    ///
    /// - Returns: why it has ended; nil if the client has ended it.
    func serve(
        _ requests: RPCReader<Hearth_V1_TalkRequest>, _ writer: RPCWriter<Hearth_V1_TalkResponse>,
        clock: any HomeClock
    ) async -> RPCError? {
        let format = Hearth_V1_CameraFormat(CameraFormat(audio: opened.format)).audio
        return await ended.ends {
            try await writer.write(Hearth_V1_TalkResponse(format: format))
            try await self.play(requests, clock)
        }
    }

    private func play(_ requests: RPCReader<Hearth_V1_TalkRequest>, _ clock: any HomeClock) async throws(RPCError) {
        var speech = SpeechMeter()
        var meter = MessageMeter(
            messagesPerSecond: Self.messagesPerSecond, bytesPerSecond: Self.messagesPerSecond * SpeechMeter.mostBytes,
            patience: .seconds(10), now: clock.now)
        while let request = try await requests.next() {
            guard case .sound(let sound)? = request.content else {
                throw RPCError(.invalidArgument, "after hello, a message has no sound; send sound")
            }
            guard !opened.speaker.isOver else { throw lost }
            if speech.takes(sound.data.count, at: clock.now) {
                opened.speaker.play(SpokenPacket(time: sound.time, bytes: sound.data))
            }
            switch meter.take(bytes: sound.data.count, at: clock.now) {
            case .pass: break
            case .pause(let time): await clock.sleep(for: time)
            case .flood:
                throw RPCError(
                    .resourceExhausted,
                    "more than \(Self.messagesPerSecond) messages a second came; send packets of 20 ms")
            }
        }
    }

    /// The reason when the camera has ended it.
    var lost: RPCError {
        opened.speaker.failure.map { RPCError($0) }
            ?? RPCError(.unavailable, "\(view.deviceName) plays nothing any more; talk again")
    }
}
