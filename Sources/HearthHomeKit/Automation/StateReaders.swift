internal import HearthTraitDescriptors
internal import HearthWire

/// The state readers of a graph: one for each trait that its conditions read.
struct StateReaders {
    private var known: [Hearth_V1_AutomationTrait: UInt32] = [:]
    /// The nodes, in the order in which they were requested.
    private(set) var nodes: [Hearth_V1_AutomationNode] = []

    /// The node that reads a trait; added if it is missing.
    mutating func reader(
        of deviceID: String, endpoint: UInt16, trait: UInt32, _ numbers: inout NodeNumbers
    ) -> UInt32 {
        reader(of: Hearth_V1_AutomationTrait(deviceID, endpoint: endpoint, trait: trait), &numbers)
    }

    mutating func reader(of trait: Hearth_V1_AutomationTrait, _ numbers: inout NodeNumbers) -> UInt32 {
        if let node = known[trait] { return node }
        let node = numbers.node(.stateReader(trait))
        known[trait] = node.id
        nodes.append(node)
        return node.id
    }
}

/// The trait that each state reader of a graph reads, by node.
struct ReadTraits {
    private let traits: [UInt32: (target: TraitTarget, trait: UInt32)]

    init(_ nodes: [Hearth_V1_AutomationNode]) {
        var traits: [UInt32: (target: TraitTarget, trait: UInt32)] = [:]
        for node in nodes {
            guard case .stateReader(let trait)? = node.kind, let target = trait.target.flatMap({ TraitTarget($0) })
            else { continue }
            traits[node.id] = (target, trait.traitID)
        }
        self.traits = traits
    }

    subscript(node: UInt32) -> (target: TraitTarget, trait: UInt32)? { traits[node] }
}
