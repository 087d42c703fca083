internal import HearthEventLoop
internal import HearthTraitCore

/// Signs of life for a service manager, which kills and restarts a hub that sends none for its patience.
///
/// A hub sends them while all of its event loops begin new work. A slow disk does not stop them: a restart would not help.
struct LifeSigns: Sendable {
    let patience: Duration
    /// How long the slowest loop of the server has begun no new work.
    let stall: @Sendable () -> Duration
    let send: @Sendable () -> Void

    /// Sends signs until the task is cancelled, each in a turn of the program's own loop.
    func run(on loop: EventLoop, clock: any HomeClock = SystemClock()) async {
        while true {
            await clock.sleep(for: interval)
            await withCheckedContinuation { continuation in loop.post { continuation.resume() } }
            guard !Task.isCancelled else { return }
            sendIfAlive()
        }
    }

    /// Sends a sign unless a loop of the server has stalled.
    func sendIfAlive() {
        if stall() < interval { send() }
    }

    /// Half of the patience, as the manager's manual advises (sd_watchdog_enabled(3)).
    private var interval: Duration { patience / 2 }
}
