internal import Dispatch

/// The executor of an actor that owns a ``Database``: its calls block, so they must not run on a loop that serves
/// connections, nor on the small shared pool.
///
///     actor Store {
///         nonisolated let executor = DatabaseExecutor(label: "store")
///         nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
///     }
///
/// An actor's synchronous initialiser runs on its caller's thread: open the database in a method of the actor.
public final class DatabaseExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// `label` names the queue to debuggers.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs `job` after those before it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Stops the program when the caller is not on this executor (for `assumeIsolated`).
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
