internal import HearthTraitCore
internal import HearthWire

extension SnapshotPart {
    init(_ message: Hearth_V1_Snapshot) {
        self.init(
            structures: message.structures.map { CachedStructure($0) }, rooms: message.rooms.map { CachedRoom($0) },
            devices: message.devices.map { CachedDevice($0) },
            zones: message.zones.map { CachedZone($0) },
            automations: message.automations.map { CachedAutomation($0) },
            groups: message.serviceGroups.map { CachedServiceGroup($0) },
            people: message.people.compactMap { StructureMember($0) },
            traits: message.states.compactMap { HomeReport.TraitChange($0) })
    }
}

extension HomeReport {
    init(_ message: Hearth_V1_Report) {
        self.init(
            position: message.position.map { StructurePosition($0) },
            cause: message.cause.flatMap { ChangeCause($0) },
            actor: message.cause.flatMap { ChangeActor($0) },
            observedAt: message.observedAt?.secondsSince1970 ?? 0,
            traits: message.states.compactMap { TraitChange($0) },
            events: message.events.compactMap { EventOccurrence($0) },
            objects: message.objects.compactMap { ObjectRecord($0) })
    }
}

extension ChangeActor {
    init?(_ message: Hearth_V1_Cause) {
        if !message.personID.isEmpty {
            self = .person(id: message.personID, name: message.personName)
        } else if !message.automationID.isEmpty {
            self = .automation(id: message.automationID, name: message.automationName)
        } else if !message.programName.isEmpty {
            self = .program(name: message.programName)
        } else {
            return nil
        }
    }
}

extension HomeReport.TraitChange {
    init?(_ message: Hearth_V1_TraitState) {
        guard let path = TraitPath(message.target, message.traitID) else { return nil }
        self.init(
            path: path, attributes: message.attributes?.value,
            connectivity: message.connectivity.map { SourceConnectivity($0) })
    }
}

extension HomeReport.EventOccurrence {
    init?(_ message: Hearth_V1_EventReport) {
        guard let path = TraitPath(message.target, message.traitID) else { return nil }
        self.init(
            path: path, eventID: message.eventID,
            metadata: EventMetadata(
                number: message.number, timestamp: message.time?.secondsSince1970 ?? 0,
                importance: EventImportance(message.importance) ?? .info),
            payload: message.payload?.value ?? [])
    }
}

extension HomeReport.ObjectRecord {
    init?(_ message: Hearth_V1_ObjectChange) {
        switch message.change {
        case .structure(let value): self = .structure(CachedStructure(value))
        case .room(let value): self = .room(CachedRoom(value))
        case .device(let value): self = .device(CachedDevice(value))
        case .removedStructureID(let id): self = .structureRemoved(id)
        case .removedRoomID(let id): self = .roomRemoved(id)
        case .removedDeviceID(let id): self = .deviceRemoved(id)
        case .zone(let value): self = .zone(CachedZone(value))
        case .serviceGroup(let value): self = .serviceGroup(CachedServiceGroup(value))
        case .person(let value):
            guard let member = StructureMember(value) else { return nil }
            self = .person(member)
        case .removedZoneID(let id): self = .zoneRemoved(id)
        case .removedServiceGroupID(let id): self = .serviceGroupRemoved(id)
        case .removedPersonID(let id): self = .personRemoved(id)
        case .automation(let value): self = .automation(CachedAutomation(value))
        case .removedAutomationID(let id): self = .automationRemoved(id)
        case .appData(let change): self = .appData(objectID: change.objectID, appID: change.appID)
        case nil: return nil
        }
    }
}
