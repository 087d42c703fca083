public import HearthTraitModel

/// A device of the home at a moment, as far as services are made of it: its endpoints with the values of their traits.
public struct DeviceSnapshot: Sendable {
    /// The device's id, which stays for its life.
    public var id: String
    /// What its user calls it.
    public var name: String
    /// Its endpoints, by rising number.
    public var endpoints: [EndpointSnapshot]

    /// Creates a snapshot; the endpoints are brought in order.
    public init(id: String, name: String, endpoints: [EndpointSnapshot]) {
        self.id = id
        self.name = name
        self.endpoints = endpoints.sorted { $0.number < $1.number }
    }
}

/// One endpoint of a device.
public struct EndpointSnapshot: Sendable {
    /// Matter's number of the endpoint; 0 is the root.
    public var number: UInt16
    /// The ids of its device types.
    public var deviceTypes: [UInt32]
    /// Its traits by their ids, which are Matter's cluster ids.
    public var traits: [UInt32: TraitSnapshot]

    /// Creates an endpoint; of two traits with the same id the first is kept.
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
    /// The attributes that are known, by id.
    public var attributes: StructureValue
    /// The schema. Only traits without a row in the table of services need it; without one, these are left out.
    public var descriptor: TraitDescriptor?

    /// Creates a trait.
    public init(id: UInt32, attributes: StructureValue, descriptor: TraitDescriptor? = nil) {
        self.id = id
        self.attributes = attributes
        self.descriptor = descriptor
    }
}
