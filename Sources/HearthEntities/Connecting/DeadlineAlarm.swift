package import HearthTraitCore

/// A scheduled call for the deadline of a machine, which moves with each of its events.
package struct DeadlineAlarm: Sendable {
    private var scheduled: (time: Duration, action: any ScheduledAction)?

    package init() {}

    /// Schedules the call, if it is not scheduled for this time.
    ///
    /// - Parameter deadline: by the clock; nil for never.
    package mutating func set(
        _ deadline: Duration?, on clock: any HomeClock, _ action: @escaping @Sendable () async -> Void
    ) {
        guard deadline != scheduled?.time else { return }
        scheduled?.action.cancel()
        scheduled = deadline.map { ($0, clock.schedule(after: max($0 - clock.now, .zero), action)) }
    }

    /// Notes that the call has come.
    package mutating func rang() { scheduled = nil }
}
