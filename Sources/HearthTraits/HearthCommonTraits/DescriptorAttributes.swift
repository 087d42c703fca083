internal import HearthBase
internal import HearthTraitCatalog
package import HearthTraitCore

extension Matter.DescriptorTrait.Attributes {
    /// The description of an endpoint (Matter cluster 0x001D).
    ///
    /// - Parameters:
    ///   - deviceTypes: its device types, the most specific first.
    ///   - servers: ids of the traits that it serves; Descriptor's own is added.
    ///   - parts: the endpoints below it.
    ///   - tags: semantic tags, which distinguish it from other endpoints of the same type.
    package init(
        deviceTypes: [(id: UInt32, revision: UInt32)], servers: [UInt32], parts: [UInt16], tags: [SemanticTag]
    ) {
        self.init()
        deviceTypeList = deviceTypes.map { type in
            var entry = Matter.DescriptorTrait.DeviceTypeStruct()
            entry.deviceType = type.id
            entry.revision = UInt16(clamping: type.revision)
            return entry
        }
        serverList = Set(servers + [Matter.DescriptorTrait.descriptor.id]).ordered()
        clientList = []
        partsList = parts.ordered()
        featureMap = tags.isEmpty ? [] : .tagList
        guard !tags.isEmpty else { return }
        tagList = tags.map { tag in
            var entry = Matter.DescriptorTrait.SemanticTagStruct()
            entry.mfgCode = tag.vendorID
            entry.namespaceID = tag.namespaceID
            entry.tag = tag.tag
            entry.label = tag.label.map { .value($0) } ?? .absent
            return entry
        }
    }
}
