public import HearthTraitCore

/// All device types of one device with their traits, at one moment.
public struct DeviceTypeCollection: Hashable, Sendable {
    private struct Part: Hashable, Sendable {
        let endpoint: DeviceEndpoint
        let traits: TraitCollection
    }

    private let parts: [Part]

    /// nil when there is no such device.
    init?(_ deviceID: String, in cache: borrowing HomeCache, _ connection: HomeConnection) {
        guard let device = cache.state.devices[deviceID] else { return nil }
        var parts: [Part] = []
        for endpoint in device.endpoints {
            let target = TraitTarget(deviceID: deviceID, endpoint: endpoint.id)
            parts.append(
                Part(
                    endpoint: endpoint,
                    traits: TraitCollection(
                        cache.records(of: target),
                        interaction: TraitInteraction(target: target, proxy: connection))))
        }
        self.parts = parts
    }

    /// The type, nil when the device is not of it.
    public subscript<T: DeviceType>(_ type: T.Type) -> T? {
        for part in parts {
            if let value = Self.value(type, part) { return value }
        }
        return nil
    }

    /// Whether the device is of the type.
    public func contains<T: DeviceType>(_ type: T.Type) -> Bool {
        parts.contains { part in part.endpoint.deviceTypes.contains { $0.id == T.descriptor.id } }
    }

    /// The type on every part that is of it, by rising endpoint.
    public func getAll<T: DeviceType>(of type: T.Type) -> [T] {
        parts.compactMap { Self.value(type, $0) }
    }

    private static func value<T: DeviceType>(_ type: T.Type, _ part: Part) -> T? {
        guard let entry = part.endpoint.deviceTypes.first(where: { $0.id == T.descriptor.id }) else { return nil }
        return T(
            traits: part.traits,
            metadata: DeviceTypeMetadata(
                isPrimaryType: entry.isPrimary, sourceConnectivity: part.traits.sourceConnectivity))
    }

    /// The endpoints of a device that are of a type.
    static func endpoints(of deviceID: String, in cache: borrowing HomeCache, type: UInt32) -> [DeviceEndpoint] {
        (cache.state.devices[deviceID]?.endpoints ?? []).filter { endpoint in
            endpoint.deviceTypes.contains { $0.id == type }
        }
    }
}
