@testable internal import HearthCommand
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire

/// A house with one floor lamp in the hall and a sensor that is in no room.
let sampleHouse = House(
    Hearth_V1_ListResponse(
        structures: [.init(id: "home", name: "Home")], rooms: [.init(id: "hall", structureID: "home", name: "Hall")],
        devices: [
            .init(
                id: "lamp", structureID: "home", roomID: "hall", name: "Lamp",
                endpoints: [
                    .init(id: 0, deviceTypes: [.init(id: 0x16, revision: 1)]),
                    .init(
                        id: 1, parent: 0, deviceTypes: [.init(id: 0x101, revision: 1, isPrimary: true)],
                        traits: [.init(id: 8), .init(id: 6), .init(id: 0xFFF4_FC00, name: "acme.Unheard")]),
                ]),
            .init(
                id: "sensor", structureID: "home", name: "Sensor",
                endpoints: [.init(id: 1, traits: [.init(id: 0x402)])]),
        ]),
    Hearth_V1_ReadResponse(states: [
        state("lamp", Matter.OnOffTrait.descriptor, [0: .bool(true)]),
        state("lamp", Matter.LevelControlTrait.descriptor, [0: .unsigned(120)]),
        state("sensor", Matter.TemperatureMeasurementTrait.descriptor, [0: .null]),
    ]))

private func state(_ device: String, _ trait: TraitDescriptor, _ values: StructureValue) -> Hearth_V1_TraitState {
    .init(
        target: .init(deviceID: device, endpoint: 1), traitID: trait.id,
        attributes: .init(typeURL: "/" + trait.attributesTypeName, value: trait.encodeAttributes(values)))
}
