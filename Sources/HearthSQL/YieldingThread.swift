internal import Dispatch
internal import Foundation

/// A thread that gives way to the others of the machine, for long work that a caller waits for.
///
/// A thread may lower its priority and not raise it again, and those it starts inherit it. So this is none of a pool's,
/// and runs no task: callers block on their own thread until the work is done.
public final class YieldingThread {
    private let work = Work()

    /// Starts a thread, which ends with this object.
    ///
    /// - Parameters:
    ///   - name: names it in debuggers and profilers.
    ///   - niceness: what its priority is lowered by, 0 to 19, as nice(1) counts: 10 is a tenth of the time where others
    ///     want all of it.
    public init(name: String, niceness: Int32 = 10) {
        let thread = Thread { [work] in
            Thread.current.name = name
            #if os(Linux)
                // On Linux it is the calling thread's alone.
                setpriority(.init(PRIO_PROCESS.rawValue), 0, niceness)
            #endif
            work.doAll()
        }
        thread.qualityOfService = .utility
        thread.start()
    }

    deinit { work.end() }

    /// Runs `body` there and returns when it is done.
    public func run<T, Failure: Error>(_ body: () throws(Failure) -> T) throws(Failure) -> T {
        var result: Result<T, Failure>?
        work.run { result = Result { () throws(Failure) -> T in try body() } }
        // It has run; there is a result.
        guard let result else { return try body() }
        return try result.get()
    }
}

/// What the thread has to do, one after the other.
///
/// `@unchecked`: `next` is written while the thread waits for `begun`, and read there while the caller waits for `done`.
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

    /// What was done is let go of when this returns: it doesn't outlive the call that brought it.
    private func doNext() -> Bool {
        guard let body = next.take() else { return false }
        body()
        return true
    }
}
