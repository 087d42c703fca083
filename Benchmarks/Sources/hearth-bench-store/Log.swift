internal import HearthStore
internal import HearthTraitCore

/// A log of reports of any length: a hub's reports, repeated at later positions.
enum Log {
    static func run(_ store: HomeStore, bytes: Int) async throws {
        let home = try await store.load()
        var progress = try home.progress(0)
        let newest = try await store.reports(of: progress.structureID, before: .max, bytes: 1)
        guard let pattern = newest.first, !pattern.reports.isEmpty else { throw NothingThere() }
        var reports: [[UInt8]] = []
        while reports.count < 1_000 { reports += pattern.reports }
        let size = reports.reduce(0) { $0 + $1.count + 4 }
        var written = 0
        while written < bytes {
            var batches: [StoredReports] = []
            for _ in 0..<20 {
                batches.append(
                    StoredReports(
                        structureID: progress.structureID, epoch: home.epoch, first: progress.sequence + 1,
                        eventNumber: progress.eventNumber, time: pattern.time, reports: reports))
                progress.sequence += UInt64(reports.count)
                written += size
            }
            try await store.commit(StoreTransaction(reports: batches, progress: [progress]))
        }
        print(#"{"bytes": \#(written), "reports": \#(progress.sequence)}"#)
    }
}
