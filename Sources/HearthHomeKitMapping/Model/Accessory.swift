/// A device in HomeKit's form: services with characteristics.
public struct Accessory: Sendable {
    /// The services; the accessory information service comes first.
    public var services: [AccessoryService]

    /// Creates an accessory.
    public init(services: [AccessoryService]) {
        self.services = services
    }

    /// The service of a key, or nil.
    public subscript(key: ServiceKey) -> AccessoryService? { services.first { $0.key == key } }

    /// The services of a type; may be empty.
    public func services(of type: ServiceType) -> [AccessoryService] { services.filter { $0.type == type } }

    /// The characteristic of a key, or nil.
    public subscript(key: CharacteristicKey) -> AccessoryCharacteristic? { self[key.service]?[key.type] }
}

/// A service of an accessory.
public struct AccessoryService: Sendable {
    /// The key, which is stable for the life of the device.
    public let key: ServiceKey
    /// The instance id, unique in the accessory; 1 for the accessory information service.
    public let id: UInt64
    /// The instance ids of linked services, such as a television's inputs.
    public var linked: [UInt64]
    /// Whether this is the accessory's main function; true for at most one service.
    public var isPrimary: Bool
    /// The characteristics.
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

    /// The type.
    public var type: ServiceType { key.type }

    /// The characteristic of a type; nil if it has none.
    public subscript(type: CharacteristicType) -> AccessoryCharacteristic? {
        characteristics.first { $0.type == type }
    }
}

/// A characteristic of a service.
public struct AccessoryCharacteristic: Sendable {
    /// The type.
    public let type: CharacteristicType
    /// The instance id, unique in the accessory.
    public let id: UInt64
    /// The permissions.
    public var permissions: CharacteristicPermissions
    /// The format and the device's own limits.
    public var metadata: CharacteristicMetadata
    /// The value; nil if it is unknown, write-only or an event, such as a button's (null in HAP).
    public var value: CharacteristicValue?
    /// Whether HomeKit can't express the device's state, so that ``value`` is the previous one.
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
