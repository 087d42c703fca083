internal import HearthHomeKitMapping
package import HearthTraitCore
package import HearthWire

extension StructureReading {
    package var message: Hearth_V1_Structure {
        Hearth_V1_Structure(
            id: id, name: name, traits: ownRecord?.orderedTraits.map(\.record.info) ?? [], timeZone: place.timeZone,
            location: place.location)
    }

    package func message(_ room: RoomRecord) -> Hearth_V1_Room {
        Hearth_V1_Room(id: room.id, structureID: id, name: room.name, aliases: room.aliases)
    }

    package func message(_ person: PersonRecord) -> Hearth_V1_Person { person.message(in: id) }
    package func message(_ zone: ZoneRecord) -> Hearth_V1_Zone {
        Hearth_V1_Zone(
            id: zone.id, structureID: id, name: zone.name, roomIDs: zone.roomIDs, aliases: zone.aliases)
    }

    package func message(_ group: ServiceGroupRecord) -> Hearth_V1_ServiceGroup {
        Hearth_V1_ServiceGroup(
            id: group.id, structureID: id, name: group.name,
            services: group.services.map { Hearth_V1_ServiceReference($0) })
    }

    package func message(_ device: DeviceRecord) -> Hearth_V1_Device { device.message(in: id) }
}

extension DeviceRecord {
    func message(in structureID: String) -> Hearth_V1_Device {
        Hearth_V1_Device(
            id: id, structureID: structureID, roomID: roomID ?? "", name: name, endpoints: endpointMessages,
            connectivity: Hearth_V1_SourceConnectivity(connectivity), isMatterDevice: isMatterDevice,
            providerID: providerID, bridgeID: bridgeID ?? "", services: services.map(\.message), aliases: aliases)
    }

    package var endpointMessages: [Hearth_V1_Endpoint] {
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
    /// The revision is the device's own if it reports one.
    var info: Hearth_V1_TraitInfo {
        Hearth_V1_TraitInfo(
            descriptor,
            revision: attributes[GlobalAttribute.clusterRevision]?.integer.flatMap { UInt32(exactly: $0) })
    }
}

extension Hearth_V1_ServiceReference {
    init(_ service: ServiceReference) {
        self.init(
            deviceID: service.deviceID, endpoint: UInt32(service.key.endpoint), type: service.key.type.uuid.description,
            part: service.key.part)
    }
}

extension ServiceKey {
    /// nil if a value is out of range.
    package init?(endpoint: UInt32, type: String, part: UInt32) {
        guard let endpoint = UInt16(exactly: endpoint), let uuid = HAPUUID(type) else { return nil }
        self.init(endpoint: endpoint, type: ServiceType(uuid), part: part)
    }
}

extension ServiceSetting {
    package var message: Hearth_V1_ServiceSetting {
        Hearth_V1_ServiceSetting(
            endpoint: UInt32(key.endpoint), type: key.type.uuid.description, part: key.part, name: name,
            associatedType: associatedType?.uuid.description ?? "")
    }

    package init?(_ message: Hearth_V1_ServiceSetting) {
        guard let key = ServiceKey(endpoint: message.endpoint, type: message.type, part: message.part) else {
            return nil
        }
        self.init(key: key, name: message.name, associatedType: HAPUUID(message.associatedType).map { ServiceType($0) })
    }
}

extension StructureState {
    /// An object as it is now, or its removal. The record with the structure's own traits stands for the structure.
    package func present(_ object: ObjectKey) -> ObjectChange {
        let change: ObjectChange? =
            switch object.kind {
            case .structure: isRemoved ? nil : .structure(message)
            case .room: room(object.id).map { .room(message($0)) }
            case .person: person(object.id).map { .person(message($0)) }
            case .zone: groupings.zone(object.id).map { .zone(message($0)) }
            case .device where object.id == id: .structure(message)
            case .device: device(object.id).map { .device(message($0)) }
            case .serviceGroup: groupings.serviceGroup(object.id).map { .serviceGroup(message($0)) }
            case .automation: automation(object.id).map { .automation($0) }
            case .appData: nil
            }
        return change ?? ObjectChange(removing: object)
    }
}
