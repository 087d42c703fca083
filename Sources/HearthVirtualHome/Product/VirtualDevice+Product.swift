internal import HearthDeviceBehaviors
internal import HearthTraitCore

extension VirtualDevice {
    /// Creates a device from a product's description.
    init(_ product: VirtualProduct) {
        let catalog = BehaviorCatalog(identity: product.identity)
        self.init(
            id: product.id, name: product.name, room: product.room,
            endpoints: product.endpoints.map { endpoint in
                VirtualEndpoint(
                    id: endpoint.id, parent: endpoint.parent, deviceTypes: endpoint.deviceTypes,
                    behaviors: endpoint.traits.map { ProductBehavior($0, life: catalog.behavior(for: $0)) })
            })
    }
}
