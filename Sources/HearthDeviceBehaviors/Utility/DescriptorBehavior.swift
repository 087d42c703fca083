public import HearthCommonTraits
internal import HearthTraitCatalog
public import HearthTraitCore

/// Descriptor (Matter cluster 0x001D), generated from the endpoint itself.
public struct DescriptorBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.DescriptorTrait

    public var attributes: T.Attributes

    /// Creates the description of an endpoint.
    ///
    /// - Parameters:
    ///   - deviceTypes: the device types that the endpoint implements.
    ///   - servers: the IDs of its traits.
    ///   - parts: the numbers of the endpoints below it.
    ///   - tags: semantic tags that distinguish it from endpoints of the same type.
    public init(
        deviceTypes: [DeviceTypeEntry], servers: [UInt32], parts: [UInt16], tags: [SemanticTag] = []
    ) {
        attributes = T.Attributes(
            deviceTypes: deviceTypes.map { ($0.id, $0.revision) }, servers: servers, parts: parts, tags: tags)
    }
}
