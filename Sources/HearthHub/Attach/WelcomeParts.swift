internal import HearthHomeState
internal import HearthTraitCore
internal import HearthWire

/// The stored state of a provider's devices, in parts that each fit a message. Only the next one is encoded.
struct WelcomeParts {
    struct Part {
        var states: [Hearth_V1_TraitState] = []
        var memories: [Hearth_V1_Memory] = []
    }

    private var values: ArraySlice<(key: TraitPath, value: StructureValue)>
    private var memories: ArraySlice<Hearth_V1_Memory>
    private let traits: TraitTable
    private let mostBytes: Int

    /// - Parameter mostBytes: the approximate size at which a part is complete.
    init(_ stored: StoredState, traits: TraitTable, mostBytes: Int) {
        values = Array(stored.values)[...]
        memories =
            stored.memories.flatMap { device, memories in
                memories.map { Hearth_V1_Memory(deviceID: device, key: $0, value: $1) }
            }[...]
        self.traits = traits
        self.mostBytes = mostBytes
    }

    mutating func next() -> Part? {
        var part = Part()
        var size = 0
        while size < mostBytes, let (path, attributes) = values.popFirst() {
            guard let trait = traits[path.traitID] else { continue }
            let state = Hearth_V1_TraitState(
                path, typeURL: trait.attributesTypeURL, attributes: trait.encodeAttributes(attributes))
            size += state.approximateSize
            part.states.append(state)
        }
        while size < mostBytes, let memory = memories.popFirst() {
            size += memory.approximateSize
            part.memories.append(memory)
        }
        return part.states.isEmpty && part.memories.isEmpty ? nil : part
    }
}
