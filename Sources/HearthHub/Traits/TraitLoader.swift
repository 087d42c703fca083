internal import HearthHomeState
internal import HearthMessage
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// Makes the manufacturer traits in a store.
struct TraitLoader {
    let table: TraitTable
    let limits: HubLimits
    /// The descriptors that it made.
    private(set) var live = LiveTraits()
    /// All stored traits, including those that are not served.
    private(set) var makers: [MakerTrait] = []
    /// Messages for the log about traits that are not served any more.
    private(set) var findings: [String] = []

    init(table: TraitTable, limits: HubLimits) {
        self.table = table
        self.limits = limits
    }

    /// Loads the traits of earlier runs, as far as they fit; those that devices have come first.
    ///
    /// - Parameter put: puts traits into the table.
    mutating func load(_ home: StoredHome, _ put: ([TraitDescriptor]) -> Void) {
        var budget = SchemaBudget(&live, account: nil, wanted: 0, limits: limits)
        let used = Set(home.states.map(\.path.traitID))
        for row in home.schemas.filter({ used.contains($0.traitID) })
            + home.schemas.filter({
                !used.contains($0.traitID)
            })
        {
            var entry = MakerTrait(id: row.traitID, owner: row.providerID, schemaBytes: row.schema.count)
            do {
                let schema = try Hearth_V1_TraitSchema(serialized: row.schema.span.bytes)
                entry.describe(schema)
                var next = budget
                try next.take(entry.memoryBytes, for: quoted(schema.name))
                var plan = TraitAdoption(table, by: .init(providerID: "", isHubsOwner: true))
                try plan.add(TraitDescriptor(schema: schema, limits: limits.schema))
                let account: LiveTraits.Account =
                    row.providerID.flatMap { home.providers[$0] }.map { .principal($0) }
                    ?? .provider(row.providerID ?? "")
                for trait in plan.new {
                    live.add(trait, bytes: entry.memoryBytes, account: account)
                    budget = next
                }
                put(plan.new)
            } catch {
                entry.problem = "\(error)"
                findings.append("the stored trait 0x\(String(row.traitID, radix: 16)) is not served any more: \(error)")
            }
            makers.append(entry)
        }
    }
}
