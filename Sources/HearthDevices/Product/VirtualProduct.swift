public import HearthTraitCore

/// A product as data, from which ``VirtualHome`` makes a device: its endpoints, and for each trait what of it the
/// product has. Traits that this module has a behaviour for live; all others keep what is written.
public struct VirtualProduct: Sendable {
    /// The device's id on the hub.
    public var id: String
    /// A name for people, until someone gives another.
    public var name: String
    /// A room for it, by name; nil for none.
    public var room: String?
    /// What BasicInformation says where the product's own values do not.
    public var identity: ProductIdentity
    /// The root (endpoint 0) first.
    public var endpoints: [ProductEndpoint]

    /// A product of these endpoints.
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

/// One endpoint of a product.
public struct ProductEndpoint: Sendable {
    public var id: UInt16
    /// nil for the root.
    public var parent: UInt16?
    public var deviceTypes: [EndpointDescription.TypeEntry]
    public var traits: [ProductTrait]

    /// An endpoint with these traits.
    public init(
        id: UInt16, parent: UInt16?, deviceTypes: [EndpointDescription.TypeEntry], traits: [ProductTrait]
    ) {
        self.id = id
        self.parent = parent
        self.deviceTypes = deviceTypes
        self.traits = traits
    }
}

/// What a product has of one trait.
public struct ProductTrait: Sendable {
    public var descriptor: TraitDescriptor
    /// Every attribute that the product has with its value at first start, the global ones among them: they say which
    /// commands it takes.
    public var attributes: StructureValue
    /// The attributes whose values are the product's own. A behaviour may know better about the others.
    public var stated: Set<UInt32>
    /// The attributes that outlive a restart.
    public var stored: Set<UInt32>
    /// The events that the product reports; nil for all.
    public var events: Set<UInt32>?

    /// A trait with these attributes.
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

    /// The present value of an attribute, where it is the product's own.
    func statedValue(_ id: UInt32) -> TraitValue? { stated.contains(id) ? attributes[id] : nil }
}
