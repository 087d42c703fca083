internal import HearthBase
internal import HearthVirtualHome
public import HearthTraitCore

extension SimulatedProduct {
    /// The device's traits, each once, in ascending order of ID. Register them with the hub.
    public var traits: [TraitDescriptor] {
        let all = device.endpoints.flatMap(\.traits).map(\.descriptor)
        return Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }).values
            .ordered(by: \.id)
    }

    func traits(at endpoint: UInt16) -> [TraitDescriptor] {
        device.endpoints.first { $0.id == endpoint }?.traits.map(\.descriptor) ?? []
    }

    func trait(_ id: UInt32, at endpoint: UInt16) -> TraitDescriptor? {
        traits(at: endpoint).first { $0.id == id }
    }

    func attributes(of trait: UInt32, at endpoint: UInt16) -> Set<UInt32> {
        let traits = device.endpoints.first { $0.id == endpoint }?.traits
        return Set(traits?.first { $0.descriptor.id == trait }?.attributes.fields.keys ?? [:].keys)
    }
}
