public import HearthTraitDescriptors

/// A snapshot of a device for its conversion to services: its endpoints with the values of their traits.
public struct DeviceSnapshot: Sendable {
    /// The device's id, stable for its life.
    public var id: String
    /// The user's name for the device.
    public var name: String
    /// The endpoints, in ascending order of their numbers.
    public var endpoints: [EndpointSnapshot]

    /// Creates a snapshot and sorts the endpoints.
    public init(id: String, name: String, endpoints: [EndpointSnapshot]) {
        self.id = id
        self.name = name
        self.endpoints = endpoints.sorted { $0.number < $1.number }
    }
}

/// One endpoint of a device.
public struct EndpointSnapshot: Sendable {
    /// The endpoint number in Matter; 0 is the root.
    public var number: UInt16
    /// The ids of its device types.
    public var deviceTypes: [UInt32]
    /// Its traits by their ids, which are Matter's cluster ids.
    public var traits: [UInt32: TraitSnapshot]

    /// Creates an endpoint. If two traits have the same id, the first one is kept.
    public init(number: UInt16, deviceTypes: [UInt32], traits: [TraitSnapshot]) {
        self.number = number
        self.deviceTypes = deviceTypes
        self.traits = Dictionary(traits.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The values of one trait.
public struct TraitSnapshot: Sendable {
    /// The trait's id: vendor in the upper 16 bits, cluster in the lower.
    public var id: UInt32
    /// The known attributes by id.
    public var attributes: StructureValue
    /// The schema, needed only for traits without a row in the table of services. Those are left out if it is nil.
    public var descriptor: TraitDescriptor?

    /// Creates a trait.
    public init(id: UInt32, attributes: StructureValue, descriptor: TraitDescriptor? = nil) {
        self.id = id
        self.attributes = attributes
        self.descriptor = descriptor
    }
}
