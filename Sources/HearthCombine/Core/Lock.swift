#if !canImport(Combine)
    internal import Synchronization

    /// A lock for classes that guard their own properties, whose values need not be Sendable.
    ///
    /// On Linux, ThreadSanitizer does not see all that the runtime's `Mutex` does, and reports races that are none;
    /// `scripts/sanitize` tells it. With a pthread mutex in its place it is right without help, and reports none either.
    ///
    /// Nothing of the user may run inside: move values out and release them after, since their `deinit` could come
    /// back.
    struct Lock: ~Copyable {
        private let mutex = Mutex(())

        borrowing func withLock<Result>(_ body: () -> Result) -> Result {
            mutex.withLock { _ in
                // Unsafe in name only: the result never leaves the thread that called.
                nonisolated(unsafe) let result = body()
                return result
            }
        }
    }
#endif
