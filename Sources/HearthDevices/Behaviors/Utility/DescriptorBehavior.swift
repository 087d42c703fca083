internal import HearthBase
internal import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Descriptor (Matter cluster 0x001D), generated from the endpoint itself.
struct DescriptorBehavior: Behavior {
    typealias T = Matter.DescriptorTrait

    var attributes = T.Attributes()

    init(
        deviceTypes: [EndpointDescription.TypeEntry], servers: [UInt32], parts: [UInt16], tags: [SemanticTag] = []
    ) {
        attributes.deviceTypeList = deviceTypes.map { entry in
            var type = T.DeviceTypeStruct()
            type.deviceType = entry.id
            type.revision = UInt16(clamping: entry.revision)
            return type
        }
        attributes.serverList = Set(servers + [T.descriptor.id]).ordered()
        attributes.clientList = []
        attributes.partsList = parts.ordered()
        attributes.featureMap = []
        guard !tags.isEmpty else { return }
        attributes.featureMap = .tagList
        attributes.tagList = tags.map { tag in
            var entry = T.SemanticTagStruct()
            entry.mfgCode = tag.vendorID
            entry.namespaceID = tag.namespaceID
            entry.tag = tag.tag
            entry.label = tag.label.map { .value($0) } ?? .absent
            return entry
        }
    }
}
