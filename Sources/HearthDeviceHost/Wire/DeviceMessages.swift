internal import HearthBase
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension Hearth_V1_ProvidedDevice {
    /// A device with its current values.
    init(_ held: HeldDevices.Device) {
        let description = held.description
        self.init(
            device: Hearth_V1_Device(
                id: description.id, name: description.name,
                endpoints: description.endpoints.map { Hearth_V1_Endpoint($0) },
                isMatterDevice: description.isMatterDevice),
            suggestedRoom: description.suggestedRoom ?? "",
            states: description.endpoints.flatMap { endpoint in
                endpoint.traits.map { trait in
                    Hearth_V1_TraitState(
                        TraitPath(TraitTarget(deviceID: description.id, endpoint: endpoint.id), trait.descriptor.id),
                        typeURL: trait.descriptor.attributesTypeURL,
                        attributes: trait.descriptor.encodeAttributes(trait.attributes))
                }
            })
    }
}

extension Hearth_V1_Endpoint {
    fileprivate init(_ endpoint: EndpointDescription) {
        self.init(
            id: endpoint.id, parent: endpoint.parent, deviceTypes: endpoint.deviceTypes,
            traits: endpoint.traits.map { Hearth_V1_TraitInfo($0.descriptor) }, tags: endpoint.tags)
    }
}

extension Hearth_V1_DeviceReport {
    /// A change of a device.
    init(_ change: DeviceChange, of device: HeldDevices.Device) {
        let id = change.deviceID
        self.init(
            deviceID: id,
            states: change.attributes.ordered { [UInt32($0.key.endpoint), $0.key.traitID] }
                .compactMap { key, values in
                    device.trait(key).map {
                        Hearth_V1_TraitState(
                            TraitPath(TraitTarget(deviceID: id, endpoint: key.endpoint), key.traitID),
                            typeURL: $0.descriptor.attributesTypeURL, attributes: $0.descriptor.encodeAttributes(values)
                        )
                    }
                },
            events: change.events.compactMap { event in
                let key = DeviceChange.TraitKey(endpoint: event.endpoint, traitID: event.traitID)
                guard let trait = device.trait(key)?.descriptor, let descriptor = trait.event(event.eventID) else {
                    return nil
                }
                return Hearth_V1_EventReport(
                    TraitPath(TraitTarget(deviceID: id, endpoint: event.endpoint), trait.id), trait, descriptor,
                    payload: event.message(of: descriptor, in: trait))
            },
            connectivity: change.connectivity.map { Hearth_V1_SourceConnectivity($0) },
            cause: Hearth_V1_Cause(change.cause))
    }
}
