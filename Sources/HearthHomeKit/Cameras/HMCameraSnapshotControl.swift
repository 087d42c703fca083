public import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import Synchronization

/// Receives the pictures of a camera. Called on the main queue, in order. All methods are optional.
public protocol HMCameraSnapshotControlDelegate: NSObjectProtocol {
    /// ``HMCameraSnapshotControl/takeSnapshot()`` has ended.
    ///
    /// - Parameters:
    ///   - snapshot: the picture; nil after an error.
    ///   - error: an ``HMError``: `accessoryNotReachable`, `accessoryIsBusy`, `operationNotSupported`.
    func cameraSnapshotControl(
        _ cameraSnapshotControl: HMCameraSnapshotControl, didTake snapshot: HMCameraSnapshot?, error: (any Error)?)
    /// Another program, or the hub at an event, has taken a picture, which is
    /// ``HMCameraSnapshotControl/mostRecentSnapshot`` now.
    func cameraSnapshotControlDidUpdateMostRecentSnapshot(_ cameraSnapshotControl: HMCameraSnapshotControl)
}

extension HMCameraSnapshotControlDelegate {
    public func cameraSnapshotControl(
        _ cameraSnapshotControl: HMCameraSnapshotControl, didTake snapshot: HMCameraSnapshot?, error: (any Error)?
    ) {}
    public func cameraSnapshotControlDidUpdateMostRecentSnapshot(_ cameraSnapshotControl: HMCameraSnapshotControl) {}
}

/// Takes pictures with a camera.
///
/// Unchecked, as ``HMCameraControl``; all that changes is behind a lock.
public final class HMCameraSnapshotControl: HMCameraControl, @unchecked Sendable {
    private struct State: Sendable {
        var delegate = CameraSnapshotDelegate()
        var latest: HMCameraSnapshot?
        /// Receives the pictures that others take, while there is a delegate.
        var watching: Task<Void, Never>?
    }

    private let state = Mutex(State())

    deinit { state.withLock { $0.watching?.cancel() } }

    /// Receives the pictures; not retained. Those that other programs take come while there is a delegate.
    public var delegate: (any HMCameraSnapshotControlDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = CameraSnapshotDelegate(value: newValue)
            state.withLock { state in
                state.delegate = delegate
                if newValue == nil {
                    state.watching?.cancel()
                    state.watching = nil
                } else if state.watching == nil {
                    state.watching = Task { [weak self, place] in
                        await place.watchPictures { [weak self] in self?.othersTook($0) }
                    }
                }
            }
        }
    }

    /// The picture that was taken last: by this program, or while there is a ``delegate`` by another one. nil before
    /// the first.
    public var mostRecentSnapshot: HMCameraSnapshot? { state.withLock { $0.latest } }

    /// Takes a picture. The delegate gets it, or an error. Pictures are taken one by one, in the order of the calls.
    public func takeSnapshot() {
        let date = Date()
        let camera = ServiceKey(endpoint: place.endpoint, type: .cameraControl)
        let line = place.accessory.map { CallLine.service(deviceID: $0.id, camera) }
        let turn = line.flatMap { place.accessory?.core?.order.enter([$0]) }
        Task {
            do {
                try await turn?.waitForTurn()
                defer { turn?.leave() }
                try await tell(HMCameraSnapshot(place.takePicture(), askedAt: date), nil)
            } catch {
                tell(nil, HMError(any: error))
            }
        }
    }

    private func othersTook(_ taken: TakenPicture) {
        guard let picture = CameraPicture(taken.answer) else { return }
        let snapshot = HMCameraSnapshot(picture, askedAt: Date(timeIntervalSince1970: taken.time))
        MainQueue.run {
            self.state.withLock { $0.latest = snapshot }
            self.delegate?.cameraSnapshotControlDidUpdateMostRecentSnapshot(self)
        }
    }

    private func tell(_ snapshot: HMCameraSnapshot?, _ error: HMError?) {
        MainQueue.run {
            if let snapshot { self.state.withLock { $0.latest = snapshot } }
            self.delegate?.cameraSnapshotControl(self, didTake: snapshot, error: error)
        }
    }
}
