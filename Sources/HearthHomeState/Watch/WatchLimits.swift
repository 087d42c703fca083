/// The limits that watches use, shared by all of them because there are many.
package final class WatchLimits: Sendable {
    let reportBytes: Int
    let queuedReports: Int
    let queuedReportBytes: Int
    let dirtyPaths: Int
    let snapshotBytes: Int

    package init(_ limits: HubLimits) {
        reportBytes = limits.reportBytes
        queuedReports = limits.queuedReports
        queuedReportBytes = limits.queuedReportBytes
        dirtyPaths = limits.dirtyPaths
        snapshotBytes = limits.snapshotBytes
    }
}
