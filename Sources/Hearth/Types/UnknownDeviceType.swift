internal import HearthBase
public import HearthTraitCore

/// A device type without a Swift type in this program: a maker's, or a newer one.
public struct UnknownDeviceType: DeviceType {
    /// A placeholder, since ``DeviceType`` requires a static descriptor. A value has its own ``id``.
    public static let descriptor = DeviceTypeDescriptor(
        id: 0xFFFF_FFFF, name: "UnknownDeviceType", vendor: "", revision: 0, requiredTraits: [])

    /// Matter device type ID, with the vendor prefix for vendors' types.
    public let id: UInt32
    /// The maker's name for the type, such as "DisplayStand"; empty if the hub doesn't know it.
    public let name: String
    /// Revision of the device type.
    public let revision: UInt32
    /// The endpoint that has the type.
    public let endpoint: UInt16
    /// The traits of that endpoint.
    public let traits: TraitCollection
    /// Connectivity and tags of the endpoint.
    public let metadata: DeviceTypeMetadata

    init(
        id: UInt32, name: String, revision: UInt32, endpoint: UInt16, traits: TraitCollection,
        metadata: DeviceTypeMetadata
    ) {
        self.id = id
        self.name = name
        self.revision = revision
        self.endpoint = endpoint
        self.traits = traits
        self.metadata = metadata
    }

    /// Creates a type that is unknown except for the traits of its endpoint.
    public init(traits: TraitCollection, metadata: DeviceTypeMetadata) {
        self.init(
            id: Self.descriptor.id, name: "", revision: 0, endpoint: traits.interaction.target.endpoint,
            traits: traits, metadata: metadata)
    }

    /// Unique identifier with vendor and device type in hexadecimal: "home.matter.fff1.types.00ee".
    public var identifier: String { "home.matter.\(hex(id >> 16, digits: 4)).types.\(hex(id & 0xFFFF, digits: 4))" }
}

extension UnknownDeviceType: CustomStringConvertible, CustomDebugStringConvertible {
    /// A line: `DisplayStand(shelf/1, online)`.
    public var description: String { line(name.isEmpty ? "type 0x\(hex(id, digits: 4))" : name) }
    public var debugDescription: String { description }
}
