/// The identity of a service, stable for the life of a device whatever other services it gets or loses.
public struct ServiceKey: Hashable, Sendable, Comparable {
    /// The endpoint.
    public let endpoint: UInt16
    /// The type.
    public let type: ServiceType
    /// A number that distinguishes services of one type on the endpoint: a trait's id, or the number of an input; 0 for
    /// the only one.
    public let part: UInt32

    /// Creates a key.
    public init(endpoint: UInt16, type: ServiceType, part: UInt32 = 0) {
        self.endpoint = endpoint
        self.type = type
        self.part = part
    }

    /// The key of the accessory information service.
    public static let information = ServiceKey(endpoint: 0, type: .accessoryInformation)

    public static func < (left: ServiceKey, right: ServiceKey) -> Bool {
        (left.endpoint, left.type, left.part) < (right.endpoint, right.type, right.part)
    }
}

/// The identity of a characteristic: its service and its type, which is unique in the service.
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
