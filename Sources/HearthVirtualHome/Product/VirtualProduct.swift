public import HearthDeviceBehaviors
public import HearthTraitCore

/// A product as data, from which ``VirtualHome`` creates a device: its endpoints, and for each trait the parts that the
/// product has. Traits with a behaviour in this module are simulated; others store written values.
public struct VirtualProduct: Sendable {
    /// ID of the device at the hub.
    public var id: String
    /// The initial name. People can change it at the hub.
    public var name: String
    /// Name of the initial room; nil for none.
    public var room: String?
    /// Basic Information attributes that the product itself doesn't specify.
    public var identity: ProductIdentity
    /// Root endpoint (0) first.
    public var endpoints: [ProductEndpoint]

    /// Creates a product.
    public init(
        id: String, name: String, room: String? = nil, identity: ProductIdentity, endpoints: [ProductEndpoint]
    ) {
        self.id = id
        self.name = name
        self.room = room
        self.identity = identity
        self.endpoints = endpoints
    }
}

/// An endpoint of a product.
public struct ProductEndpoint: Sendable {
    /// The endpoint number; 0 is the root.
    public var id: UInt16
    /// Number of the containing endpoint; nil for the root.
    public var parent: UInt16?
    /// The device types.
    public var deviceTypes: [DeviceTypeEntry]
    /// The traits.
    public var traits: [ProductTrait]

    /// Creates an endpoint.
    public init(
        id: UInt16, parent: UInt16?, deviceTypes: [DeviceTypeEntry], traits: [ProductTrait]
    ) {
        self.id = id
        self.parent = parent
        self.deviceTypes = deviceTypes
        self.traits = traits
    }
}

/// The parts of a trait that a product has.
public struct ProductTrait: Sendable {
    /// The trait's descriptor.
    public var descriptor: TraitDescriptor
    /// All attributes of the product with their values at first start, including global ones, which list the accepted
    /// commands.
    public var attributes: StructureValue
    /// IDs of attributes whose values the product specifies. A behaviour may replace the others.
    public var stated: Set<UInt32>
    /// IDs of attributes that survive a restart.
    public var stored: Set<UInt32>
    /// IDs of events that the product reports; nil for all.
    public var events: Set<UInt32>?

    /// Creates a trait.
    public init(
        descriptor: TraitDescriptor, attributes: StructureValue, stated: Set<UInt32> = [], stored: Set<UInt32> = [],
        events: Set<UInt32>? = nil
    ) {
        self.descriptor = descriptor
        self.attributes = attributes
        self.stated = stated
        self.stored = stored
        self.events = events
    }

    /// The current value of an attribute if the product specifies it.
    func statedValue(_ id: UInt32) -> TraitValue? { stated.contains(id) ? attributes[id] : nil }
}
