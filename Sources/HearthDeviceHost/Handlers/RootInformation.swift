internal import HearthDeviceBehaviors
internal import HearthNodeTraits
internal import HearthTraitCore

extension BasicInformationBehavior {
    /// The Basic Information cluster (0x0028) of a device, generated from ``HostedDevice/Product``.
    init(_ device: HostedDevice) {
        let product = device.product
        self.init(
            Matter.BasicInformationTrait.Attributes(
                vendorName: product.vendorName, vendorID: product.vendorID,
                productName: product.productName.isEmpty ? Self.fitted(device.name) : product.productName,
                productID: product.productID,
                serialNumber: product.serialNumber.isEmpty ? Self.fitted(device.id) : product.serialNumber,
                uniqueID: Self.fitted(device.id),
                hardwareVersion: (product.hardwareVersion, product.hardwareVersionString),
                softwareVersion: (product.softwareVersion, product.softwareVersionString)), reportsStartUp: false)
    }

    /// The longest prefix of a text that fits into 32 bytes.
    private static func fitted(_ text: String) -> String {
        var fitted = text
        while fitted.utf8.count > 32 { fitted.removeLast() }
        return fitted
    }
}
