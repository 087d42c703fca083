internal import HearthMediaTraits
internal import HearthMessage
internal import HearthTraitCatalog
internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// MediaPlayback (Matter cluster 0x0506): a player with a list of tracks. Commands respond with a status and never
/// fail.
///
/// Tracks play one after another; after the last one it stops. A rewind that reaches the start continues playing from
/// there. Limits: one audio track, no text tracks.
struct MediaPlaybackBehavior: TraitBehavior {
    typealias HandledTrait = Matter.MediaPlaybackTrait

    struct Track: Hashable, Sendable {
        var title: String
        var artist: String
        var seconds: UInt64

        var milliseconds: UInt64 { seconds &* 1000 }
    }

    static let fastest: Float = 8

    var attributes = T.Attributes()
    private let tracks: [Track]
    private var index = 0
    /// Position in ms at `sampledAt`.
    private var position = 0.0
    private var sampledAt = Duration.zero

    init(_ tracks: [Track]) {
        self.tracks = tracks
        attributes.featureMap = [.advancedSeek, .variableSpeed]
        attributes.availableCommands = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11]
        rest()
    }

    /// StartOver, Previous, Next, SkipForward, SkipBackward.
    var optionalCommands: Set<OptionalCommand<HandledTrait>> {
        [.startOver, .previous, .next, .skipForward, .skipBackward]
    }

    var deadline: Duration? {
        guard attributes.currentState == .playing, speed != 0 else { return nil }
        let left = speed > 0 ? max(0, length - position) : max(0, position)
        return sampledAt + .milliseconds(Int64((left / Double(abs(speed))).rounded(.up)))
    }

    private var speed: Float { attributes.playbackSpeed ?? 0 }
    private var length: Double { tracks.indices.contains(index) ? Double(tracks[index].milliseconds) : 0 }
    private var isActive: Bool { attributes.currentState != .notPlaying }

    // MARK: Commands

    mutating func perform(
        _ command: T.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        let before = attributes.currentState
        var response = T.PlaybackResponse()
        response.status = carryOut(command, context)
        report(since: before, &context)
        return response
    }

    private mutating func carryOut(_ command: T.Command, _ context: EndpointContext) -> T.StatusEnum {
        switch command {
        case .play: return play(context)
        case .pause:
            guard isActive else { return .invalidStateForCommand }
            settle(context, speed: 0)
        case .stop: rest()
        case .startOver:
            guard isActive else { return .notActive }
            jump(to: 0, context)
        case .previous:
            guard isActive else { return .notActive }
            change(to: max(0, index - 1), context)
        case .next:
            guard isActive else { return .notActive }
            guard index + 1 < tracks.count else { return .notAllowed }
            change(to: index + 1, context)
        case .rewind: return speedUp(-1, context)
        case .fastForward: return speedUp(1, context)
        case .skipForward(let command):
            guard isActive else { return .notActive }
            jump(to: min(length, current(context.now) + Double(command.deltaPositionMilliseconds)), context)
        case .skipBackward(let command):
            guard isActive else { return .notActive }
            jump(to: max(0, current(context.now) - Double(command.deltaPositionMilliseconds)), context)
        case .seek(let command):
            guard isActive else { return .notActive }
            guard Double(command.position) <= length else { return .seekOutOfRange }
            jump(to: Double(command.position), context)
        case .activateAudioTrack, .activateTextTrack, .deactivateTextTrack: return .notAllowed
        }
        return .success
    }

    private mutating func play(_ context: EndpointContext) -> T.StatusEnum {
        guard !tracks.isEmpty else { return .notAllowed }
        if !isActive {
            show(0, context)
            attributes.currentState = .playing
        }
        settle(context, speed: 1)
        return .success
    }

    private mutating func speedUp(_ direction: Float, _ context: EndpointContext) -> T.StatusEnum {
        guard isActive else { return .notActive }
        let next = speed * direction > 1 ? speed * 2 : 2 * direction
        guard abs(next) <= Self.fastest else { return .speedOutOfRange }
        settle(context, speed: next)
        return .success
    }

    // MARK: Position

    private func current(_ now: Duration) -> Double {
        let passed = (now - sampledAt) / .milliseconds(1)
        return min(length, max(0, position + passed * Double(speed)))
    }

    /// Continues from the current position at a speed; 0 pauses.
    private mutating func settle(_ context: EndpointContext, speed: Float) {
        position = current(context.now)
        attributes.playbackSpeed = speed
        attributes.currentState = speed == 0 ? .paused : .playing
        sample(context)
    }

    private mutating func jump(to target: Double, _ context: EndpointContext) {
        position = target
        sample(context)
    }

    private mutating func change(to track: Int, _ context: EndpointContext) {
        let speed = speed == 0 ? 0 : Float(1)
        show(track, context)
        attributes.playbackSpeed = speed
    }

    private mutating func show(_ track: Int, _ context: EndpointContext) {
        index = track
        guard tracks.indices.contains(index) else { return }
        var info = T.ContentInfoStruct()
        info.contentType = .music
        info.title = .value(tracks[index].title)
        info.artist = .value(tracks[index].artist)
        attributes.contentInfo = info
        attributes.duration = tracks[index].milliseconds
        attributes.seekRangeStart = 0
        attributes.seekRangeEnd = tracks[index].milliseconds
        attributes.startTime = context.matterMicroseconds
        jump(to: 0, context)
    }

    private mutating func sample(_ context: EndpointContext) {
        sampledAt = context.now
        var sample = T.PlaybackPositionStruct()
        sample.updatedAt = context.matterMicroseconds
        sample.position = UInt64(max(0, position))
        attributes.sampledPosition = sample
    }

    private mutating func rest() {
        attributes.currentState = .notPlaying
        attributes.playbackSpeed = 0
        attributes.startTime = nil
        attributes.duration = nil
        attributes.sampledPosition = nil
        attributes.seekRangeStart = nil
        attributes.seekRangeEnd = nil
        attributes.contentInfo = nil
        index = 0
        position = 0
    }

    /// Stops when the device is turned off.
    mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        guard case .switched(on: false, _) = signal else { return }
        let before = attributes.currentState
        rest()
        report(since: before, &context)
    }

    mutating func timePassed(_ context: inout EndpointContext) {
        guard let deadline, deadline <= context.now else { return }
        let before = attributes.currentState
        if speed < 0 {
            position = 0
            attributes.playbackSpeed = 1
            sample(context)
        } else if index + 1 < tracks.count {
            change(to: index + 1, context)
        } else {
            rest()
        }
        report(since: before, &context)
    }

    private func report(since before: T.PlaybackStateEnum?, _ context: inout EndpointContext) {
        guard let state = attributes.currentState, state != before else { return }
        var payload = T.StateChangedEvent.Payload()
        payload.currentState = state
        payload.startTime = attributes.startTime ?? 0
        payload.duration = attributes.duration ?? 0
        payload.sampledPosition = attributes.sampledPosition ?? T.PlaybackPositionStruct()
        payload.playbackSpeed = speed
        payload.seekRangeEnd = attributes.seekRangeEnd ?? 0
        payload.seekRangeStart = attributes.seekRangeStart ?? 0
        context.emit(T.StateChangedEvent.self, payload)
    }
}
