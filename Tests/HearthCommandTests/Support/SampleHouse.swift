@testable internal import Hearth
@testable internal import HearthClientCommands
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire

/// A house with one floor lamp in the hall and a sensor that is in no room.
let sampleHouse = HomeListing(
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

extension HomeListing {
    /// The house of a home that has received these objects and states from a hub.
    init(_ listing: Hearth_V1_ListResponse, _ states: Hearth_V1_ReadResponse) {
        let calls = RPCClient(transport: InProcessTransport(server: RPCServer(router: RPCRouter())))
        let connection = HomeConnection(
            calls: calls, ownsCalls: false, configuration: HomeClientConfiguration(), clock: SystemClock())
        let watchdog = Watchdog(clock: SystemClock()) {}
        let snapshot = Hearth_V1_Snapshot(
            structures: listing.structures, rooms: listing.rooms, devices: listing.devices, states: states.states,
            zones: listing.zones, serviceGroups: listing.serviceGroups)
        _ = connection.begin()
        connection.received(Hearth_V1_WatchResponse(content: .snapshot(snapshot)), watchdog)
        connection.received(Hearth_V1_WatchResponse(content: .snapshotComplete(.init())), watchdog)
        self.init(Home(connection), connection.withCache { HomeSnapshot($0, connection) })
    }
}

/// A structure with a name and nothing else.
func structure(_ id: String, _ name: String) -> Structure {
    HomeListing(Hearth_V1_ListResponse(structures: [.init(id: id, name: name)]), Hearth_V1_ReadResponse()).structures[0]
}

private func state(
    _ device: String, _ trait: TraitDescriptor, _ values: StructureValue, endpoint: UInt32 = 1
) -> Hearth_V1_TraitState {
    .init(
        target: .init(deviceID: device, endpoint: endpoint), traitID: trait.id,
        attributes: .init(typeURL: "/" + trait.attributesTypeName, value: trait.encodeAttributes(values)))
}

/// A house with a strip of three sockets: one named by a person, one by its maker, and one without a name.
func stripHouse(room: String) -> HomeListing {
    let trait = Matter.OnOffTrait.descriptor
    let descriptor = Matter.DescriptorTrait.descriptor
    func socket(_ id: UInt32, _ name: String = "") -> Hearth_V1_Endpoint {
        .init(
            id: id, parent: 0, deviceTypes: [.init(id: 0x10A, revision: 1)],
            traits: [.init(id: trait.id), .init(id: descriptor.id)], name: name)
    }
    let states = (UInt32(1)...3).flatMap { id -> [Hearth_V1_TraitState] in
        let tags: StructureValue =
            id == 2
            ? [4: .list([.structure([0: .null, 1: .unsigned(7), 2: .unsigned(2), 3: .string("Printer")])])] : [:]
        return [
            state("strip", trait, [0: .bool(false), 0xFFF9: .list([.unsigned(0), .unsigned(1)])], endpoint: id),
            state("strip", descriptor, tags, endpoint: id),
        ]
    }
    return HomeListing(
        Hearth_V1_ListResponse(
            structures: [.init(id: "home", name: "Home")], rooms: [.init(id: "r", structureID: "home", name: room)],
            devices: [
                .init(
                    id: "strip", structureID: "home", roomID: "r", name: "Strip",
                    endpoints: [.init(id: 0), socket(1, "Desk Lamp"), socket(2), socket(3)])
            ]),
        Hearth_V1_ReadResponse(states: states))
}
