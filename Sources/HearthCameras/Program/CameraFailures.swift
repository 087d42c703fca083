internal import HearthRTSP
internal import HearthTraitCore
internal import Synchronization

/// Says each failure of a camera once until it works again, and tells who watches over the camera that it is gone.
final class CameraFailures: Sendable {
    /// What fails apart from the rest.
    enum Part: Hashable, Sendable {
        case stream, picture, speaker
        /// The decoding of a key picture.
        case decoding
    }

    private struct Source: Hashable {
        let camera: String
        let part: Part
    }

    private struct State {
        var said: [Source: String] = [:]
        var watching: [String: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())
    private let say: @Sendable (String) -> Void

    init(say: @escaping @Sendable (String) -> Void) { self.say = say }

    /// Yields when a camera can't be reached from now on. Replaces a former stream of the camera.
    func losses(of camera: String) -> AsyncStream<Void> {
        let (losses, sink) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watching.updateValue(sink, forKey: camera) }?.finish()
        return losses
    }

    /// - Parameters:
    ///   - camera: the camera's ID.
    ///   - name: the camera's name for people.
    func failed(_ camera: String, name: String, _ part: Part, _ error: any Error) {
        let text = "\(name): \((error as? HomeError)?.message ?? "\(error)")"
        let (isNew, watching) = state.withLock { state in
            let before = state.said.updateValue(text, forKey: Source(camera: camera, part: part))
            return (before != text, state.watching[camera])
        }
        if isNew { say(text) }
        if Self.isLoss(error) { watching?.yield() }
    }

    func works(_ camera: String, _ part: Part) {
        state.withLock { _ = $0.said.removeValue(forKey: Source(camera: camera, part: part)) }
    }

    private static func isLoss(_ error: any Error) -> Bool {
        switch error {
        case let error as RTSPError: error.code == .unreachable || error.code == .timedOut
        case let error as CamerasError: error.code == .unreachable
        default: false
        }
    }
}
