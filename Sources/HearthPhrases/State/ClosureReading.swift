internal import HearthTraitDescriptors

/// The state of a closure, such as a garage door or gate, from its values (Matter Application Clusters 1.5, Closure
/// Control).
package struct ClosureReading: Sendable {
    /// What a closure is, by its semantic tag (Matter 1.5 Standard Namespaces, namespace 0x44).
    package enum Kind: Int64, Sendable {
        case covering = 0, window, barrier, cabinet, gate, garageDoor, door
    }

    private let trait: DeviceReading.Trait
    private static let namespace: Int64 = 0x44

    /// nil without the trait.
    package init?(_ part: DeviceReading.Part) {
        guard let trait = part.traits[TraitID.closureControl] else { return nil }
        self.trait = trait
    }

    /// What the closure is; nil without such a tag.
    package static func kind(of part: DeviceReading.Part) -> Kind? {
        for case .structure(let tag) in part.traits[TraitID.descriptor]?.value("tagList")?.list ?? [] {
            // Fields of a tag: 0 is the vendor, 1 the namespace and 2 the tag.
            guard tag[0]?.integer == nil, tag[1]?.integer == namespace, let value = tag[2]?.integer else { continue }
            return Kind(rawValue: value)
        }
        return nil
    }

    /// Whether it is more than closed; nil if unknown.
    package var isOpen: Bool? { position("overallCurrentState").map { $0 != 0 } }

    package var isMoving: Bool { trait.integer("mainState") == 1 }

    /// Whether it moves to another target than closed.
    package var isOpening: Bool { isMoving && position("overallTargetState").map { $0 != 0 } ?? false }

    package var isClosing: Bool { isMoving && position("overallTargetState") == 0 }

    /// Whether it is fully open or closed, and does not move.
    func isAt(_ isOpen: Bool) -> Bool { position("overallCurrentState") == (isOpen ? 1 : 0) && !isMoving }

    /// The command to open or close it. A latch that can be released from afar is released before.
    static func move(_ trait: DeviceReading.Trait, toOpen: Bool) -> DeviceAction.Content? {
        var arguments: [String: TraitValue] = ["position": .unsigned(toOpen ? 1 : 0)]
        // LatchControlModesBitmap, bit 1: RemoteUnlatching.
        if toOpen, (trait.integer("latchControlModes") ?? 0) & 2 != 0 { arguments["latch"] = .bool(false) }
        return trait.command("moveTo", arguments)
    }

    /// Field 0 of the states is the position.
    private func position(_ attribute: String) -> Int64? {
        guard case .structure(let state)? = trait.value(attribute) else { return nil }
        return state[0]?.integer
    }
}

extension PartFacts {
    func closure(_ trait: DeviceReading.Trait) -> [StateFact] {
        guard trait.value("overallCurrentState") != nil, let closure = ClosureReading(part) else { return [] }
        guard let isOpen = closure.isOpen else { return [StateFact("closure", .unknown, "unknown")] }
        let word = closure.isOpening ? "opening" : closure.isClosing ? "closing" : isOpen ? "open" : "closed"
        return [StateFact("closure", .word(word), word)]
    }
}
