internal import HearthTraitCore
internal import HearthWire

extension StructureReading {
    var message: Hearth_V1_Structure {
        Hearth_V1_Structure(id: id, name: name, traits: ownRecord?.orderedTraits.map(\.record.info) ?? [])
    }

    func message(_ room: RoomRecord) -> Hearth_V1_Room {
        Hearth_V1_Room(id: room.id, structureID: id, name: room.name)
    }

    func message(_ person: PersonRecord) -> Hearth_V1_Person { person.message(in: id) }

    func message(_ device: DeviceRecord) -> Hearth_V1_Device { device.message(in: id) }
}

extension DeviceRecord {
    func message(in structureID: String) -> Hearth_V1_Device {
        Hearth_V1_Device(
            id: id, structureID: structureID, roomID: roomID ?? "", name: name, endpoints: endpointMessages,
            connectivity: Hearth_V1_SourceConnectivity(connectivity), isMatterDevice: isMatterDevice,
            providerID: providerID, bridgeID: bridgeID ?? "")
    }

    var endpointMessages: [Hearth_V1_Endpoint] {
        endpoints.map { endpoint in
            Hearth_V1_Endpoint(
                id: endpoint.id, parent: endpoint.parent, deviceTypes: endpoint.deviceTypes,
                traits: endpoint.traitIDs.compactMap { id in
                    traits[TraitKey(endpoint: endpoint.id, traitID: id)].map { $0.info }
                }, tags: endpoint.tags, name: endpoint.name)
        }
    }
}

extension DeviceTrait {
    /// The revision is the device's own where it says one.
    var info: Hearth_V1_TraitInfo {
        Hearth_V1_TraitInfo(
            descriptor,
            revision: attributes[GlobalAttribute.clusterRevision]?.integer.flatMap { UInt32(exactly: $0) })
    }
}
