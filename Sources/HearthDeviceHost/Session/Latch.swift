internal import Synchronization

/// Opens once; whoever waits goes on then.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// Waits until the latch opens or the task is cancelled. For one task.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting = continuation }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            open()
        }
    }
}
