public import HearthTraitCore

/// A snapshot of all device types of a device with their traits.
public struct DeviceTypeCollection: Hashable, Sendable {
    private let topmostOnly: Bool
    private let endpoints: [DeviceEndpoint]
    private let traits: [UInt16: TraitCollection]

    /// nil if there is no such device.
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

    /// The device type; nil if the device doesn't have it.
    public subscript<T: DeviceType>(_ type: T.Type) -> T? { getAll(of: type).first }

    /// Whether the device has the type.
    public func contains<T: DeviceType>(_ type: T.Type) -> Bool {
        endpoints.contains { $0.isOf(T.descriptor.id) }
    }

    /// All instances of the type, in ascending order of endpoint.
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
