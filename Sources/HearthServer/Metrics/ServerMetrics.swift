internal import Hearth
internal import HearthHub
internal import HearthIntegrations
internal import HearthMetrics
internal import HearthTerminal
internal import HearthTraitCore

/// The metrics of `hearth serve` beside those of calls: the home, its store and backups, links, health and the process.
/// Labels have a few fixed values, so the number of lines does not grow with the home.
struct ServerMetrics: Sendable {
    let hub: Hub
    let integrations: IntegrationCentre
    let place: StorePlace
    let health: HealthMonitor
    let loops: LoopMonitor
    /// nil for a hub that makes no backups.
    let backups: BackupRecord?
    let offSite: OffSiteCopies?
    let process: ProcessFigures
    let clock: any HomeClock

    func families() async -> [MetricFamily] {
        var build = MetricFamily(.gauge, "hearth_build_info", "The running version; the value is always 1.")
        build.add(1, ["version": Home.version])
        var delays = MetricFamily(
            .histogram, "hearth_loop_delay_seconds", "Time until a loop begins new work, asked once a second.")
        delays.add(loops.delays)
        return [build] + process.metrics + [delays] + healths + hub.metrics() + store + (await links) + backupFamilies
            + offSiteFamilies
    }

    private var healths: [MetricFamily] {
        var healths = MetricFamily(.gauge, "hearth_health", "Whether a part of the hub works: 1 or 0.")
        let failing = health.health.failing
        for part in HealthPart.allCases { healths.add(failing.contains(part) ? 0 : 1, ["part": part.rawValue]) }
        return [healths]
    }

    /// None for a home in a database.
    private var store: [MetricFamily] {
        guard place.address == nil else { return [] }
        var bytes = MetricFamily(.gauge, "hearth_store_bytes", "Size of the store's files.")
        let disk = DiskSpace(of: place)
        bytes.add(disk.store, ["file": "store"])
        bytes.add(disk.log, ["file": "log"])
        let free = disk.free.map {
            MetricFamily(.gauge, "hearth_store_free_bytes", "Free space on the disk of the store.", $0)
        }
        return [bytes] + [free].compactMap(\.self)
    }

    private var links: [MetricFamily] {
        get async {
            var links = MetricFamily(.gauge, "hearth_links", "Links to devices of other ecosystems, by kind and state.")
            for count in await integrations.linkCounts() {
                links.add(count.links, ["kind": count.kind, "state": count.state])
            }
            return [links]
        }
    }

    private var backupFamilies: [MetricFamily] {
        guard let backups else { return [] }
        let outcome = backups.outcome
        var families = [
            MetricFamily(
                .counter, "hearth_backup_failures", "Daily backups that failed, each attempt counted.",
                outcome.failures),
            MetricFamily(
                .gauge, "hearth_backup_failing", "Whether the last attempt of a backup failed: 1 or 0.",
                outcome.failure == nil ? 0 : 1),
        ]
        if let newest = outcome.newest {
            let age = clock.sinceEpoch.components.seconds - newest  // in range: both of a clock
            families += [
                MetricFamily(
                    .gauge, "hearth_backup_last_success_timestamp_seconds",
                    "When the newest backup was made, since 1970.",
                    newest),
                MetricFamily(.gauge, "hearth_backup_age_seconds", "Age of the newest backup.", max(0, age)),
            ]
        }
        return families
    }

    private var offSiteFamilies: [MetricFamily] {
        guard let outcome = offSite?.outcome else { return [] }
        var families = [
            MetricFamily(
                .counter, "hearth_backup_off_site_failures", "Copies of backups off site that failed.",
                outcome.failures)
        ]
        if let newest = outcome.newest {
            families.append(
                MetricFamily(
                    .gauge, "hearth_backup_off_site_last_success_timestamp_seconds",
                    "When a backup was last copied off site, since 1970.", newest))
        }
        return families
    }
}
