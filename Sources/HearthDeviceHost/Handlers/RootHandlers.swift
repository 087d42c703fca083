internal import HearthBase
internal import HearthCommonTraits
internal import HearthNodeTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// The Descriptor cluster (0x001D), generated from the endpoint.
struct DescriptorHandler: Matter.DescriptorTraitHandler {
    let types: [DeviceTypeDescriptor]
    let servers: [UInt32]
    let parts: [UInt16]
    let tags: [SemanticTag]

    var initialAttributes: Matter.DescriptorTrait.Attributes {
        var attributes = Matter.DescriptorTrait.Attributes()
        attributes.deviceTypeList = types.map { type in
            var entry = Matter.DescriptorTrait.DeviceTypeStruct()
            entry.deviceType = type.id
            entry.revision = UInt16(clamping: type.revision)
            return entry
        }
        attributes.serverList = Set(servers + [Matter.DescriptorTrait.descriptor.id]).ordered()
        attributes.clientList = []
        attributes.partsList = parts.ordered()
        guard !tags.isEmpty else { return attributes }
        attributes.featureMap = .tagList
        attributes.tagList = tags.map { tag in
            var entry = Matter.DescriptorTrait.SemanticTagStruct()
            entry.mfgCode = tag.vendorID
            entry.namespaceID = tag.namespaceID
            entry.tag = tag.tag
            entry.label = tag.label.map { .value($0) } ?? .absent
            return entry
        }
        return attributes
    }
}

/// The Basic Information cluster (0x0028), generated from ``HostedDevice/Product``.
struct BasicInformationHandler: Matter.BasicInformationTraitHandler {
    let product: HostedDevice.Product
    let id: String
    let name: String

    var initialAttributes: Matter.BasicInformationTrait.Attributes {
        var attributes = Matter.BasicInformationTrait.Attributes()
        attributes.dataModelRevision = 18
        attributes.vendorName = product.vendorName
        attributes.vendorID = product.vendorID
        attributes.productName = product.productName.isEmpty ? Self.fitted(name) : product.productName
        attributes.productID = product.productID
        attributes.nodeLabel = ""
        attributes.location = "XX"
        attributes.hardwareVersion = product.hardwareVersion
        attributes.hardwareVersionString = product.hardwareVersionString
        attributes.softwareVersion = product.softwareVersion
        attributes.softwareVersionString = product.softwareVersionString
        attributes.serialNumber = product.serialNumber.isEmpty ? Self.fitted(id) : product.serialNumber
        attributes.reachable = true
        attributes.uniqueID = Self.fitted(id)
        var minima = Matter.BasicInformationTrait.CapabilityMinimaStruct()
        minima.caseSessionsPerFabric = 3
        minima.subscriptionsPerFabric = 3
        attributes.capabilityMinima = minima
        attributes.specificationVersion = 0x0104_0000
        attributes.maxPathsPerInvoke = 1
        attributes.configurationVersion = 1
        return attributes
    }

    /// The longest prefix of a text that fits into 32 bytes.
    private static func fitted(_ text: String) -> String {
        var fitted = text
        while fitted.utf8.count > 32 { fitted.removeLast() }
        return fitted
    }
}
