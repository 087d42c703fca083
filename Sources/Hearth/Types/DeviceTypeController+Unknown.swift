internal import HearthBase
internal import HearthTraitCore

// Traits and types that this program was not compiled with; see ``HomeClientConfiguration/knownTraits``.
extension DeviceTypeController {
    /// The device's traits that are unknown to this program, in ascending order of endpoint and ID. Reflects the
    /// current state.
    ///
    /// - Throws: `HomeError` if their schemas can't be fetched from the hub.
    public func unknownTraits() async throws -> [UnknownTrait] {
        let unknown = endpoints.map { endpoint in
            (endpoint.id, endpoint.traits.filter { !connection.configuration.knownTraits.contains($0.id) })
        }
        let descriptors = try await connection.descriptors(of: unknown.flatMap(\.1))
        var traits: [UnknownTrait] = []
        for (endpoint, entries) in unknown {
            let target = TraitTarget(deviceID: deviceID, endpoint: endpoint)
            let interaction = TraitInteraction(target: target, proxy: connection)
            let records = connection.withCache { $0.records(of: target) }
            for entry in entries.ordered(by: \.id) {
                guard let descriptor = descriptors[entry.id], let record = records[entry.id],
                    let trait = UnknownTrait(descriptor, record, interaction: interaction)
                else { continue }
                traits.append(trait)
            }
        }
        return traits
    }

    /// The device's types that are unknown to this program, in ascending order of endpoint. Reflects the current state.
    public func unknownTypes() -> [UnknownDeviceType] {
        let endpoints = endpoints
        return connection.withCache { [deviceID, scope, connection] cache in
            let primaryPart = scope.primaryPart(in: cache.state.devices[deviceID]?.endpoints ?? [])
            var types: [UnknownDeviceType] = []
            for endpoint in endpoints {
                let target = TraitTarget(deviceID: deviceID, endpoint: endpoint.id)
                let traits = TraitCollection(
                    cache.records(of: target), interaction: TraitInteraction(target: target, proxy: connection))
                for entry in endpoint.deviceTypes where !connection.configuration.knownDeviceTypes.contains(entry.id) {
                    types.append(
                        UnknownDeviceType(
                            id: entry.id, name: entry.name, revision: entry.revision, endpoint: endpoint.id,
                            traits: traits,
                            metadata: endpoint.metadata(
                                of: entry.id, traits, primaryPart: primaryPart, cache.freshness)))
                }
            }
            return types
        }
    }
}
