internal import HearthMessage
internal import HearthRPC
internal import HearthStore
public import HearthTraitCore
internal import HearthWire
internal import Synchronization

// The traits that the hub serves, which change while calls run, and their observers.
extension Hub {
    /// The traits that the hub serves, in order of ID, each in the newest known revision.
    public var servedTraits: [TraitDescriptor] { traits.all }

    /// Registers a closure that is called with each trait that is added or replaced by a newer revision. Closures are
    /// called in the order of registration.
    public func onNewTrait(_ body: @escaping @Sendable (TraitDescriptor) -> Void) {
        onNewTraits { for trait in $0 { body(trait) } }
    }

    /// Registers a closure that is called once with all traits that are added or replaced together.
    func onNewTraits(_ body: @escaping @Sendable ([TraitDescriptor]) -> Void) {
        traitObservers.withLock { $0.added.append(body) }
    }

    /// Registers a closure that is called with each trait that is removed, as ``onNewTrait(_:)`` does for new ones.
    public func onRemovedTrait(_ body: @escaping @Sendable (TraitDescriptor) -> Void) {
        traitObservers.withLock { $0.removed.append(body) }
    }

    /// Adopts the schemas of a provider, all or none. They count as in use while the provider is attached.
    ///
    /// - Returns: the descriptors for the provider's devices, by trait id.
    /// - Throws: ``RPCError`` naming the trait and the problem: INVALID_ARGUMENT for an invalid schema or a name that
    ///   no manufacturer trait may have, ALREADY_EXISTS for another trait's id or name, FAILED_PRECONDITION for a
    ///   revision that is incompatible with the served one, PERMISSION_DENIED for a newer revision of another
    ///   provider's trait, RESOURCE_EXHAUSTED over a limit.
    func adopt(
        _ schemas: [Hearth_V1_TraitSchema], of provider: any ProviderConnection, id providerID: String,
        principal: Principal
    ) async throws -> [UInt32: TraitDescriptor] {
        try await edits.run {
            try checkRunning()
            let isHubsOwner = principal.isHubOwner
            let account: LiveTraits.Account = isHubsOwner ? .provider(providerID) : .principal(principal.id)
            var plan = TraitAdoption(
                traits, owners: owners(of: schemas), by: .init(providerID: providerID, isHubsOwner: isHubsOwner))
            let wanted = schemas.reduce(0) { $0 + $1.memoryCost }
            var budget = liveTraits.withLock {
                SchemaBudget(&$0, account: account, wanted: wanted, limits: limits)
            }
            var made: [(trait: TraitDescriptor, bytes: Int)] = []
            for schema in schemas {
                if let known = descriptor(of: schema) {
                    try plan.add(known)
                    continue
                }
                let bytes = schema.memoryCost
                // A schema of one of the hub's own traits is only compared with that one.
                let stays = !traits.ownIDs.contains(schema.id)
                if stays { try budget.take(bytes, for: quoted(schema.name)) }
                let trait = try TraitDescriptor(schema: schema, limits: limits.schema)
                if stays { made.append((trait, bytes)) }
                try plan.add(trait)
            }
            guard traits.count + plan.added <= limits.traits else {
                throw HubError(.resourceExhausted, "the hub serves \(limits.traits) traits, the most it may")
            }
            let stored = (plan.new + plan.claimed).map { trait in
                StoredSchema(
                    traitID: trait.id, schema: trait.schema.serialized(), providerID: plan.owner(of: trait))
            }
            try await commit(stored.map { .putSchema($0) })
            liveTraits.withLock { live in
                for (trait, bytes) in made { live.add(trait, bytes: bytes, account: account) }
            }
            put(plan.new)
            catalog.withLock { catalog in
                for (trait, row) in zip(plan.new + plan.claimed, stored) {
                    catalog.makerTraits[trait.id] = MakerTrait(trait, row)
                }
                catalog.traitUses[ObjectIdentifier(provider)] = Set(plan.own.keys)
            }
            return plan.own
        }
    }

    /// The providers that own the traits of these schemas, by trait id.
    private func owners(of schemas: [Hearth_V1_TraitSchema]) -> [UInt32: String] {
        catalog.withLock { catalog in
            Dictionary(
                schemas.compactMap { schema in catalog.makerTraits[schema.id]?.owner.map { (schema.id, $0) } },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Loads the manufacturer traits of earlier runs, as far as they fit; those that devices have come first.
    func loadTraits(_ home: StoredHome) {
        var budget = liveTraits.withLock { SchemaBudget(&$0, account: nil, wanted: 0, limits: limits) }
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
                var plan = TraitAdoption(traits, by: .init(providerID: "", isHubsOwner: true))
                try plan.add(TraitDescriptor(schema: schema, limits: limits.schema))
                let account: LiveTraits.Account =
                    row.providerID.flatMap { home.providers[$0] }.map { .principal($0) }
                    ?? .provider(row.providerID ?? "")
                for trait in plan.new {
                    liveTraits.withLock { $0.add(trait, bytes: entry.memoryBytes, account: account) }
                    budget = next
                }
                put(plan.new)
            } catch {
                entry.problem = "\(error)"
                notice("the stored trait 0x\(String(row.traitID, radix: 16)) is not served any more: \(error)")
            }
            catalog.withLock { $0.makerTraits[row.traitID] = entry }
        }
    }

    private func put(_ new: [TraitDescriptor]) {
        guard !new.isEmpty else { return }
        accesses.learn(new) { traits.put(new) }
        for observer in traitObservers.withLock({ $0.added }) { observer(new) }
    }

    /// The descriptor of a schema that is in use already.
    private func descriptor(of schema: Hearth_V1_TraitSchema) -> TraitDescriptor? {
        if let live = liveTraits.withLock({ $0.descriptor(of: schema) }) { return live }
        if traits.ownIDs.contains(schema.id), let own = traits[schema.id], own.schema == schema { return own }
        return nil
    }
}
