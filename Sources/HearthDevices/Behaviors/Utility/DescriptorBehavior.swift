internal import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Descriptor (Matter cluster 0x001D), generated from the endpoint itself.
struct DescriptorBehavior: Behavior {
    typealias T = Matter.DescriptorTrait

    var attributes: T.Attributes

    init(
        deviceTypes: [DeviceTypeEntry], servers: [UInt32], parts: [UInt16], tags: [SemanticTag] = []
    ) {
        attributes = T.Attributes(
            deviceTypes: deviceTypes.map { ($0.id, $0.revision) }, servers: servers, parts: parts, tags: tags)
    }
}
