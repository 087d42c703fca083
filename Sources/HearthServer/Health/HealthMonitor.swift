internal import HearthRPCServices
internal import HearthTerminal
internal import HearthTraitCore
internal import Synchronization

/// Watches the parts of a running hub. What it finds is the answer of gRPC's health service, of `GET /healthz` and so of
/// `hearth health`, which agree.
///
/// Its lock guards the results of the last look; nothing is called under it.
final class HealthMonitor: Sendable {
    /// Where the state of the parts comes from. None may wait for a loop or for the store.
    struct Sources: Sendable {
        /// Why the store's file can't be used; nil while it can.
        var store: @Sendable () -> String?
        /// Why changes can't be stored at present, such as a full disk; nil while they can.
        var saving: @Sendable () -> String?
        /// How long a loop has not answered; zero if all have.
        var stall: @Sendable () -> Duration
        /// How long an automation's wake-up is overdue; zero if none is.
        var automationDelay: @Sendable () -> Duration
        /// Why there is no recent backup; nil if there is one, or if none are made.
        var backups: @Sendable () -> String?
    }

    private struct State {
        /// What the last look found.
        var found = HubHealth()
        /// What the last two looks found.
        var health = HubHealth()
    }

    /// The interval between two looks.
    static let interval = Duration.seconds(5)
    /// How long a loop may be silent. A busy one answers within milliseconds.
    static let longestStall = Duration.seconds(10)
    /// How long a wake-up of automations may be overdue.
    static let longestDelay = Duration.seconds(60)

    private let sources: Sources
    private let service: HealthService
    private let notice: @Sendable (String) -> Void
    private let state = Mutex(State())

    init(_ sources: Sources, service: HealthService, notice: @escaping @Sendable (String) -> Void) {
        self.sources = sources
        self.service = service
        self.notice = notice
        for part in HealthPart.allCases { service.set(.serving, for: part.service) }
    }

    /// The parts that fail. A part fails once two looks in a row have found it failing: after the machine was suspended,
    /// the first look may come before loops and wake-ups had their turn.
    var health: HubHealth { state.withLock { $0.health } }

    /// Looks at all parts, and says what has changed since the last look.
    func look() {
        let found = found()
        let (former, health) = state.withLock { state in
            let former = state.health
            state = State(found: found, health: found.confirmed(by: state.found))
            return (former, state.health)
        }
        if (former.failure == nil) != (health.failure == nil) {
            service.set(health.failure == nil ? .serving : .notServing, for: "")
        }
        for part in HealthPart.allCases {
            let failure = health.failures[part]
            guard former.failures[part]?.isVital != failure?.isVital else { continue }
            service.set(failure == nil ? .serving : .notServing, for: part.service)
            if let failure {
                notice("\(failure.isVital ? "unhealthy" : "degraded"): \(part.rawValue): \(failure.reason)")
            } else {
                notice("healthy again: \(part.rawValue)")
            }
        }
    }

    private func found() -> HubHealth {
        let (stall, delay) = (sources.stall(), sources.automationDelay())
        var found = HubHealth()
        found.note(.store, sources.store(), isVital: true)
        // The hub serves all devices meanwhile, and a restart would lose what waits in memory.
        found.note(.store, sources.saving(), isVital: false)
        if stall > Self.longestStall {
            found.note(.loops, "a loop has not answered for \(stall.components.seconds) s", isVital: true)
        }
        if delay > Self.longestDelay {
            let reason = "automations should have woken up \(delay.components.seconds) s ago"
            found.note(.automations, reason, isVital: true)
        }
        found.note(.backups, sources.backups(), isVital: false)
        return found
    }

    /// Looks at all parts until the task is cancelled.
    func run(_ clock: any HomeClock = SystemClock()) async {
        while !Task.isCancelled {
            look()
            await clock.sleep(for: Self.interval)
        }
    }
}
