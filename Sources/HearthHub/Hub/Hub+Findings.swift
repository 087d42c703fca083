public import HearthStore
public import HearthTraitCore
internal import Synchronization

extension Hub {
    /// The notices that a hub with these traits would log when it starts with a stored home: what it can't read, and
    /// what follows.
    ///
    /// - Parameters:
    ///   - home: a home that was read from a store.
    ///   - traits: all standard traits.
    public static func findings(in home: StoredHome, traits: [TraitDescriptor]) async throws -> [String] {
        let notices = Mutex<[String]>([])
        // Includes the manufacturer traits in the store.
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
