/// What a service comes from: stays the same for the life of a device, whatever else comes and goes.
public struct ServiceKey: Hashable, Sendable, Comparable {
    /// The endpoint.
    public let endpoint: UInt16
    /// The type.
    public let type: ServiceType
    /// What tells it from others of its type on the endpoint: a trait's id, the number of an input; 0 for the only one.
    public let part: UInt32

    /// Creates a key.
    public init(endpoint: UInt16, type: ServiceType, part: UInt32 = 0) {
        self.endpoint = endpoint
        self.type = type
        self.part = part
    }

    /// Of the service that holds the accessory's information.
    public static let information = ServiceKey(endpoint: 0, type: .accessoryInformation)

    public static func < (left: ServiceKey, right: ServiceKey) -> Bool {
        (left.endpoint, left.type, left.part) < (right.endpoint, right.type, right.part)
    }
}

/// What a characteristic comes from: a service, and its type, of which a service has one.
public struct CharacteristicKey: Hashable, Sendable {
    /// The service.
    public let service: ServiceKey
    /// The type.
    public let type: CharacteristicType

    /// Creates a key.
    public init(_ service: ServiceKey, _ type: CharacteristicType) {
        self.service = service
        self.type = type
    }
}
