/// A device as HomeKit has it: services with characteristics.
public struct Accessory: Sendable {
    /// The services, that with the accessory's information first.
    public var services: [AccessoryService]

    /// Creates an accessory.
    public init(services: [AccessoryService]) {
        self.services = services
    }

    /// The service of a key; nil if there is none.
    public subscript(key: ServiceKey) -> AccessoryService? { services.first { $0.key == key } }

    /// The services of a type (HK-30); empty where none matches.
    public func services(of type: ServiceType) -> [AccessoryService] { services.filter { $0.type == type } }

    /// The characteristic of a key; nil if there is none.
    public subscript(key: CharacteristicKey) -> AccessoryCharacteristic? { self[key.service]?[key.type] }
}

/// A service of an accessory (HK-27).
public struct AccessoryService: Sendable {
    /// Where it comes from; stays for the device's life.
    public let key: ServiceKey
    /// The instance id, unique in the accessory; 1 for its information.
    public let id: UInt64
    /// The instance ids of services that belong to this one, such as a television's inputs.
    public var linked: [UInt64]
    /// Whether it says what the accessory mainly is; at most one does.
    public var isPrimary: Bool
    /// The characteristics (HK-29).
    public var characteristics: [AccessoryCharacteristic]

    /// Creates a service.
    public init(
        key: ServiceKey, id: UInt64, characteristics: [AccessoryCharacteristic], linked: [UInt64] = [],
        isPrimary: Bool = false
    ) {
        self.key = key
        self.id = id
        self.linked = linked
        self.isPrimary = isPrimary
        self.characteristics = characteristics
    }

    /// What it is.
    public var type: ServiceType { key.type }

    /// The characteristic of a type; nil if it has none.
    public subscript(type: CharacteristicType) -> AccessoryCharacteristic? {
        characteristics.first { $0.type == type }
    }
}

/// A characteristic of a service (HK-29).
public struct AccessoryCharacteristic: Sendable {
    /// What it means.
    public let type: CharacteristicType
    /// The instance id, unique in the accessory.
    public let id: UInt64
    /// What can be done with it.
    public var permissions: CharacteristicPermissions
    /// The format and the device's own limits (HK-33).
    public var metadata: CharacteristicMetadata
    /// The value; nil where it is not known, can only be written, or is an event (a button's, HAP: null).
    public var value: CharacteristicValue?
    /// Whether the device is in a state that HomeKit has no value for, so that ``value`` is the last one that it had.
    public var isLastKnown: Bool

    /// Creates a characteristic.
    public init(
        type: CharacteristicType, id: UInt64, permissions: CharacteristicPermissions, metadata: CharacteristicMetadata,
        value: CharacteristicValue?, isLastKnown: Bool = false
    ) {
        self.type = type
        self.id = id
        self.permissions = permissions
        self.metadata = metadata
        self.value = value
        self.isLastKnown = isLastKnown
    }
}
