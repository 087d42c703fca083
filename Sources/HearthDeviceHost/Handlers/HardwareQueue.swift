internal import HearthDeviceBehaviors
internal import Synchronization

/// The work that an endpoint's behaviours have for its hardware. It runs one task at a time, in order. A call's tasks
/// replace the waiting ones of the same traits, so that slow hardware skips levels that are out of date.
final class HardwareQueue: Sendable {
    private struct State {
        var waiting: [(number: Int, task: EndpointContext.HardwareTask)] = []
        /// The number of tasks added so far, which is the number of the last one.
        var added = 0
        var isRunning = false
        /// The caller that waits for the tasks up to a number.
        var caller: (last: Int, continuation: CheckedContinuation<Void, Never>)?

        /// The next task, and the caller whose tasks are done.
        mutating func next() -> (task: EndpointContext.HardwareTask?, done: CheckedContinuation<Void, Never>?) {
            let first = waiting.isEmpty ? nil : waiting.removeFirst()
            if first == nil { isRunning = false }
            guard let caller, first.map({ $0.number > caller.last }) ?? true else { return (first?.task, nil) }
            self.caller = nil
            return (first?.task, caller.continuation)
        }
    }

    /// Guards the waiting tasks. No task runs under it.
    private let state = Mutex(State())

    /// Adds the tasks of one call.
    func add(_ tasks: [EndpointContext.HardwareTask]) {
        guard !tasks.isEmpty else { return }
        let traitIDs = Set(tasks.map(\.traitID))
        state.withLock { state in
            state.waiting.removeAll { traitIDs.contains($0.task.traitID) }
            for task in tasks {
                state.added += 1
                state.waiting.append((state.added, task))
            }
        }
    }

    /// Runs the tasks that wait, unless another caller does so already. Returns when those have run or been replaced;
    /// tasks that are added meanwhile, such as a fade's levels, run after the return.
    func run() async {
        await withCheckedContinuation { continuation in
            let begins = state.withLock { state in
                guard !state.isRunning, !state.waiting.isEmpty else { return false }
                state.isRunning = true
                state.caller = (state.added, continuation)
                return true
            }
            guard begins else { return continuation.resume() }
            // Not a part of the caller's task, whose cancellation must not end the hardware's work.
            Task { await drain() }
        }
    }

    private func drain() async {
        while true {
            let (task, done) = state.withLock { $0.next() }
            done?.resume()
            guard let task else { return }
            await task.action()
        }
    }
}
