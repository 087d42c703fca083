internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// What the schemas of a provider change in what a hub serves: worked out first, stored, then done.
struct TraitAdoption {
    /// Who brings the schemas.
    struct Bringer {
        let providerID: String
        /// Whether it may renew other providers' traits.
        let isHubsOwner: Bool
    }

    private let traits: TraitTable
    /// The providers that traits belong to, by trait id.
    private let owners: [UInt32: String]
    private let bringer: Bringer
    /// The names of new traits, with the trait they are of.
    private var taken: [String: TraitDescriptor] = [:]
    /// Traits that the hub does not serve yet, or not in this revision.
    private(set) var new: [TraitDescriptor] = []
    /// What the provider's devices have, by trait id.
    private(set) var own: [UInt32: TraitDescriptor] = [:]
    /// Served traits that nobody owned; from now on the provider does.
    private(set) var claimed: [TraitDescriptor] = []

    init(_ traits: TraitTable, owners: [UInt32: String] = [:], by bringer: Bringer) {
        self.traits = traits
        self.owners = owners
        self.bringer = bringer
    }

    /// How many traits come that are not there in any revision.
    var added: Int { new.count { traits[$0.id] == nil } }

    /// Judges one more trait.
    ///
    /// - Throws: ``HubError`` naming it and what it meets.
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
                "the trait \(trait.nameWithID), revision \(trait.revision), can't live beside revision "
                    + "\(present.revision), which is here: \(order.reasons)" + wayOut(for: trait))
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
        } else if owners[trait.id] == nil {
            claimed.append(present)
        }
    }

    /// The old one can go, while its devices keep their rooms and names; the hub's own stay.
    private func wayOut(for trait: TraitDescriptor) -> String {
        guard !traits.ownIDs.contains(trait.id) else { return "" }
        return "; to go on with the new one, let the old one and its values go: hearth traits remove "
            + "0x\(String(trait.id, radix: 16)) --keep-devices (of a simulated product: hearth simulate FILE --replace)"
    }

    /// Whose a trait is once the adoption is done.
    func owner(of trait: TraitDescriptor) -> String { owners[trait.id] ?? bringer.providerID }

    private func checkOwner(of trait: TraitDescriptor) throws(HubError) {
        guard let owner = owners[trait.id], owner != bringer.providerID, !bringer.isHubsOwner else { return }
        throw HubError(
            .permissionDenied,
            "the trait \(trait.nameWithID) belongs to the provider \(quoted(owner)), which brought it first; only that "
                + "one or the hub's owner may bring revision \(trait.revision); use the schema that is here")
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
