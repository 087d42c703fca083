internal import HearthTraitCore

extension SnapshotPart {
    init(_ message: Hearth_V1_Snapshot) {
        self.init(
            structures: message.structures.map { StructureRecord($0) }, rooms: message.rooms.map { RoomRecord($0) },
            devices: message.devices.map { DeviceRecord($0) },
            traits: message.states.compactMap { HomeReport.TraitChange($0) })
    }
}

extension HomeReport {
    init(_ message: Hearth_V1_Report) {
        self.init(
            structureID: message.position?.structureID ?? "", position: message.position.map { HomePosition($0) },
            cause: ChangeCause(wire: message.cause), observedAt: message.observedAt?.secondsSince1970 ?? 0,
            traits: message.states.compactMap { TraitChange($0) },
            events: message.events.compactMap { EventOccurrence($0) },
            objects: message.objects.compactMap { ObjectRecord($0) })
    }
}

extension HomeReport.TraitChange {
    init?(_ message: Hearth_V1_TraitState) {
        guard let path = TraitPath(message.target, message.traitID) else { return nil }
        self.init(
            path: path, attributes: message.attributes?.value,
            connectivity: message.connectivity.map { SourceConnectivity(wire: $0) })
    }
}

extension HomeReport.EventOccurrence {
    init?(_ message: Hearth_V1_EventReport) {
        guard let path = TraitPath(message.target, message.traitID) else { return nil }
        let importance: EventImportance =
            switch message.importance {
            case .debug: .debug
            case .critical: .critical
            case .info, .unspecified, .unrecognized: .info
            }
        self.init(
            path: path, eventID: message.eventID,
            metadata: EventMetadata(
                number: message.number, timestamp: message.time?.secondsSince1970 ?? 0, importance: importance),
            payload: message.payload?.value ?? [])
    }
}

extension HomeReport.ObjectRecord {
    init?(_ message: Hearth_V1_ObjectChange) {
        switch message.change {
        case .structure(let value): self = .structure(StructureRecord(value))
        case .room(let value): self = .room(RoomRecord(value))
        case .device(let value): self = .device(DeviceRecord(value))
        case .removedStructureID(let id): self = .structureRemoved(id)
        case .removedRoomID(let id): self = .roomRemoved(id)
        case .removedDeviceID(let id): self = .deviceRemoved(id)
        case nil: return nil
        }
    }
}

extension ChangeCause {
    /// A cause that the hub does not tell is the hub's own.
    init(wire message: Hearth_V1_Cause?) {
        switch message?.kind {
        case .device: self = .device
        case .client: self = .client(message?.clientID ?? "")
        case .automation: self = .automation(message?.automationID ?? "")
        case .hub, .unspecified, .unrecognized, nil: self = .hub
        }
    }
}

extension Google_Protobuf_Timestamp {
    var secondsSince1970: Double { Double(seconds) + Double(nanos) / 1e9 }
}
