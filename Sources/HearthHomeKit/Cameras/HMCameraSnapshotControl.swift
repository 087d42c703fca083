public import Foundation
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
    /// Another program has taken a picture. Hubs do not report that yet.
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
    }

    private let state = Mutex(State())

    /// Receives the pictures; not retained.
    public var delegate: (any HMCameraSnapshotControlDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = CameraSnapshotDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    /// The picture that this program took last; nil if it took none.
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

    private func tell(_ snapshot: HMCameraSnapshot?, _ error: HMError?) {
        MainQueue.run {
            if let snapshot { self.state.withLock { $0.latest = snapshot } }
            self.delegate?.cameraSnapshotControl(self, didTake: snapshot, error: error)
        }
    }
}
