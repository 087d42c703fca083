internal import HearthRPC
public import HearthStore
public import HearthTraitCore
internal import Synchronization

extension Hub {
    /// Makes a backup of the home while the hub runs, with what was reported last.
    ///
    /// - Parameters:
    ///   - path: the new file, readable by its owner only. A file of this name is replaced.
    ///   - keys: the hub's key files, which go along with clients' keys and tokens; nil leaves all of them out.
    ///   - progress: called on the store's executor.
    /// - Throws: ``HubError`` with code `dataLoss` if the store is damaged; there is no new file then, as after any
    ///   other error.
    public func backUp(
        to path: String, keys: [KeyFile]?, progress: @escaping @Sendable (BackupProgress) -> Void = { _ in }
    ) async throws -> StoreBackup {
        try checkRunning()
        do throws(StoreError) {
            try await save()
            return try await store.backUp(to: path, now: clock.sinceEpoch, keys: keys, progress: progress)
        } catch {
            guard error.code == .damaged else { throw HubError(error, "no backup was made") }
            throw HubError(.dataLoss, "no backup was made: \(error.message)", cause: error)
        }
    }

    /// What a hub with these traits would say of a stored home when it starts: what it can't read, and what became of it.
    ///
    /// - Parameters:
    ///   - home: as it was read from a store.
    ///   - traits: all standard traits.
    public static func findings(in home: StoredHome, traits: [TraitDescriptor]) async throws -> [String] {
        let notices = Mutex<[String]>([])
        // With the traits that makers have brought.
        let hub = Hub(
            store: try await HomeStore.inMemory(), traits: traits,
            information: Information(version: "", schemaFingerprint: ""),
            notice: { notice in notices.withLock { $0.append(notice) } })
        hub.loadTraits(home)
        var loader = HomeLoader(traits: hub.traits, limits: hub.limits, clock: hub.clock)
        _ = loader.cells(of: home)
        return notices.withLock(\.self) + loader.findings
    }
}
