internal import Dispatch
#if canImport(Glibc)
    internal import Glibc
#endif

/// An executor for actors that own a ``Database``. Its calls block, so they must not run on an event loop or the
/// cooperative thread pool. Where processors are scarce, other threads of the program go first: what is stored can wait
/// for what is answered, which the store in turn holds up when it is needed.
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
        queue = DispatchQueue(label: label, qos: .utility)
    }

    /// Runs `job` after the previous ones. Called by the Swift runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            Self.giveWay()
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }

    #if canImport(Glibc)
        /// A tenth of the share of other threads. It stays with the thread, which is one of those for work of this kind.
        private static func giveWay() {
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        }
    #else
        private static func giveWay() {}
    #endif

    /// Traps if the caller is not on this executor (for `assumeIsolated`).
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
