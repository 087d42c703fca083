internal import Synchronization

/// Work of a device from its start. It may be cancelled before its task exists.
final class RunningWork: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    let work: DeviceWork
    private let state = Mutex(State())

    init(_ work: DeviceWork) {
        self.work = work
    }

    /// Sets the task that carries it out.
    func run(as task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
