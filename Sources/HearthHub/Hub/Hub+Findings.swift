internal import HearthHomeState
public import HearthStore
public import HearthTraitCore

extension Hub {
    /// The notices that a hub with these traits would log when it starts with a stored home: what it can't read, and
    /// what follows.
    ///
    /// - Parameters:
    ///   - home: a home that was read from a store.
    ///   - traits: all standard traits.
    public static func findings(in home: StoredHome, traits: [TraitDescriptor]) -> [String] {
        let (table, limits) = (TraitTable(traits), HubLimits())
        // Includes the manufacturer traits in the store.
        var traitLoader = TraitLoader(table: table, limits: limits)
        traitLoader.load(home) { table.put($0) }
        var loader = HomeLoader(traits: table, limits: limits, clock: SystemClock())
        _ = loader.cells(of: home)
        return traitLoader.findings + loader.findings
    }
}
