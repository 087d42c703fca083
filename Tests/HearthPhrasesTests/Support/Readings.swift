internal import HearthTraitCatalog
internal import HearthTraitDescriptors
internal import HearthPhrases

/// The standard trait with this id.
func standardTrait(_ id: UInt32) -> TraitDescriptor? { StandardTraits.descriptors.first { $0.id == id } }

/// A trait with values, all its commands accepted.
func trait(_ id: UInt32, _ values: StructureValue) -> DeviceReading.Trait? {
    standardTrait(id).map { descriptor in
        var values = values
        values[GlobalAttribute.acceptedCommandList] = .list(descriptor.commands.map { .unsigned(UInt64($0.id)) })
        return DeviceReading.Trait(descriptor, values)
    }
}

/// A device of one part.
func device(_ traits: [UInt32: StructureValue], types: [UInt32] = []) -> DeviceReading {
    DeviceReading([part(1, traits, types: types)])
}

func part(_ endpoint: UInt16, _ traits: [UInt32: StructureValue], types: [UInt32] = []) -> DeviceReading.Part {
    DeviceReading.Part(
        endpoint: endpoint, deviceTypes: types,
        traits: traits.sorted { $0.key < $1.key }.compactMap { trait($0.key, $0.value) })
}
