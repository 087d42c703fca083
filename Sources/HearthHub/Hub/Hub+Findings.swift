public import HearthStore
public import HearthTraitCore
internal import Synchronization

extension Hub {
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
