internal import Hearth
internal import HearthTLS
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// Gathers what `MaintenanceService.GetStatus` answers.
struct HubStatus: Sendable {
    let place: StorePlace
    let health: HealthMonitor
    let versions: VersionWatch
    /// nil for a hub that makes no backups.
    let backups: BackupRecord?
    let offSite: OffSiteCopies?
    /// When the hub started, since 1970.
    let startedAt: Duration
    /// The certificate that browsers get.
    let certificate: @Sendable () -> TLSIdentity
    /// The addresses on which the hub listens.
    let listening: @Sendable () -> [String]

    var message: Hearth_V1_GetStatusResponse {
        let health = health.health
        let disk = place.address == nil ? DiskSpace(of: place) : nil
        let certificate = certificate()
        return Hearth_V1_GetStatusResponse(
            version: Home.version,
            newVersion: versions.found.map {
                Hearth_V1_NewVersion(
                    installed: $0.installed, available: $0.available, command: PackageLists.command)
            },
            startedAt: .init(sinceEpoch: startedAt),
            problems: health.failing.compactMap { part in
                health.failures[part].map { failure in
                    Hearth_V1_HealthProblem(
                        part: Hearth_V1_HealthPart(part), isVital: failure.isVital, reason: failure.reason)
                }
            },
            listening: listening(), backups: backups.map { backupStatus($0.outcome) },
            store: disk.map { disk in
                Hearth_V1_StoreStatus(
                    bytes: UInt64(clamping: disk.store.addingReportingOverflow(disk.log).partialValue),
                    freeBytes: disk.free.map { UInt64(clamping: $0) })
            },
            certificate: Hearth_V1_CertificateStatus(
                expiresAt: .init(sinceEpoch: .seconds(certificate.expiry)), names: certificate.names,
                isSelfSigned: certificate.isSelfSigned))
    }

    private func backupStatus(_ outcome: BackupRecord.Outcome) -> Hearth_V1_BackupStatus {
        let copies = offSite?.outcome.map { copies in
            Hearth_V1_OffSiteStatus(
                newestAt: copies.newest.map { .init(sinceEpoch: .seconds($0)) }, failure: copies.failure ?? "")
        }
        return Hearth_V1_BackupStatus(
            newestAt: outcome.newest.map { .init(sinceEpoch: .seconds($0)) }, failure: outcome.failure ?? "",
            offSite: copies)
    }
}

extension Hearth_V1_HealthPart {
    fileprivate init(_ part: HealthPart) {
        switch part {
        case .store: self = .store
        case .loops: self = .loops
        case .automations: self = .automations
        case .backups: self = .backups
        }
    }
}
