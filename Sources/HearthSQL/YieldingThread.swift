internal import Dispatch
internal import HearthSystem

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A low-priority thread for long work that a caller waits for.
///
/// A thread may lower its priority but not raise it again, and threads that it starts inherit it. So this is not a
/// thread of a pool and runs no tasks: callers block on their own thread until the work is done.
public final class YieldingThread {
    private let work = Work()
    /// Whether the system had a thread left.
    private let hasThread: Bool

    /// Starts a thread, which ends with this object.
    ///
    /// - Parameters:
    ///   - name: the thread's name in debuggers and profilers.
    ///   - niceness: by how much its priority is lowered, 0 to 19, as in nice(1): 10 gets a tenth of the time when
    ///     others want all of it.
    public init(name: String, niceness: Int32 = 10) {
        hasThread = SystemThread.start(name) { [work] in
            #if os(Linux)
                // On Linux this applies to the calling thread only.
                setpriority(.init(PRIO_PROCESS.rawValue), 0, niceness)
            #endif
            work.doAll()
        }
    }

    deinit { work.end() }

    /// Runs `body` there and returns when it is done; on the caller's thread if the system had none left.
    public func run<T, Failure: Error>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
        guard hasThread else { return try body() }
        var result: Result<T, Failure>?
        work.run { result = Result { () throws(Failure) -> T in try body() } }
        // Always set, because the thread has run it.
        guard let result else { return try body() }
        return try result.get()
    }
}

/// The thread's work, one item after the other.
///
/// `@unchecked`: `next` is written while the thread waits for `begun`, and read there while the caller waits for
/// `done`.
private final class Work: @unchecked Sendable {
    private var next: (() -> Void)?
    private let begun = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)

    func run(_ body: () -> Void) {
        withoutActuallyEscaping(body) { body in
            next = body
            begun.signal()
            done.wait()
        }
    }

    func end() { begun.signal() }

    func doAll() {
        begun.wait()
        while doNext() {
            done.signal()
            begun.wait()
        }
    }

    /// Releases the work when this returns, so that it does not outlive its call.
    private func doNext() -> Bool {
        guard let body = next.take() else { return false }
        body()
        return true
    }
}
