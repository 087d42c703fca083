/// A device as its provider describes it to the hub.
public struct DeviceDescription: Sendable {
    /// The device id: unique in the hub, over all structures, and stable for the life of the device.
    public var id: String
    /// The initial name, until a user renames the device.
    public var name: String
    /// The name of the room it is first placed in, until a user moves it; nil for none.
    public var suggestedRoom: String?
    /// Its endpoints, the root (endpoint 0) first.
    ///
    /// In a bridge, each endpoint of device type Bridged Node below the root is a separate device for clients, with the
    /// endpoints in it. The provider is not concerned: commands and reports name the bridge. Such a device is
    /// identified by the UniqueID of BridgedDeviceBasicInformation, or without one by its endpoint number.
    public var endpoints: [EndpointDescription]
    /// Whether the device is connected over Matter.
    public var isMatterDevice: Bool

    /// Describes a device.
    public init(
        id: String, name: String, suggestedRoom: String? = nil, endpoints: [EndpointDescription],
        isMatterDevice: Bool
    ) {
        self.id = id
        self.name = name
        self.suggestedRoom = suggestedRoom
        self.endpoints = endpoints
        self.isMatterDevice = isMatterDevice
    }
}

/// One endpoint of a device: its types and traits.
public struct EndpointDescription: Sendable {
    /// The endpoint number, unique in the device; 0 is the root.
    public var id: UInt16
    /// The endpoint that this one is a part of; nil for the root.
    public var parent: UInt16?
    /// The device types that the endpoint implements.
    public var deviceTypes: [DeviceTypeEntry]
    /// The traits (Matter's server clusters) of the endpoint, at most one of each ID.
    public var traits: [TraitInstance]
    /// Semantic tags (the Descriptor cluster's TagList) that distinguish it from endpoints of the same type.
    public var tags: [SemanticTag]

    /// Describes an endpoint.
    public init(
        id: UInt16, parent: UInt16?, deviceTypes: [DeviceTypeEntry], traits: [TraitInstance], tags: [SemanticTag] = []
    ) {
        self.tags = tags
        self.id = id
        self.parent = parent
        self.deviceTypes = deviceTypes
        self.traits = traits
    }
}

/// A trait of an endpoint, with its initial values.
public struct TraitInstance: Sendable {
    /// The trait's schema.
    public var descriptor: TraitDescriptor
    /// The values of every attribute the device supports, the global ones included.
    public var attributes: StructureValue

    /// Creates a trait with these attribute values.
    public init(descriptor: TraitDescriptor, attributes: StructureValue) {
        self.descriptor = descriptor
        self.attributes = attributes
    }
}
