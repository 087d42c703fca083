internal import HearthTraitDescriptors

/// A row of the table: a service, the endpoints that have it, and its characteristics.
struct ServiceMapping: Sendable {
    let type: ServiceType
    /// The device types whose endpoints have the service; empty for any.
    let deviceTypes: [UInt32]
    /// The device type of the endpoint that an accessory's service becomes; nil for none.
    var accessoryDeviceType: UInt32?
    /// The device type by the service's characteristics; overrides ``accessoryDeviceType``.
    var accessoryDeviceTypeFor: (@Sendable (Set<CharacteristicType>) -> UInt32)?
    /// Whether the row applies to accessories' services; false for rows that only devices need.
    var isFromAccessories = true
    /// The service of an accessory that this one shares the endpoint with.
    var joins: ServiceType?
    /// The traits that an endpoint must have.
    let traits: [UInt32]
    /// The part of its keys; see ``ServiceKey/part``.
    var part: UInt32 = 0
    /// Further traits that the service shows if they exist.
    var alsoTakes: [UInt32] = []
    /// Whether it applies only if no earlier row has used its traits.
    var takesWhatIsLeft = false
    /// Whether devices get the service; false for rows that only accessories need.
    var isFromTraits = true
    /// Whether it can be the accessory's primary service.
    var isMain = true
    /// A further condition.
    var matches: @Sendable (ServiceReading) -> Bool = { _ in true }
    /// The parts on an endpoint, if it can have several services of the type.
    var parts: (@Sendable (ServiceReading) -> [UInt32])?
    /// The type of the service on the same endpoint that links to this one.
    var partOf: ServiceType?
    /// Attributes that an accessory's traits always have.
    var constants: [AttributeID: TraitValue] = [:]
    /// Features that an accessory's traits always have, by trait.
    var accessoryFeatures: [UInt32: UInt32] = [:]
    let links: [CharacteristicLink]

    init(
        _ type: ServiceType, deviceTypes: [UInt32] = [], traits: [UInt32], _ links: [CharacteristicLink]
    ) {
        self.type = type
        self.deviceTypes = deviceTypes
        accessoryDeviceType = deviceTypes.first
        self.traits = traits
        self.links = links
    }

    func link(_ type: CharacteristicType) -> CharacteristicLink? { links.first { $0.type == type } }

    /// A changed copy of the row.
    func with(_ change: (inout ServiceMapping) -> Void) -> ServiceMapping {
        var copy = self
        change(&copy)
        return copy
    }

    /// The services that the row gives an endpoint.
    func readings(_ device: DeviceSnapshot, _ endpoint: EndpointSnapshot, taken: Set<UInt32>) -> [ServiceReading] {
        guard isFromTraits, deviceTypes.isEmpty || endpoint.deviceTypes.contains(where: deviceTypes.contains),
            traits.allSatisfy({ endpoint.traits[$0] != nil }),
            !takesWhatIsLeft || taken.isDisjoint(with: traits)
        else { return [] }
        let reading = ServiceReading(device: device, endpoint: endpoint, part: part)
        guard matches(reading) else { return [] }
        guard let parts else { return [reading] }
        return parts(reading).map { ServiceReading(device: device, endpoint: endpoint, part: $0) }
    }
}
