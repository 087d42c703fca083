/// A service as HAP defines it.
public struct ServiceDefinition: Sendable {
    /// The type. HAP's Speaker and TelevisionSpeaker share one.
    public let type: ServiceType
    /// The name in HAP, such as "Fanv2".
    public let name: String
    /// The suffix of HomeKit's constant after `HMServiceType`, such as "VentilationFan"; nil if HomeKit has none.
    public let homeKitName: String?
    /// The characteristics that every service of the type has.
    public let required: [CharacteristicType]
    /// The optional characteristics.
    public let optional: [CharacteristicType]

    init(
        _ type: ServiceType, _ name: String, homeKit: String?, _ required: [CharacteristicType],
        optional: [CharacteristicType] = []
    ) {
        self.type = type
        self.name = name
        homeKitName = homeKit
        self.required = required
        self.optional = optional
    }

    /// Whether people operate it; false for services that only describe the device.
    public var isUserInteractive: Bool { type != .accessoryInformation && type != .serviceLabel }
}

/// A characteristic as HAP defines it.
public struct CharacteristicDefinition: Sendable {
    /// The type.
    public let type: CharacteristicType
    /// The name in HAP, such as "On".
    public let name: String
    /// The suffix of HomeKit's constant after `HMCharacteristicType`, such as "PowerState".
    public let homeKitName: String
    /// The permissions.
    public let permissions: CharacteristicPermissions
    /// The format and the default limits.
    public let metadata: CharacteristicMetadata
    /// The names of the values of an enumeration, such as "inactive" for 0.
    public let values: [(value: UInt64, name: String)]

    init(
        _ type: CharacteristicType, _ name: String, homeKit: String, _ format: CharacteristicFormat,
        _ permissions: CharacteristicPermissions, unit: CharacteristicUnit? = nil,
        range: ClosedRange<Double>? = nil, step: Double? = nil, length: Int? = nil,
        values: KeyValuePairs<UInt64, String> = [:]
    ) {
        self.type = type
        self.name = name
        homeKitName = homeKit
        self.permissions = permissions
        self.values = values.map { ($0.key, $0.value) }
        metadata = CharacteristicMetadata(
            format, unit: unit, minimum: range?.lowerBound, maximum: range?.upperBound, step: step,
            maximumLength: length)
    }

    /// The name of a value; nil if it has none.
    public func name(of value: UInt64) -> String? { values.first { $0.value == value }?.name }
}

extension ServiceCatalogue {
    private static let byType = Dictionary(all.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })

    /// The definition of a type, the first one if two share it; nil for makers' types.
    public static func definition(of type: ServiceType) -> ServiceDefinition? { byType[type] }
}

extension CharacteristicCatalogue {
    private static let byType = Dictionary(all.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })

    /// The definition of a type; nil for makers' types.
    public static func definition(of type: CharacteristicType) -> CharacteristicDefinition? { byType[type] }
}
