internal import HearthRPCServices
internal import HearthTerminal
internal import HearthTraitCore
internal import Synchronization

/// Watches the parts of a running hub. What it finds is the answer of gRPC's health service, of `GET /healthz` and so of
/// `hearth health`, which agree.
///
/// Its lock guards the last result; nothing is called under it.
final class HealthMonitor: Sendable {
    /// Where the state of the parts comes from. None may wait for a loop or for the store.
    struct Sources: Sendable {
        /// Why the store can't be used; nil while it can.
        var store: @Sendable () -> String?
        /// How long a loop has not answered; zero if all have.
        var stall: @Sendable () -> Duration
        /// How long an automation's wake-up is overdue; zero if none is.
        var automationDelay: @Sendable () -> Duration
        /// Why there is no recent backup; nil if there is one, or if none are made.
        var backups: @Sendable () -> String?
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
    private let state = Mutex(HubHealth([:]))

    init(_ sources: Sources, service: HealthService, notice: @escaping @Sendable (String) -> Void) {
        self.sources = sources
        self.service = service
        self.notice = notice
        for part in HealthPart.allCases { service.set(.serving, for: part.service) }
    }

    /// The result of the last look.
    var health: HubHealth { state.withLock { $0 } }

    /// Looks at all parts, and says what has changed since the last look.
    func look() {
        let (stall, delay) = (sources.stall(), sources.automationDelay())
        let health = HubHealth([
            .store: sources.store(),
            .loops: stall > Self.longestStall ? "a loop has not answered for \(stall.components.seconds) s" : nil,
            .automations: delay > Self.longestDelay
                ? "automations should have woken up \(delay.components.seconds) s ago" : nil,
            .backups: sources.backups(),
        ])
        let former = state.withLock { state in
            defer { state = health }
            return state
        }
        guard former.failing != health.failing else { return }
        service.set(health.failure == nil ? .serving : .notServing, for: "")
        for part in HealthPart.allCases {
            let reason = health.reasons[part]
            guard (former.reasons[part] == nil) != (reason == nil) else { continue }
            service.set(reason == nil ? .serving : .notServing, for: part.service)
            if let reason {
                notice("\(part.isVital ? "unhealthy" : "degraded"): \(part.rawValue): \(reason)")
            } else {
                notice("healthy again: \(part.rawValue)")
            }
        }
    }

    /// Looks at all parts until the task is cancelled.
    func run(_ clock: any HomeClock = SystemClock()) async {
        while !Task.isCancelled {
            look()
            await clock.sleep(for: Self.interval)
        }
    }
}
