internal import HearthRPC
internal import HearthTraitCore

/// What the schemas of a provider change in what a hub serves: worked out first, stored, then done.
struct TraitAdoption {
    private let traits: TraitTable
    /// Traits that the hub does not serve yet, or not in this revision.
    private(set) var new: [TraitDescriptor] = []
    /// What the provider's devices have, by trait id.
    private(set) var own: [UInt32: TraitDescriptor] = [:]

    init(_ traits: TraitTable) {
        self.traits = traits
    }

    /// How many traits come that are not there in any revision.
    var added: Int { new.count { traits[$0.id] == nil } }

    /// Judges one more trait.
    ///
    /// - Throws: ``HubError`` naming it and what it meets.
    mutating func add(_ trait: TraitDescriptor) throws(HubError) {
        guard own[trait.id] == nil else {
            throw HubError(.invalidArgument, "the trait \(Self.name(trait)) comes twice")
        }
        guard let present = traits[trait.id] else {
            try checkNames(of: trait)
            own[trait.id] = trait
            new.append(trait)
            return
        }
        guard present.typeName == trait.typeName else {
            throw HubError(
                .alreadyExists,
                "the trait \(Self.name(trait)) has the id of \(present.typeName); give it one of its vendor's own")
        }
        let order = RevisionOrder(present, trait)
        guard case .compatible(let newest) = order else {
            throw HubError(
                .failedPrecondition,
                "the trait \(Self.name(trait)), revision \(trait.revision), can't live beside revision "
                    + "\(present.revision), which is here: \(order.reasons)")
        }
        // The hub's own traits stay as they are.
        let isOwn = traits.ownIDs.contains(trait.id)
        own[trait.id] = isOwn ? present : trait
        if !isOwn, newest !== present { new.append(newest) }
    }

    /// A trait is a message and a service: their names are nobody else's.
    private func checkNames(of trait: TraitDescriptor) throws(HubError) {
        let names: Set = [trait.typeName, trait.serviceName]
        let other = (traits.all + new).first { names.contains($0.typeName) || names.contains($0.serviceName) }
        guard let other else { return }
        throw HubError(
            .alreadyExists,
            "the trait \(Self.name(trait)) would take the name of \(Self.name(other)); give it another")
    }

    /// "hearth.traits.acme.v1.Spinner (0xfff1fc01)".
    private static func name(_ trait: TraitDescriptor) -> String {
        "\(trait.typeName) (0x\(String(trait.id, radix: 16)))"
    }
}
