internal import HearthEventLoop
internal import HearthServiceManager
internal import HearthSystem

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What `hearth serve` tells the service manager that started it: that the hub is ready, that it is alive, and that it
/// ends.
struct Supervision {
    private let manager: ServiceManager?
    private let signs: Task<Void, Never>?

    /// Says that the hub is ready, and sends signs of life from then on if the manager expects them.
    ///
    /// - Parameters:
    ///   - loop: the program's own loop.
    ///   - stall: how long the slowest loop of the server has begun no new work.
    static func begin(_ loop: EventLoop, stall: @escaping @Sendable () -> Duration, status: String) -> Supervision {
        let manager = ServiceManager(ThisUser.environment, process: getpid())
        manager?.notify("READY=1", "STATUS=\(status)")
        guard let manager, let patience = manager.patience else { return Supervision(manager: manager, signs: nil) }
        let signs = LifeSigns(patience: patience, stall: stall) { manager.notify("WATCHDOG=1") }
        return Supervision(manager: manager, signs: Task { await signs.run(on: loop) })
    }

    /// Says that the hub ends. It sends no more signs of life, since the manager limits the time to end by itself.
    ///
    /// - Parameter isRestarting: whether the program starts again in this process, which says then that it is ready: to the
    ///   manager it loads new settings (sd_notify(3), `RELOADING=1`), and it sends signs of life until it is gone.
    func end(isRestarting: Bool) {
        guard !isRestarting else {
            manager?.notify("RELOADING=1", "MONOTONIC_USEC=\(Self.monotonicMicroseconds)")
            return
        }
        signs?.cancel()
        manager?.notify("STOPPING=1")
    }

    /// The time since the machine's start, as the manager counts it.
    private static var monotonicMicroseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000  // in range: of a clock
    }
}
