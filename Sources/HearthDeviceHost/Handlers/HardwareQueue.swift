internal import HearthDeviceBehaviors
internal import Synchronization

/// The work that an endpoint's behaviours have for its hardware. It runs one task at a time, in order. A task replaces
/// one of the same trait that waits, so that slow hardware skips levels that are out of date.
final class HardwareQueue: Sendable {
    private struct State {
        var waiting: [EndpointContext.HardwareTask] = []
        var isRunning = false

        mutating func next() -> EndpointContext.HardwareTask? {
            guard !waiting.isEmpty else {
                isRunning = false
                return nil
            }
            return waiting.removeFirst()
        }
    }

    /// Guards the waiting tasks. No task runs under it.
    private let state = Mutex(State())

    func add(_ tasks: [EndpointContext.HardwareTask]) {
        state.withLock { state in
            for task in tasks {
                state.waiting.removeAll { $0.traitID == task.traitID }
                state.waiting.append(task)
            }
        }
    }

    /// Runs the tasks that wait, unless another caller does so already.
    func run() async {
        let begins = state.withLock { state in
            guard !state.isRunning, !state.waiting.isEmpty else { return false }
            state.isRunning = true
            return true
        }
        guard begins else { return }
        // Not a part of the caller's task, whose cancellation must not end the hardware's work.
        await Task {
            while let task = state.withLock({ $0.next() }) { await task.action() }
        }.value
    }
}
