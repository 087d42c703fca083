internal import Hearth
internal import HearthBase
internal import HearthTerminal
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import HearthPhrases

/// The objects of a home in the order in which they are listed, with the values of their traits at one moment.
struct HomeListing: Sendable {
    /// A part of a device.
    struct Endpoint: Sendable {
        let id: UInt16
        let deviceTypes: [DeviceTypeEntry]
        let traits: [UnknownTrait]
        /// Full names of traits that neither this program nor the hub can describe.
        let unknownTraits: [String]
        /// The name that people gave the part; else empty.
        let name: String
    }

    /// A device with the names of its room and structure.
    struct Device: NamedObject {
        let object: HomeDevice
        /// The name of its structure.
        let structure: String
        /// The name of its room; nil if it is in none.
        let room: String?
        var endpoints: [Endpoint]

        var kind: String { "device" }
        var id: String { object.id }
        var name: String { object.name }
        var structureID: String { object.structureID ?? "" }
        var roomID: String? { object.roomID }
        /// The bridge's id; nil for a device that is not behind a bridge.
        var bridgeID: String? { object.bridgeID }
        var state: ConnectivityState { object.sourceConnectivity.connectivityState }

        /// The name of the primary device type.
        var typeName: String {
            let types = endpoints.flatMap(\.deviceTypes)
            let primary = types.first(where: \.isPrimary) ?? endpoints.dropFirst().first?.deviceTypes.first
            return (primary ?? types.first).map(HomeListing.typeName) ?? "unknown"
        }

        /// The instances of a trait, in order of endpoint.
        func traits(_ id: UInt32) -> [UnknownTrait] { endpoints.flatMap(\.traits).filter { $0.descriptor.id == id } }
    }

    let home: Home
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

    /// All known traits.
    let traits: KnownTraits
    private let structureNames: [String: String]
    /// The values of the structures' own traits, by the structure's ID.
    private let structureValues: [String: [UInt32: StructureValue]]

    /// - Parameter foreign: descriptors, fetched from the hub, of traits that this program was not compiled with.
    init(_ home: Home, _ snapshot: HomeSnapshot, foreign: [UInt32: TraitDescriptor] = [:]) {
        self.home = home
        traits = KnownTraits(foreign)
        let traits = traits.descriptors(of: snapshot.traitIDs)
        let structures = snapshot.structures
        let structureNames = Dictionary(
            structures.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        self.structureNames = structureNames
        func place(_ structureID: String, _ name: String, _ id: String) -> [String] {
            [NaturalOrder.key(structureNames[structureID] ?? structureID), NaturalOrder.key(name), name, id]
        }
        let rooms = snapshot.rooms
        self.rooms = rooms.ordered { place($0.structureID, $0.name, $0.id) }
        zones = snapshot.zones.ordered { place($0.structureID, $0.name, $0.id) }
        serviceGroups = snapshot.serviceGroups.ordered { place($0.structureID, $0.name, $0.id) }
        self.structures = structures.ordered { [NaturalOrder.key($0.name), $0.name, $0.id] }
        structureValues = Dictionary(
            structures.map { structure in
                let own = snapshot.traits(of: structure, traits).map { ($0.descriptor.id, $0.values) }
                return (structure.id, Dictionary(own, uniquingKeysWith: { first, _ in first }))
            }, uniquingKeysWith: { first, _ in first })
        let roomNames = Dictionary(rooms.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        devices = snapshot.devices.map { device in
            let structureID = device.structureID ?? ""
            return Device(
                object: device, structure: structureNames[structureID] ?? structureID,
                room: device.roomID.flatMap { roomNames[$0] },
                endpoints: HomeListing.endpoints(of: device, in: snapshot, traits))
        }
        .ordered { device in
            // Devices without a room come last.
            let room = device.room.map { NaturalOrder.key($0) } ?? "\u{10FFFF}"
            return [NaturalOrder.key(device.structure), room, NaturalOrder.key(device.name), device.name, device.id]
        }
    }

    private static func endpoints(
        of device: HomeDevice, in snapshot: HomeSnapshot, _ traits: [UInt32: TraitDescriptor]
    ) -> [Endpoint] {
        let present = Dictionary(grouping: snapshot.traits(of: device, traits), by: \.target.endpoint)
        return device.endpoints.map { endpoint in
            Endpoint(
                id: endpoint.id, deviceTypes: endpoint.deviceTypes, traits: present[endpoint.id] ?? [],
                unknownTraits: endpoint.traits.filter { traits[$0.id] == nil }.map(\.name), name: endpoint.name ?? "")
        }
    }

    /// A device with the current values of its traits. If the device has been removed, they are those from before.
    func current(_ device: Device) -> Device {
        guard let snapshot = try? home.snapshot(), snapshot.device(id: device.id) != nil else { return device }
        let shown = Set(device.endpoints.map(\.id))
        var device = device
        let traits = traits.descriptors(of: snapshot.traitIDs)
        device.endpoints = HomeListing.endpoints(of: device.object, in: snapshot, traits).filter {
            shown.contains($0.id)
        }
        return device
    }

    /// The name of a structure; its ID if it is not known.
    func structureName(_ id: String) -> String { structureNames[id] ?? id }

    /// The values of a structure's own trait; nil if it does not have the trait.
    func values(of trait: UInt32, in structure: Structure) -> StructureValue? { structureValues[structure.id]?[trait] }

    /// Removes a device from its home. Returns the IDs of all removed devices: its own first.
    ///
    /// - Parameter forgetting: whether the hub keeps nothing of it.
    func remove(_ device: Device, forgetting: Bool = false) async throws(CommandError) -> [String] {
        let structure = try structure(withID: device.structureID)
        let removed = try await CommandError.ofHome(changing: device.name) {
            try await structure.removeDevice(id: device.id, forgetting: forgetting)
        }
        // A hub may answer without the removed devices' IDs.
        return removed.isEmpty ? [device.id] : removed
    }

    /// An automation as text, with the place of each node in it.
    func text(of automation: HomeAutomation) async throws(CommandError) -> AutomationText {
        let structure = try structure(withID: automation.structureID)
        return try await CommandError.ofHome { try await structure.formatAutomation(automation) }
    }

    /// Removes an automation with its runs.
    func remove(_ automation: HomeAutomation) async throws(CommandError) {
        let structure = try structure(withID: automation.structureID)
        try await CommandError.ofHome(changing: automation.name) { try await structure.deleteAutomation(automation) }
    }

    /// The devices behind a bridge.
    func devices(behind bridge: Device) -> [Device] { devices.filter { $0.bridgeID == bridge.id } }

    static func typeName(_ type: DeviceTypeEntry) -> String {
        // A maker's own name has priority: several makers use the same ids, those for tests.
        let known = StandardTraits.deviceTypes.first { $0.id == type.id }?.name
        return type.name.isEmpty ? known ?? "type 0x" + String(type.id, radix: 16) : type.name
    }
}

extension UnknownTrait {
    /// The known values of its attributes.
    var values: StructureValue { attributes.values }
    /// Whether the device is online.
    var isOnline: Bool { metadata.sourceConnectivity.connectivityState == .online }
}

extension HomeListing {
    /// Splits "Trait.element" and finds the trait on the device.
    static func trait(
        _ word: String, of device: Device, endpoint: UInt16?
    ) throws(CommandError) -> UnknownTrait {
        let all = device.endpoints.flatMap(\.traits)
        let names = Dictionary(
            all.map { ($0.descriptor.id, $0.descriptor) }, uniquingKeysWith: { first, _ in first })
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
        let places = all.filter { $0.descriptor.id == found.id && (endpoint == nil || $0.target.endpoint == endpoint) }
        guard let place = places.first else {
            let has = all.filter { $0.descriptor.id == found.id }.map { String($0.target.endpoint) }
            throw CommandError(
                .refused,
                "\(quoted(device.name)) has no \(found.name) on endpoint \(endpoint ?? 0); it has it on "
                    + has.joined(separator: ", "))
        }
        guard places.count == 1 else {
            let has = places.map { String($0.target.endpoint) }.joined(separator: ", ")
            throw CommandError(
                .usage,
                "\(quoted(device.name)) has \(found.name) on several endpoints (\(has)); say which with --endpoint N")
        }
        return place
    }
}
