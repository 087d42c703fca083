/// A device as its provider brings it to the hub.
public struct DeviceDescription: Sendable {
    /// Unique over all structures of the hub, and the same for the life of the device.
    public var id: String
    /// A name for people, until someone gives another.
    public var name: String
    /// A room for it, by name, until someone moves it; nil for none.
    public var suggestedRoom: String?
    /// The tree of its parts, the root (endpoint 0) first.
    public var endpoints: [EndpointDescription]
    /// Whether Matter carries it.
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
    /// One of the endpoint's device types.
    public struct TypeEntry: Hashable, Sendable {
        public var id: UInt32
        public var revision: UInt32
        public var isPrimary: Bool

        /// A device type by its number.
        public init(id: UInt32, revision: UInt32, isPrimary: Bool) {
            self.id = id
            self.revision = revision
            self.isPrimary = isPrimary
        }
    }

    public var id: UInt16
    /// nil for the root.
    public var parent: UInt16?
    public var deviceTypes: [TypeEntry]
    public var traits: [TraitInstance]
    /// What tells it from other parts of its kind.
    public var tags: [SemanticTag]

    /// Describes an endpoint.
    public init(
        id: UInt16, parent: UInt16?, deviceTypes: [TypeEntry], traits: [TraitInstance], tags: [SemanticTag] = []
    ) {
        self.tags = tags
        self.id = id
        self.parent = parent
        self.deviceTypes = deviceTypes
        self.traits = traits
    }
}

/// A trait on an endpoint with its first values.
public struct TraitInstance: Sendable {
    public var descriptor: TraitDescriptor
    /// Every attribute that the device has, the global ones among them.
    public var attributes: StructureValue

    /// A trait with these attributes.
    public init(descriptor: TraitDescriptor, attributes: StructureValue) {
        self.descriptor = descriptor
        self.attributes = attributes
    }
}
