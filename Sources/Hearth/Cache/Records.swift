public import HearthTraitCore

/// A structure as the hub tells of it.
struct StructureRecord: Hashable, Sendable {
    let id: String
    var name: String
    /// Those of the structure itself.
    var traits: [DeviceEndpoint.TraitEntry] = []
}

/// A room as the hub tells of it.
struct RoomRecord: Hashable, Sendable {
    let id: String
    var structureID: String
    var name: String
}

/// A device as the hub tells of it, without the state of its traits.
struct DeviceRecord: Hashable, Sendable {
    let id: String
    var structureID: String
    /// nil when the device is in no room.
    var roomID: String?
    var name: String
    /// The root first.
    var endpoints: [DeviceEndpoint]
    var isMatterDevice: Bool
    /// For traits that have none of their own.
    var connectivity: SourceConnectivity
    /// Who brought it; nil for the hub's own.
    var providerID: String?
}

/// One part of a device: what it is and which traits it has.
public struct DeviceEndpoint: Hashable, Sendable, Identifiable {
    /// One of the endpoint's device types.
    public struct TypeEntry: Hashable, Sendable {
        /// Matter's device type id; a vendor's with its prefix.
        public let id: UInt32
        public let revision: UInt32
        /// Whether it says what the device is, and not how it is built or what helps it.
        public let isPrimary: Bool
    }

    /// One of the endpoint's traits.
    public struct TraitEntry: Hashable, Sendable {
        /// Matter's cluster id; a vendor's with its prefix.
        public let id: UInt32
        /// The name of the trait's message: "hearth.traits.matter.v1.OnOff".
        public let name: String
        public let revision: UInt32
    }

    /// Matter's endpoint number; 0 is the root.
    public let id: UInt16
    /// The endpoint that this one is a part of; nil for the root.
    public let parent: UInt16?
    public let deviceTypes: [TypeEntry]
    public let traits: [TraitEntry]
    /// What tells it from other parts of its kind.
    public internal(set) var tags: Set<SemanticTag> = []

    /// Whether the part is of a device type.
    func isOf(_ type: UInt32) -> Bool { deviceTypes.contains { $0.id == type } }
}
