internal import HearthTraitCore
internal import HearthTraits

// Devices of several parts.
extension TestHouse {
    /// Four outlets side by side, told apart by numbers. The third is on.
    static var powerStrip: DeviceDescription {
        let numbers = [
            SemanticTag.CommonNumber.one, SemanticTag.CommonNumber.two, SemanticTag.CommonNumber.three,
            SemanticTag.CommonNumber.four,
        ]
        let outlets = numbers.enumerated().map { index, number in
            part(
                UInt16(index + 1), of: 0, OnOffPluginUnitDeviceType.descriptor,
                [trait(Matter.OnOffTrait.descriptor, [0: .bool(number == .CommonNumber.three)], commands: [0, 1, 2])],
                isPrimary: index == 0, tags: [number])
        }
        return DeviceDescription(
            id: "strip", name: "Power strip", suggestedRoom: "Study", endpoints: [root] + outlets, isMatterDevice: true)
    }

    /// A refrigerator with two cabinets in it, and in the lower one a drawer that is a cabinet of its own.
    static var refrigerator: DeviceDescription {
        DeviceDescription(
            id: "fridge", name: "Refrigerator", suggestedRoom: "Kitchen",
            endpoints: [
                root, part(1, of: 0, RefrigeratorDeviceType.descriptor, [], isPrimary: true),
                cabinet(2, of: 1, 400, [SemanticTag(namespaceID: 8, tag: 2, label: "Fresh")]),
                cabinet(3, of: 1, -1800, [.CommonPosition.bottom]),
                cabinet(4, of: 3, -500, [.CommonPosition.bottom, .CommonPosition.left]),
            ],
            isMatterDevice: true)
    }

    /// A bridge with a bridged lamp and a sensor.
    static var radioBridge: DeviceDescription {
        DeviceDescription(
            id: "radio", name: "Radio bridge", suggestedRoom: "Study",
            endpoints: [
                root, part(1, of: 0, AggregatorDeviceType.descriptor, [], isPrimary: false),
                bridged(
                    2, OnOffLightDeviceType.descriptor, "Porch light",
                    trait(Matter.OnOffTrait.descriptor, [0: .bool(false)], commands: [0, 1, 2])),
                bridged(
                    3, TemperatureSensorDeviceType.descriptor, "Cellar",
                    trait(Matter.TemperatureMeasurementTrait.descriptor, [0: .signed(850), 1: .null, 2: .null])),
            ],
            isMatterDevice: true)
    }

    private static func bridged(
        _ id: UInt16, _ type: DeviceTypeDescriptor, _ label: String, _ trait: TraitInstance
    ) -> EndpointDescription {
        let node = BridgedNodeDeviceType.descriptor
        let about = self.trait(
            Matter.BridgedDeviceBasicInformationTrait.descriptor, [0x5: .string(label), 0x11: .bool(true)])
        var endpoint = part(id, of: 1, type, [trait, about], isPrimary: true)
        endpoint.deviceTypes.append(.init(id: node.id, revision: node.revision, isPrimary: false))
        return endpoint
    }

    /// The own traits of a structure with this id: it can be turned on and off.
    static func switchable(_ structureID: String) -> DeviceDescription {
        let endpoint = EndpointDescription(
            id: 0, parent: nil, deviceTypes: [],
            traits: [trait(Matter.OnOffTrait.descriptor, [0: .bool(false)], commands: [0, 1, 2])])
        return DeviceDescription(id: structureID, name: "", endpoints: [endpoint], isMatterDevice: false)
    }

    private static func cabinet(
        _ id: UInt16, of parent: UInt16, _ temperature: Int64, _ tags: [SemanticTag]
    ) -> EndpointDescription {
        part(
            id, of: parent, TemperatureControlledCabinetDeviceType.descriptor,
            [
                trait(
                    Matter.TemperatureControlTrait.descriptor,
                    [0: .signed(temperature), 1: .signed(-3000), 2: .signed(1000)], commands: [0], features: 1)
            ],
            isPrimary: false, tags: tags)
    }

    private static var root: EndpointDescription {
        EndpointDescription(
            id: 0, parent: nil, deviceTypes: [.init(id: 0x16, revision: 1, isPrimary: false)], traits: [])
    }

    private static func part(
        _ id: UInt16, of parent: UInt16, _ type: DeviceTypeDescriptor, _ traits: [TraitInstance], isPrimary: Bool,
        tags: [SemanticTag] = []
    ) -> EndpointDescription {
        EndpointDescription(
            id: id, parent: parent,
            deviceTypes: [.init(id: type.id, revision: type.revision, isPrimary: isPrimary)], traits: traits,
            tags: tags)
    }
}
