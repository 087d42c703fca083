internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore

/// Backups of a running hub, including its latest reports.
struct HubBackup: Sendable {
    let hub: Hub
    /// The hub's store; nil if it is no file.
    let store: HomeStore?

    /// Makes a backup.
    ///
    /// - Parameters:
    ///   - path: the new file, readable by its owner only. A file of this name is replaced.
    ///   - keys: the hub's key files, which are included together with clients' keys and tokens; nil leaves out all of
    ///     them.
    ///   - progress: called on the store's executor.
    /// - Throws: ``HubError`` with code `dataLoss` if the store is damaged. After any error there is no new file.
    func make(
        _ path: String, keys: [KeyFile]?, progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws(HubError) -> StoreBackup {
        guard let store else {
            throw HubError(
                .failedPrecondition,
                "no backup was made, as the home is in a database; back that up with PostgreSQL's tools, such as pg_dump"
            )
        }
        do throws(StoreError) {
            try await hub.save()
            return try await store.backUp(to: path, now: SystemClock().sinceEpoch, keys: keys, progress: progress)
        } catch {
            guard error.code == .damaged else { throw HubError(error, "no backup was made") }
            throw HubError(.dataLoss, "no backup was made: \(error.message)", cause: error)
        }
    }
}
