internal import HearthBase
internal import Synchronization

/// Runs long computations, so that the executors of connections are free.
///
/// Its lock guards the choice of the executor.
final class BackgroundExecutor: Sendable {
    private let executor = Mutex<any TaskExecutor>(globalConcurrentExecutor)

    /// Runs later computations on another executor.
    func use(_ other: any TaskExecutor) { executor.withLock { $0 = other } }

    func run<R: Sendable>(_ body: @Sendable () async throws -> R) async rethrows -> R {
        try await withTaskExecutorPreference(executor.withLock { $0 }, operation: body)
    }
}
