internal import Dispatch

/// A queue of its own for file calls, which block and so must not run in the pool of Swift's tasks.
final class DiskExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "clips")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
