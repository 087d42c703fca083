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
        Matter.DescriptorTrait.Attributes(
            deviceTypes: types.map { ($0.id, UInt32($0.revision)) }, servers: servers, parts: parts, tags: tags)
    }
}

/// The Basic Information cluster (0x0028), generated from ``HostedDevice/Product``.
struct BasicInformationHandler: Matter.BasicInformationTraitHandler {
    let product: HostedDevice.Product
    let id: String
    let name: String

    var initialAttributes: Matter.BasicInformationTrait.Attributes {
        Matter.BasicInformationTrait.Attributes(
            vendorName: product.vendorName, vendorID: product.vendorID,
            productName: product.productName.isEmpty ? Self.fitted(name) : product.productName,
            productID: product.productID,
            serialNumber: product.serialNumber.isEmpty ? Self.fitted(id) : product.serialNumber,
            uniqueID: Self.fitted(id), hardwareVersion: (product.hardwareVersion, product.hardwareVersionString),
            softwareVersion: (product.softwareVersion, product.softwareVersionString))
    }

    /// The longest prefix of a text that fits into 32 bytes.
    private static func fitted(_ text: String) -> String {
        var fitted = text
        while fitted.utf8.count > 32 { fitted.removeLast() }
        return fitted
    }
}
