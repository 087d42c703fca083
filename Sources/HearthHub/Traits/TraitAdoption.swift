internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The changes that a provider's schemas make to the served traits: planned, then stored, then applied.
struct TraitAdoption {
    /// The provider that sends the schemas.
    struct Bringer {
        let providerID: String
        /// Whether it may update other providers' traits.
        let isHubsOwner: Bool
    }

    private let traits: TraitTable
    /// The providers that traits belong to, by trait id.
    private let owners: [UInt32: String]
    private let bringer: Bringer
    /// The names of new traits, with their traits.
    private var taken: [String: TraitDescriptor] = [:]
    /// Traits that the hub does not serve yet, or not in this revision.
    private(set) var new: [TraitDescriptor] = []
    /// The descriptors for the provider's devices, by trait id.
    private(set) var own: [UInt32: TraitDescriptor] = [:]
    /// Served traits without an owner, which the provider owns from now on.
    private(set) var claimed: [TraitDescriptor] = []

    init(_ traits: TraitTable, owners: [UInt32: String] = [:], by bringer: Bringer) {
        self.traits = traits
        self.owners = owners
        self.bringer = bringer
    }

    /// The number of traits that the hub does not serve in any revision.
    var added: Int { new.count { traits[$0.id] == nil } }

    /// Adds one more trait to the plan.
    ///
    /// - Throws: ``HubError`` naming it and the conflict.
    mutating func add(_ trait: TraitDescriptor) throws(HubError) {
        guard own[trait.id] == nil else {
            throw HubError(.invalidArgument, "the trait \(trait.nameWithID) comes twice")
        }
        guard let present = traits[trait.id] else {
            try MakerTraitRules.check(trait)
            try checkOwner(of: trait)
            try takeNames(of: trait)
            own[trait.id] = trait
            new.append(trait)
            return
        }
        guard present.typeName == trait.typeName else {
            throw HubError(
                .alreadyExists,
                "the trait \(trait.nameWithID) has the id of \(present.typeName); give it one of its vendor's own"
                    + wayOut(for: trait))
        }
        let order = RevisionOrder(present, trait)
        guard case .compatible(let newest) = order else {
            throw HubError(
                .failedPrecondition,
                "the trait \(trait.nameWithID), revision \(trait.revision), is incompatible with revision "
                    + "\(present.revision), which the hub has: \(order.reasons)" + wayOut(for: trait))
        }
        // The hub's own traits stay as they are.
        guard !traits.ownIDs.contains(trait.id) else {
            own[trait.id] = present
            return
        }
        let isRenewed = newest !== present
        if isRenewed { try checkOwner(of: trait) }
        own[trait.id] = trait
        if isRenewed {
            new.append(newest)
        } else if owners[trait.id] == nil, owner(of: trait) != nil {
            claimed.append(present)
        }
    }

    /// The removal of the old trait, as the end of an error; its devices keep their rooms and names. The hub's own
    /// traits stay.
    private func wayOut(for trait: TraitDescriptor) -> String {
        guard !traits.ownIDs.contains(trait.id) else { return "" }
        return "; to use the new one, remove the old one and its values: hearth traits remove "
            + "0x\(String(trait.id, radix: 16)) --keep-devices (simulated products: hearth simulate FILE --replace)"
    }

    /// The provider that owns a trait after the adoption; nil for none.
    func owner(of trait: TraitDescriptor) -> String? {
        owners[trait.id] ?? (bringer.providerID.isEmpty ? nil : bringer.providerID)
    }

    private func checkOwner(of trait: TraitDescriptor) throws(HubError) {
        guard let owner = owners[trait.id], owner != bringer.providerID, !bringer.isHubsOwner else { return }
        throw HubError(
            .permissionDenied,
            "the trait \(trait.nameWithID) belongs to the provider \(quoted(owner)), which brought it first; only that "
                + "one or the hub's owner may bring revision \(trait.revision); use the schema that the hub has")
    }

    private mutating func takeNames(of trait: TraitDescriptor) throws(HubError) {
        let names = trait.takenNames
        let beside = names.lazy.compactMap { [taken] name in taken[name].map { (name: name, trait: $0) } }.first
        if let other = beside ?? traits.holder(ofAnyOf: names) {
            throw HubError(
                .alreadyExists,
                "the trait \(trait.nameWithID) would take \(other.name) from \(other.trait.nameWithID); give it "
                    + "another name")
        }
        for name in names { taken[name] = trait }
    }
}
