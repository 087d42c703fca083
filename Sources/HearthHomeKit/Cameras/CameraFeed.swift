internal import HearthCameraMedia
internal import Synchronization

/// What a source of pictures hands to its viewers: the parts as they come, without sound while it is muted.
final class CameraFeed: Sendable {
    private struct State: Sendable {
        /// The format with sound, whether it is muted or not.
        var format: CameraFormat?
        var audio = HMCameraAudioStreamSetting.incomingAudioAllowed
    }

    private let state = Mutex(State())
    private let relay: CameraRelay
    /// What the app says to the source.
    let microphone = CameraMicrophone()

    /// - Parameter unitBytes: the longest picture, in bytes; longer ones are left out.
    init(unitBytes: Int = CameraLimits().unitBytes) {
        var limits = CameraLimits()
        limits.unitBytes = unitBytes
        relay = CameraRelay(limits: limits)
    }

    /// The format of the latest units; nil before the first part.
    var format: CameraFormat? { state.withLock { $0.format } }

    /// A viewer, which begins with the latest key picture.
    var viewer: CameraViewer { relay.join() }

    /// The use of sound.
    var audio: HMCameraAudioStreamSetting {
        get { state.withLock { $0.audio } }
        set {
            let format = state.withLock { state in
                defer { state.audio = newValue }
                return (state.audio == .muted) == (newValue == .muted) ? nil : state.format
            }
            if let format { send(.format(format)) }
        }
    }

    /// Hands on a part.
    ///
    /// - Returns: whether it was a picture.
    @discardableResult
    func send(_ part: CameraPart) -> Bool {
        let isMuted = audio == .muted
        switch part {
        case .format(let format):
            state.withLock { $0.format = format }
            relay.send(.format(isMuted ? CameraFormat(video: format.video) : format))
            return false
        case .unit(let unit):
            if !unit.isAudio || !isMuted { relay.send(part) }
            return !unit.isAudio
        }
    }

    /// Ends the stream for all viewers.
    ///
    /// - Parameter error: what they throw; nil for a stream that is over.
    func end(_ error: HMError? = nil) { relay.end(error) }
}
