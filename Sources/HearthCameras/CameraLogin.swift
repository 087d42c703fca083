internal import HearthHTTPDigest
internal import HearthRTSP
internal import Synchronization

/// One login at one camera, which its streams and its pictures use: once it is refused, none of them tries it until its
/// pause is over. Cameras lock out users after some wrong passwords.
///
/// Its lock guards the pause. It is held for one step.
final class CameraLogin: Sendable {
    private struct State {
        var pause = LoginPause()
        var until: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// Whether the camera has refused the login so recently that it is left alone.
    func isPaused(at now: ContinuousClock.Instant) -> Bool { state.withLock { $0.until.map { now < $0 } ?? false } }

    /// The camera has refused the login. Attempts that end during the pause count as the one that began it.
    func refused(at now: ContinuousClock.Instant) {
        state.withLock { state in
            if let until = state.until, now < until { return }
            state.until = now + state.pause.refused()
        }
    }

    /// The camera has taken the login.
    func accepted() { state.withLock { $0 = State() } }
}

// Streams.
extension CameraLogin {
    /// - Throws: ``RTSPError`` `.wrongPassword` during the pause.
    func check() throws(RTSPError) {
        guard isPaused(at: .now) else { return }
        throw RTSPError(
            .wrongPassword, "the camera refuses the user or the password", wayOut: "correct user and password")
    }

    /// A stream has ended, or was refused.
    func ended(_ error: RTSPError) {
        if error.code == .wrongPassword { refused(at: .now) }
    }
}
