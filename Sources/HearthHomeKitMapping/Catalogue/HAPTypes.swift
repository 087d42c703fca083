/// The type of a service: Apple's, or a maker's own.
public struct ServiceType: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The type's UUID.
    public let uuid: HAPUUID

    /// Creates a type from its UUID.
    public init(_ uuid: HAPUUID) {
        self.uuid = uuid
    }

    /// Creates one of Apple's types from its short form.
    init(_ short: UInt32) {
        uuid = HAPUUID(short: short)
    }

    /// The name in HAP, such as "Lightbulb"; the UUID for makers' types.
    public var description: String { ServiceCatalogue.definition(of: self)?.name ?? uuid.full }

    public static func < (left: ServiceType, right: ServiceType) -> Bool { left.uuid < right.uuid }
}

/// The type of a characteristic: Apple's, or a maker's own.
public struct CharacteristicType: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The type's UUID.
    public let uuid: HAPUUID

    /// Creates a type from its UUID.
    public init(_ uuid: HAPUUID) {
        self.uuid = uuid
    }

    /// Creates one of Apple's types from its short form.
    init(_ short: UInt32) {
        uuid = HAPUUID(short: short)
    }

    /// The name in HAP, such as "Brightness"; the UUID for makers' types.
    public var description: String { CharacteristicCatalogue.definition(of: self)?.name ?? uuid.full }

    public static func < (left: CharacteristicType, right: CharacteristicType) -> Bool { left.uuid < right.uuid }
}
