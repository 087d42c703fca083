internal import HearthTraitDescriptors

/// The source of a row's values: an endpoint, and the part if it has several services of a type.
struct ServiceReading: Sendable {
    let device: DeviceSnapshot
    let endpoint: EndpointSnapshot
    let part: UInt32

    /// The value of an attribute; nil if it is absent.
    func value(_ attribute: AttributeID) -> TraitValue? { endpoint.traits[attribute.trait]?.attributes[attribute.id] }

    /// An attribute's integer; nil if it is absent or null.
    func integer(_ attribute: AttributeID) -> Int64? { value(attribute)?.integer }

    /// The feature map of a trait; 0 if it is absent.
    func features(_ trait: UInt32) -> UInt32 {
        endpoint.traits[trait]?.attributes[GlobalAttribute.featureMap]?.integer
            .flatMap { UInt32(exactly: $0) } ?? 0
    }

    func has(_ trait: UInt32) -> Bool { endpoint.traits[trait] != nil }
    func has(_ attribute: AttributeID) -> Bool { value(attribute) != nil }

    func invoke(_ command: CommandID, _ arguments: StructureValue = [:]) -> TraitRequest {
        TraitRequest(
            endpoint: endpoint.number, trait: command.trait, content: .command(command.id, arguments),
            isTimed: command.isTimed)
    }

    func update(_ attribute: AttributeID, _ value: TraitValue) -> TraitRequest {
        TraitRequest(endpoint: endpoint.number, trait: attribute.trait, content: .update([attribute.id: value]))
    }
}

/// Values of a service's characteristics, either written ones or those of an accessory.
typealias CharacteristicValues = [CharacteristicType: CharacteristicValue]

extension CharacteristicValues {
    func number(_ type: CharacteristicType) -> Double? { self[type]?.number }
    func integer(_ type: CharacteristicType) -> Int64? { self[type]?.integer }
    func truth(_ type: CharacteristicType) -> Bool? { self[type]?.truth }
}
