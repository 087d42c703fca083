internal import HearthHub
internal import HearthIntegrations
internal import HearthMetrics
internal import HearthRPCHTTP2
internal import HearthRPCServices
internal import HearthTLS
internal import HearthTerminal
internal import HearthTraitCore
internal import Synchronization

/// What an operator sees of a running hub: its health, metrics and status, and the records behind them.
///
/// Its lock guards the addresses; nothing is called under it.
final class HubOperations: Sendable {
    let health: HealthMonitor
    let metrics: ServerMetrics
    let status: HubStatus
    private let loops: LoopMonitor
    private let versions: VersionWatch
    private let addresses: Addresses

    private final class Addresses: Sendable {
        let all = Mutex<[String]>([])
    }

    /// - Parameters:
    ///   - startedAt: when the program started, since 1970.
    ///   - backups: nil for a hub that makes no backups.
    ///   - offSite: nil for a hub without hooks.
    ///   - certificate: the certificate that browsers get.
    init(
        _ hub: Hub, _ integrations: IntegrationCentre, _ place: StorePlace, _ service: HealthService,
        startedAt: Duration, backups: BackupRecord?, offSite: OffSiteCopies?,
        certificate: @escaping @Sendable () -> TLSIdentity, log: HubLog
    ) {
        let (clock, loops, addresses) = (SystemClock(), LoopMonitor(), Addresses())
        let (probe, versions) = (
            StoreProbe(path: place.address == nil ? place.path : nil), VersionWatch(notice: log.lines(.version))
        )
        let sources = HealthMonitor.Sources(
            store: { probe.failure }, saving: { hub.savingFailure }, stall: { loops.stall },
            automationDelay: { hub.automationDelay },
            backups: {
                let now = clock.sinceEpoch.components.seconds
                return backups?.problem(at: now) ?? offSite?.problem(at: now)
            })
        health = HealthMonitor(sources, service: service, notice: log.lines(.health, .warning))
        metrics = ServerMetrics(
            hub: hub, integrations: integrations, place: place, health: health, loops: loops, backups: backups,
            offSite: offSite, process: ProcessFigures(startedAt: startedAt / .seconds(1)), clock: clock)
        status = HubStatus(
            place: place, health: health, versions: versions, backups: backups, offSite: offSite,
            startedAt: startedAt, certificate: certificate, listening: { addresses.all.withLock { $0 } })
        self.loops = loops
        self.versions = versions
        self.addresses = addresses
    }

    /// How long the slowest loop of the server has begun no new work; zero if all do.
    var loopStall: Duration { loops.stall }

    /// Lets a server answer health checks and requests for metrics.
    ///
    /// - Parameter others: further metrics.
    func apply(to settings: inout HTTP2Server.Settings, besides others: @escaping @Sendable () -> [MetricFamily]) {
        settings.failure = { [health] in health.health.failure }
        settings.metrics = { [metrics] in await metrics.families() + others() }
    }

    /// Watches the hub until the task is cancelled.
    ///
    /// - Parameters:
    ///   - server: the server whose loops are watched.
    ///   - addresses: where the hub listens.
    func run(_ server: HTTP2Server, at addresses: [String]) async {
        self.addresses.all.withLock { $0 = addresses }
        await withTaskGroup { group in
            group.addTask { [health] in await health.run() }
            group.addTask { [loops] in await loops.run(server) }
            group.addTask { [versions] in await versions.run() }
        }
    }
}
