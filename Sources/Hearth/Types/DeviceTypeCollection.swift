public import HearthTraitCore

/// All device types of one device with their traits, at one moment.
public struct DeviceTypeCollection: Hashable, Sendable {
    private let topmostOnly: Bool
    private let endpoints: [DeviceEndpoint]
    private let traits: [UInt16: TraitCollection]

    /// nil when there is no such device.
    init?(_ deviceID: String, _ scope: PartScope, in cache: borrowing HomeCache, _ connection: HomeConnection) {
        guard let device = cache.state.devices[deviceID] else { return nil }
        topmostOnly = scope.topmostOnly
        endpoints = scope.parts(in: device.endpoints)
        var traits: [UInt16: TraitCollection] = [:]
        for endpoint in endpoints {
            let target = TraitTarget(deviceID: deviceID, endpoint: endpoint.id)
            traits[endpoint.id] = TraitCollection(
                cache.records(of: target), interaction: TraitInteraction(target: target, proxy: connection))
        }
        self.traits = traits
    }

    /// The type, nil when the device is not of it.
    public subscript<T: DeviceType>(_ type: T.Type) -> T? { getAll(of: type).first }

    /// Whether the device is of the type.
    public func contains<T: DeviceType>(_ type: T.Type) -> Bool {
        endpoints.contains { $0.isOf(T.descriptor.id) }
    }

    /// The type on every part that is of it, by rising endpoint.
    public func getAll<T: DeviceType>(of type: T.Type) -> [T] {
        PartScope(topmostOnly: topmostOnly).parts(in: endpoints, of: T.descriptor.id).compactMap { endpoint in
            guard let traits = traits[endpoint.id],
                let entry = endpoint.deviceTypes.first(where: { $0.id == T.descriptor.id })
            else { return nil }
            return T(
                traits: traits,
                metadata: DeviceTypeMetadata(
                    isPrimaryType: entry.isPrimary, sourceConnectivity: traits.sourceConnectivity,
                    tags: endpoint.tags))
        }
    }
}
