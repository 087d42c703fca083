/// The type of a service (HK-27): what its characteristics together are. Makers have types of their own.
public struct ServiceType: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The type's UUID.
    public let uuid: HAPUUID

    /// A type by its UUID.
    public init(_ uuid: HAPUUID) {
        self.uuid = uuid
    }

    /// One of Apple's types, by its short form.
    init(_ short: UInt32) {
        uuid = HAPUUID(short: short)
    }

    /// The name in HAP, "Lightbulb"; of other types the UUID.
    public var description: String { ServiceCatalogue.definition(of: self)?.name ?? uuid.full }

    public static func < (left: ServiceType, right: ServiceType) -> Bool { left.uuid < right.uuid }
}

/// The type of a characteristic (HK-29): what its value means. Makers have types of their own.
public struct CharacteristicType: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The type's UUID.
    public let uuid: HAPUUID

    /// A type by its UUID.
    public init(_ uuid: HAPUUID) {
        self.uuid = uuid
    }

    /// One of Apple's types, by its short form.
    init(_ short: UInt32) {
        uuid = HAPUUID(short: short)
    }

    /// The name in HAP, "Brightness"; of other types the UUID.
    public var description: String { CharacteristicCatalogue.definition(of: self)?.name ?? uuid.full }

    public static func < (left: CharacteristicType, right: CharacteristicType) -> Bool { left.uuid < right.uuid }
}
