internal import Dispatch

/// An executor for actors that own a ``Database``. Its calls block, so they must not run on an event loop or the
/// cooperative thread pool.
///
///     actor Store {
///         nonisolated let executor = DatabaseExecutor(label: "store")
///         nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///     }
///
/// An actor's synchronous initialiser runs on the caller's thread, so open the database in a method of the actor.
public final class DatabaseExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// Creates an executor. `label` names its queue in debuggers.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs `job` after the previous ones. Called by the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps if the caller is not on this executor (for `assumeIsolated`).
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
