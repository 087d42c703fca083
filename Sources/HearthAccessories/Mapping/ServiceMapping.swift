internal import HearthTraitModel

/// A row of the table: a service, the endpoints that have it, and its characteristics.
struct ServiceMapping: Sendable {
    let type: ServiceType
    /// The device types whose endpoints have the service; empty for any.
    let deviceTypes: [UInt32]
    /// The device type that an accessory's service becomes; nil for none.
    var accessoryDeviceType: UInt32?
    /// The same, where it depends on the characteristics that the service has.
    var accessoryDeviceTypeFor: (@Sendable (Set<CharacteristicType>) -> UInt32)?
    /// Whether accessories' services become what the row says; false for rows that only devices need.
    var isFromAccessories = true
    /// The service of an accessory whose endpoint this one's traits are on.
    var joins: ServiceType?
    /// The traits that an endpoint needs for it.
    let traits: [UInt32]
    /// What tells it from others of its type; see ``ServiceKey/part``.
    var part: UInt32 = 0
    /// Traits that the service shows as well where they are there.
    var alsoTakes: [UInt32] = []
    /// Whether it is only for traits that no row above it has taken.
    var takesWhatIsLeft = false
    /// Whether services are made of it; false for rows that only accessories need.
    var isFromTraits = true
    /// Whether it may be what the accessory mainly is.
    var isMain = true
    /// What else has to hold.
    var matches: @Sendable (ServiceReading) -> Bool = { _ in true }
    /// The parts that an endpoint has, where it may have several of the service.
    var parts: (@Sendable (ServiceReading) -> [UInt32])?
    /// The type of the service on the same endpoint that this one belongs to.
    var partOf: ServiceType?
    /// Attributes that an accessory's traits have in any case.
    var constants: [AttributeID: TraitValue] = [:]
    /// Features that an accessory's traits have in any case, by trait.
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

    /// The same row with something set otherwise.
    func with(_ change: (inout ServiceMapping) -> Void) -> ServiceMapping {
        var copy = self
        change(&copy)
        return copy
    }

    /// The services of the row that an endpoint has.
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
