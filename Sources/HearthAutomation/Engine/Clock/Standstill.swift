/// The time after a start of the hub until providers have connected and the clock is right. No run continues and no
/// clock starter fires.
struct Standstill: Sendable {
    /// The runs that had not ended, in the order in which they continue.
    let runs: [UInt64]
    /// The automations that existed when the hub started, sorted.
    var automations: [String] = []
    /// The end of the time for providers to connect, on the monotonic clock.
    let settled: Duration
    /// The highest stored time since 1970. A clock that shows less is wrong.
    let latest: Duration
    /// The latest end of the wait for the clock, on the monotonic clock.
    let end: Duration
    /// Whether clients were notified that the hub waits for the clock.
    var isNotified = false

    func isOver(at moment: AutomationMoment) -> Bool {
        moment.now >= settled && (moment.sinceEpoch >= latest || moment.now >= end)
    }

    /// When to check again whether it is over.
    func nextLook(at moment: AutomationMoment) -> Duration {
        moment.now < settled ? settled : min(max(moment.now, end), moment.now + .seconds(5))
    }

    /// Whether providers are settled and only the clock is waited for.
    func waitsForClock(at moment: AutomationMoment) -> Bool {
        moment.now >= settled && moment.sinceEpoch < latest && moment.now < end
    }
}
