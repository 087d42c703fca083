internal import Synchronization

/// Tells a client to leave, from outside its loop.
final class Departure: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isNow = false
        var go: (@Sendable () -> Void)?
    }

    func now() {
        let go = state.withLock { state in
            state.isNow = true
            return state.go
        }
        go?()
    }

    /// Called once, when it is time.
    func onNow(_ go: @escaping @Sendable () -> Void) {
        let isNow = state.withLock { state in
            state.go = go
            return state.isNow
        }
        if isNow { go() }
    }
}
