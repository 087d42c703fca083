public import HearthTraitCore

/// The hub's description of a structure.
package struct CachedStructure: Hashable, Sendable {
    package let id: String
    package var name: String
    /// The structure's own traits.
    var traits: [DeviceEndpoint.TraitEntry] = []
    /// The time zone's name in the IANA database; nil for the hub's.
    package var timeZone: String?
    /// The location; nil if not known, and for guests.
    package var location: StructureLocation?
}

/// The hub's description of a room.
package struct CachedRoom: Hashable, Sendable {
    package let id: String
    package var structureID: String
    package var name: String
    package var aliases: [String]

    package init(id: String, structureID: String, name: String, aliases: [String] = []) {
        self.id = id
        self.structureID = structureID
        self.name = name
        self.aliases = aliases
    }
}

/// The hub's description of a device, without its traits' state.
package struct CachedDevice: Hashable, Sendable {
    package let id: String
    package var structureID: String
    /// nil if the device is not in a room.
    package var roomID: String?
    package var name: String
    /// Root endpoint first.
    package var endpoints: [DeviceEndpoint]
    package var isMatterDevice: Bool
    /// The connectivity of traits that have none of their own.
    package var connectivity: SourceConnectivity
    /// ID of its provider; nil for the hub's own devices.
    package var providerID: String?
    /// ID of the bridge that it is behind; nil for other devices.
    package var bridgeID: String?
    /// The settings that people made for its services.
    package var services: [CachedServiceSetting] = []
    package var aliases: [String] = []
}

extension CachedDevice {
    /// The endpoints, with the types in whose form this program shows others.
    var typedEndpoints: [DeviceEndpoint] { GoogleCameras.typed(endpoints) }

    /// A device without endpoints that is in no structure.
    package init(id: String, name: String) {
        self.init(
            id: id, structureID: "", name: name, endpoints: [], isMatterDevice: false,
            connectivity: SourceConnectivity(connectivityState: .unknown, dataSourceLocality: .unspecified))
    }
}

/// One endpoint of a device: its device types and traits.
public struct DeviceEndpoint: Hashable, Sendable, Identifiable {
    /// A trait of an endpoint.
    public struct TraitEntry: Hashable, Sendable {
        /// Matter cluster ID, with the vendor prefix for vendors' clusters.
        public let id: UInt32
        /// Full name of the trait in protobuf, such as "hearth.traits.matter.v1.OnOff".
        public let name: String
        /// Revision of the trait.
        public let revision: UInt32
    }

    /// Matter endpoint number; 0 is the root.
    public let id: UInt16
    /// Number of the endpoint that contains this one; nil for the root.
    public let parent: UInt16?
    /// The endpoint's device types.
    public internal(set) var deviceTypes: [DeviceTypeEntry]
    /// The endpoint's traits.
    public let traits: [TraitEntry]
    /// Semantic tags that distinguish it from similar endpoints.
    public internal(set) var tags: Set<SemanticTag> = []
    /// The name that people gave this part of the device; nil if it has none.
    public internal(set) var name: String?

    /// ID of the primary device type; nil if it only has utility types.
    var primaryType: UInt32? { deviceTypes.first(where: \.isPrimary)?.id }

    /// Whether the endpoint has the device type `type`.
    func isOf(_ type: UInt32) -> Bool { deviceTypes.contains { $0.id == type } }
}
