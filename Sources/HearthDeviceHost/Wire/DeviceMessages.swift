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
                        trait.attributes, of: trait.descriptor,
                        at: TraitTarget(deviceID: description.id, endpoint: endpoint.id))
                }
            })
    }

    /// Its approximate size in bytes.
    var weight: Int {
        states.reduce(256 + suggestedRoom.utf8.count) { $0 + 128 + ($1.attributes?.value.count ?? 0) }
    }
}

extension Hearth_V1_Endpoint {
    fileprivate init(_ endpoint: EndpointDescription) {
        self.init(
            id: UInt32(endpoint.id), parent: endpoint.parent.map(UInt32.init),
            deviceTypes: endpoint.deviceTypes.map {
                Hearth_V1_DeviceType(id: $0.id, revision: $0.revision, isPrimary: $0.isPrimary)
            },
            traits: endpoint.traits.map {
                Hearth_V1_TraitInfo(
                    id: $0.descriptor.id, name: $0.descriptor.typeName, revision: UInt32($0.descriptor.revision))
            },
            tags: endpoint.tags.map { Hearth_V1_SemanticTag($0) })
    }
}

extension Hearth_V1_TraitState {
    fileprivate init(_ values: StructureValue, of trait: TraitDescriptor, at target: TraitTarget) {
        self.init(
            target: Hearth_V1_Target(target), traitID: trait.id,
            attributes: Google_Protobuf_Any(
                typeURL: trait.attributesTypeURL, value: trait.encodeAttributes(values)))
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
                            values, of: $0.descriptor, at: TraitTarget(deviceID: id, endpoint: key.endpoint))
                    }
                },
            events: change.events.compactMap { event in
                let key = DeviceChange.TraitKey(endpoint: event.endpoint, traitID: event.traitID)
                guard let trait = device.trait(key)?.descriptor, let descriptor = trait.event(event.eventID) else {
                    return nil
                }
                return Hearth_V1_EventReport(
                    target: Hearth_V1_Target(deviceID: id, endpoint: UInt32(event.endpoint)), traitID: trait.id,
                    eventID: descriptor.id, importance: Hearth_V1_EventImportance(descriptor.importance),
                    payload: Google_Protobuf_Any(
                        typeName: trait.typeName(of: descriptor),
                        value: trait.encodeEvent(descriptor, event.fields)))
            },
            connectivity: change.connectivity.map { Hearth_V1_SourceConnectivity($0) },
            cause: Hearth_V1_Cause(change.cause))
    }
}
