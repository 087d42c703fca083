internal import HearthTraitCore
internal import HearthPhrases

extension HomeDevice {
    /// The present state in a few words, as the program `hearth` shows it: "on, 71 %". Values that may be stale are
    /// omitted.
    ///
    /// - Returns: the text; nil for a device without noteworthy values, such as a bridge, and for one that is offline.
    /// - Throws: `HomeError` if the hub can't describe the device's traits.
    public func stateInWords() async throws -> String? {
        let connection = reference.connection
        let descriptors = try await connection.descriptors(of: endpoints.flatMap(\.traits))
        let (records, connectivity) = connection.withCache { [id] cache in
            (cache.state.records(of: id), cache.connectivity(of: id).connectivityState)
        }
        guard connectivity == .online || connectivity == .partiallyOnline else { return nil }
        let parts = endpoints.map { endpoint in
            let target = TraitTarget(deviceID: id, endpoint: endpoint.id)
            let traits = endpoint.traits.compactMap { entry -> DeviceReading.Trait? in
                guard let descriptor = descriptors[entry.id],
                    let record = records[TraitPath(target, entry.id)],
                    record.connectivity.connectivityState != .offline,
                    let values = try? descriptor.decodeAttributes(record.attributes.span.bytes)
                else { return nil }
                return DeviceReading.Trait(descriptor, values)
            }
            return DeviceReading.Part(
                endpoint: endpoint.id, deviceTypes: endpoint.deviceTypes.map(\.id), traits: traits)
        }
        return DeviceState(DeviceReading(parts)).words
    }
}
