internal import HearthBase
internal import HearthTraitDescriptors

/// A device type of an endpoint, such as a light, and the access to its traits. Conforming types are generated from
/// schemas.
public protocol DeviceType: Hashable, Sendable {
    /// The device type's schema.
    static var descriptor: DeviceTypeDescriptor { get }
    /// All traits of the endpoint, including vendor-specific ones.
    var traits: TraitCollection { get }
    /// Whether it is the primary type, its connectivity and its tags.
    var metadata: DeviceTypeMetadata { get }

    /// Creates the device type from the traits of an endpoint.
    init(traits: TraitCollection, metadata: DeviceTypeMetadata)
}

extension DeviceType {
    /// The identifier with vendor and device type in hex, such as "home.matter.0000.types.0100".
    public static var identifier: String {
        "home.matter.\(hex(descriptor.id >> 16, digits: 4)).types.\(hex(descriptor.id & 0xFFFF, digits: 4))"
    }

    /// Whether it is one of Matter's utility device types, which describe a device's structure, not its function.
    public static var isUtilityType: Bool { descriptor.isUtility }

    /// One line: `DimmableLight(living-floor-lamp/1, online)`.
    public var debugDescription: String { line(Self.descriptor.name) }

    /// The name of the type, its target, and the line of its ``DeviceTypeMetadata``.
    package func line(_ name: String) -> String { "\(name)(\(traits.interaction.target), \(metadata.line))" }
}

/// Properties of a device type on an endpoint besides its traits.
public struct DeviceTypeMetadata: Hashable, Sendable {
    /// Whether this type describes the device's purpose: the type to choose an icon and controls for. A device has one
    /// primary type, or one per part if it is seen as its parts; others are parts or utility types.
    public let isPrimaryType: Bool
    /// The aggregate connectivity of its traits.
    public let sourceConnectivity: SourceConnectivity
    /// Semantic tags that distinguish the endpoint from others of the same type; may be empty.
    /// Manufacturer labels are removed, so that tags compare equal regardless of their label.
    public let tags: Set<SemanticTag>
    /// The name that people gave the part of the device with this type; nil if it has none.
    public let partName: String?
    /// Whether its traits' attributes are current, or since when they are stale.
    public let freshness: Freshness

    /// Creates metadata; labels of `tags` are removed.
    public init(
        isPrimaryType: Bool, sourceConnectivity: SourceConnectivity, tags: Set<SemanticTag> = [],
        partName: String? = nil, freshness: Freshness = .current
    ) {
        self.partName = partName
        self.freshness = freshness
        self.isPrimaryType = isPrimaryType
        self.sourceConnectivity = sourceConnectivity
        self.tags = Set(
            tags.map { SemanticTag(namespaceID: $0.namespaceID, tag: $0.tag, vendorID: $0.vendorID) })
    }
}

extension DeviceTypeMetadata: CustomStringConvertible, CustomDebugStringConvertible {
    /// The part's name, if it has one, and its connectivity: `DeviceTypeMetadata("Monitor", online)`.
    public var description: String { "DeviceTypeMetadata(\(line))" }
    public var debugDescription: String { description }

    fileprivate var line: String {
        (partName.map { quoted($0) + ", " } ?? "") + "\(sourceConnectivity.connectivityState)"
    }
}
