public import Foundation
internal import Synchronization

/// The state of a camera's stream.
public enum HMCameraStreamState: UInt, Sendable {
    /// The stream starts: its first picture has not come yet.
    case starting = 1
    /// Pictures come.
    case streaming = 2
    /// The stream stops.
    case stopping = 3
    /// There is no stream.
    case notStreaming = 4
}

/// Receives the beginning and the end of a camera's stream. Called on the main queue, in order. All methods are optional.
public protocol HMCameraStreamControlDelegate: NSObjectProtocol {
    /// The first picture has come, and ``HMCameraStreamControl/cameraStream`` is the stream.
    func cameraStreamControlDidStartStream(_ cameraStreamControl: HMCameraStreamControl)
    /// The stream has stopped.
    ///
    /// - Parameter error: an ``HMError`` if the app did not stop it: `accessoryNotReachable`, `accessoryIsBusy`,
    ///   `accessoryOutOfResources` if too many streams are watched, `insufficientPrivileges`.
    func cameraStreamControl(
        _ cameraStreamControl: HMCameraStreamControl, didStopStreamWithError error: (any Error)?)
}

extension HMCameraStreamControlDelegate {
    public func cameraStreamControlDidStartStream(_ cameraStreamControl: HMCameraStreamControl) {}
    public func cameraStreamControl(
        _ cameraStreamControl: HMCameraStreamControl, didStopStreamWithError error: (any Error)?
    ) {}
}

/// Starts and stops the live stream of a camera.
///
/// Unchecked, as ``HMCameraControl``; all that changes is behind a lock.
public final class HMCameraStreamControl: HMCameraControl, @unchecked Sendable {
    private struct State: Sendable {
        var machine = CameraStreamMachine()
        var delegate = CameraStreamDelegate()
        /// What the camera sends, from the start on.
        var feed = CameraFeed()
        /// nil until the first picture has come.
        var stream: HMCameraStream?
        var watching: Task<Void, Never>?
    }

    private let state = Mutex(State())

    deinit { state.withLock { $0.watching?.cancel() } }

    /// Receives the beginning and the end of the stream; not retained.
    public var delegate: (any HMCameraStreamControlDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = CameraStreamDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    /// The state of the stream.
    public var streamState: HMCameraStreamState { state.withLock { $0.machine.state } }
    /// The stream; nil before its first picture has come, and after it has stopped.
    public var cameraStream: HMCameraStream? { state.withLock { $0.stream } }

    /// Starts the stream. The delegate is notified when its first picture has come, or that it has stopped with an error.
    public func startStream() { take { $0.start() } }

    /// Stops the stream. The delegate is notified when it has stopped.
    public func stopStream() { take { $0.stop() } }

    // MARK: The machine

    private func take(_ event: (inout CameraStreamMachine) -> [CameraStreamMachine.Action]) {
        state.withLock { state in
            for action in event(&state.machine) { carryOut(action, &state) }
        }
    }

    private func carryOut(_ action: CameraStreamMachine.Action, _ state: inout State) {
        switch action {
        case .open(let number):
            let feed = CameraFeed()
            state.feed = feed
            state.watching = Task { [weak self, place] in
                let error = await place.watch(feed) { [weak self] in
                    MainQueue.run { [weak self] in self?.take { $0.pictureCame(number) } }
                }
                feed.end(error)
                MainQueue.run { [weak self] in self?.take { $0.ended(number, error) } }
            }
        case .close: state.watching?.cancel()
        case .tellStarted:
            state.stream = HMCameraStream(state.feed)
            MainQueue.run { self.delegate?.cameraStreamControlDidStartStream(self) }
        case .tellStopped(let error):
            state.stream = nil
            MainQueue.run { self.delegate?.cameraStreamControl(self, didStopStreamWithError: error) }
        }
    }
}
