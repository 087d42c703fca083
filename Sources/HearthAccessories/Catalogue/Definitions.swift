/// A service as HAP defines it.
public struct ServiceDefinition: Sendable {
    /// The type. HAP's Speaker and TelevisionSpeaker have the same.
    public let type: ServiceType
    /// The name in HAP: "Fanv2".
    public let name: String
    /// The end of HomeKit's constant, behind `HMServiceType`: "VentilationFan"; nil where HomeKit has none.
    public let homeKitName: String?
    /// The characteristics that every service of the type has.
    public let required: [CharacteristicType]
    /// The characteristics that a service of the type may have as well.
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

    /// Whether people operate it; false for what only holds facts about the device (HK-28).
    public var isUserInteractive: Bool { type != .accessoryInformation && type != .serviceLabel }
}

/// A characteristic as HAP defines it.
public struct CharacteristicDefinition: Sendable {
    /// The type.
    public let type: CharacteristicType
    /// The name in HAP: "On".
    public let name: String
    /// The end of HomeKit's constant, behind `HMCharacteristicType`: "PowerState".
    public let homeKitName: String
    /// What can be done with it.
    public let permissions: CharacteristicPermissions
    /// Its format and limits, where the device has none of its own.
    public let metadata: CharacteristicMetadata
    /// The names of its values, where it is an enumeration: 0 is "inactive".
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

    /// The definition of a type, of two with the same type the first; nil for makers' types.
    public static func definition(of type: ServiceType) -> ServiceDefinition? { byType[type] }
}

extension CharacteristicCatalogue {
    private static let byType = Dictionary(all.map { ($0.type, $0) }, uniquingKeysWith: { first, _ in first })

    /// The definition of a type; nil for makers' types.
    public static func definition(of type: CharacteristicType) -> CharacteristicDefinition? { byType[type] }
}
