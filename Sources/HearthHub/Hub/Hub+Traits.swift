internal import HearthMessage
internal import HearthRPC
internal import HearthStore
public import HearthTraitCore
internal import HearthWire
internal import Synchronization

// What the hub serves grows while calls run: descriptors, and whatever others build on them.
extension Hub {
    /// The traits that the hub serves, in order of ID, each in the newest revision that a device has.
    public var servedTraits: [TraitDescriptor] { traits.all }

    /// Registers a closure that is called with each trait that is added or replaced by a newer revision. Closures are
    /// called in the order of registration.
    public func onNewTrait(_ body: @escaping @Sendable (TraitDescriptor) -> Void) {
        traitObservers.withLock { $0.append(body) }
    }

    /// Takes in the schemas of a provider, all or none.
    ///
    /// - Returns: what each of them is for the provider's devices, by trait id.
    /// - Throws: ``RPCError`` naming the trait and what is wrong: INVALID_ARGUMENT for a schema that is none,
    ///   ALREADY_EXISTS for an id or name that another trait has, FAILED_PRECONDITION for a revision that the one which
    ///   is here can't live with.
    func adopt(_ schemas: [Hearth_V1_TraitSchema]) async throws -> [UInt32: TraitDescriptor] {
        try await edits.run {
            try checkRunning()
            var plan = TraitAdoption(traits)
            for schema in schemas { try plan.add(try descriptor(of: schema)) }
            guard traits.all.count + plan.added <= limits.traits else {
                throw HubError(.resourceExhausted, "the hub serves \(limits.traits) traits, the most it may")
            }
            try await commit(
                plan.new.map { .putSchema(StoredSchema(traitID: $0.id, schema: $0.schema.serialized())) })
            for trait in plan.new { put(trait) }
            return plan.own
        }
    }

    /// The traits that makers' devices brought in earlier runs.
    func loadTraits(_ stored: [StoredSchema]) {
        for entry in stored {
            do {
                var plan = TraitAdoption(traits)
                let schema = try Hearth_V1_TraitSchema(serialized: entry.schema.span.bytes)
                try plan.add(TraitDescriptor(schema: schema, limits: limits.schema))
                for trait in plan.new { put(trait) }
            } catch {
                notice("the stored trait \(entry.traitID) is not served any more: \(error)")
            }
        }
    }

    private func put(_ trait: TraitDescriptor) {
        accesses.withLock { accesses in
            for access in accesses.values { access.learn(trait) }
            traits.put(trait)
        }
        for observer in traitObservers.withLock({ $0 }) { observer(trait) }
    }

    /// The same schema gives the same descriptor: each one that is made costs memory for good.
    private func descriptor(of schema: Hearth_V1_TraitSchema) throws -> TraitDescriptor {
        if let known = schemas.withLock({ $0[schema] }) { return known }
        if let served = traits[schema.id], served.schema == schema { return served }
        guard schemas.withLock({ $0.count }) < limits.schemaVersions else {
            throw HubError(
                .resourceExhausted,
                "the hub has looked at \(limits.schemaVersions) different schemas, the most it may; start it again")
        }
        let new = try TraitDescriptor(schema: schema, limits: limits.schema)
        schemas.withLock { $0[schema] = new }
        return new
    }
}
