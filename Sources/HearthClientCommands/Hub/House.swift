internal import HearthBase
internal import HearthTerminal
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import HearthWire
internal import HearthWords

/// A hub's objects, indexed by name.
struct House {
    struct Trait {
        let descriptor: TraitDescriptor
        let values: StructureValue
        let isOnline: Bool
    }

    struct Endpoint {
        let id: UInt16
        let deviceTypes: [Hearth_V1_DeviceType]
        let traits: [Trait]
        /// Full names of traits that neither this program nor the hub can describe.
        let unknownTraits: [String]
        /// The name that people gave the part; else empty.
        var name = ""
    }

    struct Structure: HouseItem {
        var kind: String { "structure" }
        let id: String
        let name: String
        /// Name of its time zone; empty for the hub's.
        var timeZone = ""
        /// Its location, as far as it is known.
        var location: Hearth_V1_Location?
        /// The values of its own traits, by the trait's id.
        var traits: [UInt32: StructureValue] = [:]
    }

    struct Zone: HouseItem {
        var kind: String { "zone" }
        let id: String
        let name: String
        let structure: String
        let roomIDs: [String]
    }

    struct ServiceGroup: HouseItem {
        var kind: String { "service group" }
        let id: String
        let name: String
        let structure: String
        let services: [Hearth_V1_ServiceReference]
    }

    struct Room: HouseItem {
        var kind: String { "room" }
        let id: String
        let name: String
        let structureID: String
        let structure: String
    }

    struct Device: HouseItem {
        var kind: String { "device" }
        let id: String
        let name: String
        let structureID: String
        let structure: String
        let roomID: String?
        let room: String?
        let state: ConnectivityState
        var endpoints: [Endpoint]
        /// The bridge's id; nil for a device that is not behind a bridge.
        var bridgeID: String?

        /// The name of the primary device type.
        var typeName: String {
            let types = endpoints.flatMap(\.deviceTypes)
            let primary = types.first(where: \.isPrimary) ?? endpoints.dropFirst().first?.deviceTypes.first
            return (primary ?? types.first).map(House.typeName) ?? "unknown"
        }

        /// The instances of a trait with their endpoints, in order of endpoint.
        func traits(_ id: UInt32) -> [(endpoint: UInt16, trait: Trait)] {
            endpoints.flatMap { endpoint in
                endpoint.traits.filter { $0.descriptor.id == id }.map { (endpoint.id, $0) }
            }
        }
    }

    /// By room, then by name.
    let devices: [Device]
    /// By structure, then by name.
    let rooms: [Room]
    /// By structure, then by name.
    let zones: [Zone]
    /// By structure, then by name.
    let serviceGroups: [ServiceGroup]
    /// By name.
    let structures: [Structure]

    /// All known traits by ID.
    let traits: [UInt32: TraitDescriptor]

    /// The traits that this program was compiled with.
    static let ownTraits: [UInt32: TraitDescriptor] = Dictionary(
        StandardTraits.descriptors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// The traits in a listing that this program was not compiled with.
    static func foreignTraits(in listing: Hearth_V1_ListResponse) -> Set<UInt32> {
        Set(listing.devices.flatMap(\.endpoints).flatMap(\.traits).map(\.id).filter { ownTraits[$0] == nil })
    }

    /// - Parameter foreign: descriptors, fetched from the hub, of traits that this program was not compiled with.
    init(
        _ listing: Hearth_V1_ListResponse, _ states: Hearth_V1_ReadResponse, foreign: [TraitDescriptor] = []
    ) {
        let traits = House.ownTraits.merging(foreign.map { ($0.id, $0) }) { own, _ in own }
        self.traits = traits
        func names(_ pairs: [(String, String)]) -> [String: String] {
            Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }
        let structures = names(listing.structures.map { ($0.id, $0.name) })
        let rooms = names(listing.rooms.map { ($0.id, $0.name) })
        zones = listing.zones.map { zone in
            Zone(
                id: zone.id, name: zone.name, structure: structures[zone.structureID] ?? zone.structureID,
                roomIDs: zone.roomIDs)
        }
        .ordered { [NaturalOrder.key($0.structure), NaturalOrder.key($0.name), $0.name, $0.id] }
        serviceGroups = listing.serviceGroups.map { group in
            ServiceGroup(
                id: group.id, name: group.name, structure: structures[group.structureID] ?? group.structureID,
                services: group.services)
        }
        .ordered { [NaturalOrder.key($0.structure), NaturalOrder.key($0.name), $0.name, $0.id] }
        self.rooms = listing.rooms.map { room in
            Room(
                id: room.id, name: room.name, structureID: room.structureID,
                structure: structures[room.structureID] ?? room.structureID)
        }
        .ordered { [NaturalOrder.key($0.structure), NaturalOrder.key($0.name), $0.name, $0.id] }
        var known: [TraitPath: Hearth_V1_TraitState] = [:]
        for state in states.states {
            let target = TraitTarget(
                deviceID: state.target?.deviceID ?? "",
                endpoint: UInt16(truncatingIfNeeded: state.target?.endpoint ?? 0))
            known[TraitPath(target, state.traitID)] = state
        }
        self.structures = listing.structures.map {
            let own = House.endpoint(Hearth_V1_Endpoint(id: 0, traits: $0.traits), of: $0.id, known, traits)
            return Structure(
                id: $0.id, name: $0.name, timeZone: $0.timeZone, location: $0.location,
                traits: Dictionary(
                    own.traits.map { ($0.descriptor.id, $0.values) }, uniquingKeysWith: { first, _ in first }))
        }
        .ordered { [NaturalOrder.key($0.name), $0.name, $0.id] }
        devices = listing.devices.map { device in
            Device(
                id: device.id, name: device.name, structureID: device.structureID,
                structure: structures[device.structureID] ?? device.structureID,
                roomID: device.roomID.isEmpty ? nil : device.roomID, room: rooms[device.roomID],
                state: House.state(device.connectivity),
                endpoints: device.endpoints.map { House.endpoint($0, of: device.id, known, traits) },
                bridgeID: device.bridgeID.isEmpty ? nil : device.bridgeID)
        }
        .ordered { device in
            // Devices without a room come last.
            let room = device.room.map { NaturalOrder.key($0) } ?? "\u{10FFFF}"
            return [NaturalOrder.key(device.structure), room, NaturalOrder.key(device.name), device.name, device.id]
        }
    }

    /// The devices behind a bridge.
    func devices(behind bridge: Device) -> [Device] { devices.filter { $0.bridgeID == bridge.id } }

    private static func endpoint(
        _ endpoint: Hearth_V1_Endpoint, of device: String, _ states: [TraitPath: Hearth_V1_TraitState],
        _ traits: [UInt32: TraitDescriptor]
    ) -> Endpoint {
        let id = UInt16(truncatingIfNeeded: endpoint.id)
        let target = TraitTarget(deviceID: device, endpoint: id)
        let present = endpoint.traits.compactMap { info -> Trait? in
            guard let descriptor = traits[info.id] else { return nil }
            let state = states[TraitPath(target, info.id)]
            let bytes = state?.attributes?.value ?? []
            return Trait(
                descriptor: descriptor, values: (try? descriptor.decodeAttributes(bytes.span.bytes)) ?? [:],
                isOnline: House.state(state?.connectivity) == .online)
        }
        return Endpoint(
            id: id, deviceTypes: endpoint.deviceTypes, traits: present.ordered(by: \.descriptor.id),
            unknownTraits: endpoint.traits.filter { traits[$0.id] == nil }.map(\.name), name: endpoint.name)
    }

    private static func state(_ connectivity: Hearth_V1_SourceConnectivity?) -> ConnectivityState {
        switch connectivity?.state {
        case .online: .online
        case .offline: .offline
        case .partiallyOnline: .partiallyOnline
        default: .unknown
        }
    }

    static func typeName(_ type: Hearth_V1_DeviceType) -> String {
        // A maker's own name has priority: several makers use the same ids, those for tests.
        let own = DeviceTypeEntry(type).name
        let known = StandardTraits.deviceTypes.first { $0.id == type.id }?.name
        return own.isEmpty ? known ?? "type 0x" + String(type.id, radix: 16) : own
    }
}

extension House {
    /// Splits "Trait.element" and finds the trait on the device.
    static func trait(
        _ word: String, of device: Device, endpoint: UInt16?
    ) throws(CommandError) -> (trait: Trait, target: TraitTarget) {
        let all = device.endpoints.flatMap { endpoint in endpoint.traits.map { (endpoint: endpoint.id, trait: $0) } }
        let names = Dictionary(
            all.map { ($0.trait.descriptor.id, $0.trait.descriptor) }, uniquingKeysWith: { first, _ in first })
        let found: TraitDescriptor
        switch Names.find(word, in: Array(names.values), by: { [$0.name, $0.typeName] }) {
        case .one(let descriptor): found = descriptor
        case .several(let names):
            throw CommandError(.refused, "\(quoted(word)) could be \(names.ordered().joined(separator: ", "))")
        case .none(let nearest):
            let known = names.values.map(\.name).ordered().joined(separator: ", ")
            throw CommandError(
                .refused,
                "\(quoted(device.name)) has no trait \(quoted(word))" + Names.hint(nearest, "it has \(known)"))
        }
        let places = all.filter { $0.trait.descriptor.id == found.id && (endpoint == nil || $0.endpoint == endpoint) }
        guard let place = places.first else {
            let has = all.filter { $0.trait.descriptor.id == found.id }.map { String($0.endpoint) }
            throw CommandError(
                .refused,
                "\(quoted(device.name)) has no \(found.name) on endpoint \(endpoint ?? 0); it has it on "
                    + has.joined(separator: ", "))
        }
        guard places.count == 1 else {
            let has = places.map { String($0.endpoint) }.joined(separator: ", ")
            throw CommandError(
                .usage,
                "\(quoted(device.name)) has \(found.name) on several endpoints (\(has)); say which with --endpoint N")
        }
        return (place.trait, TraitTarget(deviceID: device.id, endpoint: place.endpoint))
    }
}
