#if !canImport(Darwin)
    internal import Synchronization

    /// A lock for classes that protect their own properties, which needn't be Sendable.
    ///
    /// On Linux, ThreadSanitizer does not see that the kernel hands the runtime's `Mutex` over, and would report false
    /// races; `scripts/sanitize` loads a library that informs it. With a pthread mutex instead it needs no help.
    ///
    /// No user code may run inside. Move values out and release them afterwards, since their `deinit` could re-enter.
    struct Lock: ~Copyable {
        private let mutex = Mutex(())

        borrowing func withLock<Result>(_ body: () -> Result) -> Result {
            mutex.withLock { _ in
                // Safe: the result never leaves the calling thread.
                nonisolated(unsafe) let result = body()
                return result
            }
        }
    }
#endif
