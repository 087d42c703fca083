/// What of the hub's limits each watch looks at, and has by itself: there are many watches.
struct WatchLimits: Sendable {
    let reportBytes: Int
    let queuedReports: Int
    let queuedReportBytes: Int
    let dirtyPaths: Int
    let snapshotBytes: Int

    init(_ limits: HubLimits) {
        reportBytes = limits.reportBytes
        queuedReports = limits.queuedReports
        queuedReportBytes = limits.queuedReportBytes
        dirtyPaths = limits.dirtyPaths
        snapshotBytes = limits.snapshotBytes
    }
}
