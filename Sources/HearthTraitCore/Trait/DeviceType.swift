/// What a device, or a part of it, is: the entry to its traits. The types that conform are generated from schemas.
public protocol DeviceType: Hashable, Sendable {
    /// The device type as data.
    static var descriptor: DeviceTypeDescriptor { get }
    /// All traits of the endpoint, vendors' among them.
    var traits: TraitCollection { get }
    var metadata: DeviceTypeMetadata { get }

    /// A device type over the traits of an endpoint.
    init(traits: TraitCollection, metadata: DeviceTypeMetadata)
}

extension DeviceType {
    /// "home.matter.0000.types.0100": vendor and device type in hex.
    public static var identifier: String {
        "home.matter.\(hex(descriptor.id >> 16)).types.\(hex(descriptor.id & 0xFFFF))"
    }

    /// True for types that say how a device is built and not what it does.
    public static var isUtilityType: Bool { descriptor.isUtility }
}

/// What goes with a device type besides its traits.
public struct DeviceTypeMetadata: Hashable, Sendable {
    /// Whether this type says what the device is; other types are then parts or helpers.
    public let isPrimaryType: Bool
    /// The connectivity of all its traits together.
    public let sourceConnectivity: SourceConnectivity
    /// What tells this part of the device from others of its kind; empty where there are no others. Without the
    /// maker's words, so that a tag is found whatever they are.
    public let tags: Set<SemanticTag>

    /// Metadata of a device type.
    public init(isPrimaryType: Bool, sourceConnectivity: SourceConnectivity, tags: Set<SemanticTag> = []) {
        self.isPrimaryType = isPrimaryType
        self.sourceConnectivity = sourceConnectivity
        self.tags = Set(
            tags.map { SemanticTag(namespaceID: $0.namespaceID, tag: $0.tag, vendorID: $0.vendorID) })
    }
}
