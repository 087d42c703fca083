internal import HearthBase
internal import HearthCameraMedia
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// A live stream of a camera that a caller has opened, through the hub or over WebRTC.
final class LiveView: Sendable {
    let id: String
    let target: TraitTarget
    let caller: Caller
    let actor: AuditActor
    let structureID: String
    let deviceName: String
    private let stream: ViewedStream
    /// Set when the hub ends the stream: nil when its time is over, else the reason.
    private let ended = OneShot<RPCError?>()

    init(id: String, target: TraitTarget, caller: Caller, actor: AuditActor, found: LocatedTrait, stream: ViewedStream)
    {
        self.id = id
        self.target = target
        self.caller = caller
        self.actor = actor
        structureID = found.cell.id
        deviceName = found.deviceName
        self.stream = stream
    }

    /// Whether the hub has ended the stream. Its client may still take the last part.
    var isOver: Bool { ended.value != nil }

    /// Ends the stream at once, without what waits for a slow client.
    func end(_ reason: RPCError?) {
        ended.set(reason)
        stream.end(reason)
    }

    /// The answer to the client's offer; empty for a stream through the hub.
    var answer: String { stream.session?.answer ?? "" }

    /// Whether the stream goes past the hub, over WebRTC.
    var isSession: Bool { stream.session != nil }

    /// Starts or stops playing the client's voice at the camera. Does nothing for a stream through the hub.
    func setTalking(_ isOn: Bool) async throws { try await stream.session?.setTalking(isOn) }

    /// Waits until a session over WebRTC is over.
    ///
    /// - Returns: why it broke; nil if it is over as wanted.
    func sessionEnds() async -> (any Error)? { await stream.session?.ended.wait() ?? nil }

    /// Why the hub has ended the stream; nil if it has not, or its time was over.
    var reason: RPCError? { ended.value ?? nil }

    /// What the client learns of the view.
    func opened(lasting time: Duration) -> Hearth_V1_OpenedStream {
        Hearth_V1_OpenedStream(streamID: id, seconds: UInt32(clamping: time.wholeSeconds))
    }

    /// Sends the stream until it ends or the client is gone.
    ///
    /// - Returns: why it has ended; nil when its time is over.
    func send(
        to writer: RPCWriter<Hearth_V1_OpenLiveViewResponse>, lasting time: Duration, withoutAudio: Bool
    ) async -> RPCError? {
        guard let viewer = stream.viewer else { return nil }
        let opened = opened(lasting: time)
        return await ended.ends {
            try await writer.write(Hearth_V1_OpenLiveViewResponse(part: .opened(opened)))
            while let part = try await viewer.next() {
                // A part waits in the viewer's queue, which is bounded, until there is room for it.
                guard let part = withoutAudio ? part.withoutAudio : part else { continue }
                try await writer.write(Hearth_V1_OpenLiveViewResponse(part), compress: false)
            }
            throw RPCError(.unavailable, "\(self.deviceName) has ended its stream; open it again")
        }
    }
}

extension CameraPart {
    /// The part without sound; nil if nothing is left of it.
    fileprivate var withoutAudio: CameraPart? {
        switch self {
        case .format(let format): .format(CameraFormat(video: format.video))
        case .unit(let unit): unit.isAudio ? nil : self
        }
    }
}
