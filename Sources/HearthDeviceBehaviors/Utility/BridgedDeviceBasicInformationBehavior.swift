public import HearthNodeTraits
internal import HearthTraitCatalog
public import HearthTraitCore

/// BridgedDeviceBasicInformation (Matter cluster 0x0039) of a device behind a bridge. Reachable is false while the
/// bridge can't reach the device.
public struct BridgedDeviceBasicInformationBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.BridgedDeviceBasicInformationTrait

    public var attributes = T.Attributes()

    /// Creates the information of a product.
    ///
    /// - Parameter label: the name that people gave it, or its first one.
    public init(_ product: ProductIdentity, label: String) {
        attributes.featureMap = []
        attributes.vendorName = product.vendorName
        attributes.productName = product.productName
        attributes.nodeLabel = label
        attributes.serialNumber = product.serialNumber
        attributes.reachable = true
        attributes.uniqueID = product.uniqueID
    }

    /// nodeLabel.
    public static let storedAttributes: Set<UInt32> = [0x5]

    public mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout EndpointContext
    ) throws(TraitError) {
        if let label = changes.nodeLabel { try NodeLabel.check(label, attribute: 0x5) }
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .bridgeLink(let isUp) = input, attributes.reachable != isUp else { return }
        attributes.reachable = isUp
        var payload = T.ReachableChangedEvent.Payload()
        payload.reachableNewValue = isUp
        context.emit(T.ReachableChangedEvent.self, payload)
    }
}
