internal import HearthRPC
internal import HearthTraitCore

/// Which attributes and events a caller may not see: those whose privilege it lacks, and those that nobody may read.
final class ReadAccess: Hashable, Sendable {
    struct Hidden: Sendable {
        var attributes: Set<UInt32> = []
        var events: Set<UInt32> = []
    }

    static let privileges: Rights = [.view, .operate, .manage, .administer]

    /// The privileges that count.
    let rights: Rights
    /// By trait; most traits hide nothing and have no entry.
    let hidden: [UInt32: Hidden]

    init(_ rights: Rights, traits: some Sequence<TraitDescriptor>) {
        self.rights = rights.intersection(Self.privileges)
        var hidden: [UInt32: Hidden] = [:]
        for trait in traits {
            let attributes = trait.attributes.filter { attribute in
                attribute.read.map { !rights.isSuperset(of: Rights($0)) } ?? true
            }
            let events = trait.events.filter { !rights.isSuperset(of: Rights($0.read)) }
            guard !attributes.isEmpty || !events.isEmpty else { continue }
            hidden[trait.id] = Hidden(attributes: Set(attributes.map(\.id)), events: Set(events.map(\.id)))
        }
        self.hidden = hidden
    }

    /// The attributes without those that are hidden.
    func visible(_ attributes: StructureValue, of traitID: UInt32) -> StructureValue {
        guard let hidden = hidden[traitID] else { return attributes }
        return StructureValue(attributes.fields.filter { !hidden.attributes.contains($0.key) })
    }

    func allows(event: UInt32, of traitID: UInt32) -> Bool {
        hidden[traitID].map { !$0.events.contains(event) } ?? true
    }

    static func == (left: ReadAccess, right: ReadAccess) -> Bool { left.rights == right.rights }

    func hash(into hasher: inout Hasher) { hasher.combine(rights.rawValue) }
}
