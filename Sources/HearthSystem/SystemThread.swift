internal import CHearthSystem

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Threads for work that waits in calls of the system, and so can't run in a task.
package enum SystemThread {
    /// Starts a thread that runs `body` and ends with it.
    ///
    /// - Parameter name: its name in debuggers. Linux keeps 15 bytes.
    /// - Returns: false if the system has no thread left; `body` is not run then.
    @discardableResult
    package static func start(_ name: String? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(
            ThreadWork {
                if let name { hearth_system_name_thread(name) }
                body()
            })
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, { ThreadWork.run($0) }, work.toOpaque())
        guard code == 0 else {
            work.release()
            return false
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }

    /// Whether the calling thread is the process's first one.
    package static var isFirst: Bool { hearth_system_is_first_thread() == 1 }
}

private final class ThreadWork: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Runs the work that `start` retained.
    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().body()
        return nil
    }
}
