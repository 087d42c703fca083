internal import HearthNodeTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// BridgedDeviceBasicInformation (Matter cluster 0x0039) of a device behind a bridge. Reachable is false while the
/// bridge can't reach the device.
struct BridgedDeviceBasicInformationBehavior: Behavior {
    typealias T = Matter.BridgedDeviceBasicInformationTrait

    var attributes = T.Attributes()

    init(_ product: ProductIdentity, label: String) {
        attributes.featureMap = []
        attributes.vendorName = product.vendorName
        attributes.productName = product.productName
        attributes.nodeLabel = label
        attributes.serialNumber = product.serialNumber
        attributes.reachable = true
        attributes.uniqueID = product.uniqueID
    }

    /// nodeLabel.
    static let storedAttributes: Set<UInt32> = [0x5]

    mutating func written(
        _ changes: T.Attributes, before: T.Attributes, _ context: inout BehaviorContext
    ) throws(TraitError) {
        if let label = changes.nodeLabel { try NodeLabel.check(label, attribute: 0x5) }
    }

    mutating func sense(_ input: PhysicalInput, _ context: inout BehaviorContext) {
        guard case .bridgeLink(let isUp) = input, attributes.reachable != isUp else { return }
        attributes.reachable = isUp
        var payload = T.ReachableChangedEvent.Payload()
        payload.reachableNewValue = isUp
        context.emit(T.ReachableChangedEvent.self, payload)
    }
}
