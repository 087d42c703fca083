internal import HearthHomeKitMapping
internal import HearthHomeState
internal import HearthMessage
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// Builds the home's state from a store. Data of traits that this version does not know stays unread in the store.
struct HomeLoader {
    let traits: TraitTable
    let limits: HubLimits
    let clock: any HomeClock
    /// Messages for the log about stored data that could not be read.
    private(set) var findings: [String] = []
    private var alike = AlikeValues()

    init(traits: TraitTable, limits: HubLimits, clock: any HomeClock) {
        self.traits = traits
        self.clock = clock
        self.limits = limits
    }

    mutating func cells(of home: StoredHome) -> [StructureCell] {
        findings = []
        let states = Dictionary(grouping: home.states, by: \.path.target.deviceID)
        let memories = Dictionary(grouping: home.memories, by: \.deviceID)
        let events = Dictionary(grouping: home.events, by: \.structureID)
        let formerEpochs = Dictionary(grouping: home.formerEpochs, by: \.structureID)
        let people = Dictionary(grouping: home.people, by: \.structureID)
        let roomsOfAll = Dictionary(grouping: home.rooms, by: \.structureID)
        let devicesOfAll = Dictionary(grouping: home.devices, by: \.structureID)
        let zones = Dictionary(grouping: home.zones, by: \.structureID)
        let serviceGroups = Dictionary(grouping: home.serviceGroups, by: \.structureID)
        return home.structures.map { structure in
            let rooms = roomsOfAll[structure.id] ?? []
            let roomIDs = Set(rooms.map(\.id))
            let devices = (devicesOfAll[structure.id] ?? [])
                .map { stored in
                    var stored = stored
                    if let id = stored.roomID, !roomIDs.contains(id) {
                        findings.append(
                            "\(quoted(stored.name)) is in no room now; its room is missing from the store")
                        stored.roomID = nil
                    }
                    return device(stored, states: states[stored.id] ?? [], memories: memories[stored.id] ?? [])
                }
            let deviceIDs = Set(devices.map(\.id))
            let groupings = Groupings(
                zones: (zones[structure.id] ?? []).map { zone in
                    var zone = zone
                    zone.roomIDs = zone.roomIDs.filter(roomIDs.contains)
                    return zone
                },
                serviceGroups: (serviceGroups[structure.id] ?? []).map { group in
                    ServiceGroupRecord(
                        id: group.id, name: group.name,
                        services: group.services.filter { deviceIDs.contains($0.deviceID) }.compactMap {
                            ServiceReference($0)
                        })
                })
            let bridged = Dictionary(grouping: devices.filter { $0.bridgeID != nil }) { $0.bridgeID ?? "" }
            return StructureCell(
                StructureState(
                    id: structure.id, name: structure.name, epoch: home.epoch, sequence: structure.sequence,
                    eventNumber: structure.eventNumber,
                    place: StructurePlace(
                        timeZone: structure.timeZone, location: structure.location.map { Hearth_V1_Location($0) }),
                    rooms: rooms,
                    groupings: groupings, devices: devices.map { Self.bridge($0, of: bridged[$0.id] ?? []) },
                    people: members(people[structure.id] ?? []),
                    events: (events[structure.id] ?? []).compactMap { event($0) },
                    formerEpochs: Dictionary(
                        (formerEpochs[structure.id] ?? []).map { ($0.epoch, $0.last) }, uniquingKeysWith: max),
                    households: structure.households, limits: limits), limits: limits, clock: clock)
        }
    }

    /// The removed devices that can come back.
    mutating func formerDevices(of home: StoredHome) -> [FormerDevices.Device] {
        let memories = Dictionary(grouping: home.memories, by: \.deviceID)
        return home.formerDevices.map { former in
            let record = device(former.device, states: [], memories: memories[former.device.id] ?? [])
            return FormerDevices.Device(
                record, structureID: former.device.structureID, removedAt: former.removedAt)
        }
    }

    /// The members. A person whose role or grant can't be read is left out, so that damage never adds rights.
    private mutating func members(_ stored: [StoredPerson]) -> [PersonRecord] {
        stored.compactMap { person in
            let record = PersonRecord(person)
            if record == nil {
                findings.append("the role or grant of \(quoted(person.name)) is damaged; invite the person again")
            }
            return record
        }
    }

    /// Returns a bridge with the endpoints of its bridged devices.
    private static func bridge(_ device: DeviceRecord, of bridged: [DeviceRecord]) -> DeviceRecord {
        var device = device
        for behind in bridged {
            for endpoint in behind.endpoints { device.bridged[endpoint.id] = behind.id }
        }
        return device
    }

    private func event(_ stored: StoredEvent) -> EventChange? {
        guard let descriptor = traits[stored.path.traitID], let event = descriptor.event(stored.eventID),
            let fields = try? descriptor.decodeEvent(event, stored.payload.span.bytes)
        else { return nil }
        return EventChange(
            path: stored.path, descriptor: descriptor, event: event, number: stored.number, time: stored.time,
            fields: fields, message: stored.payload)
    }

    /// Builds a device. One whose description can't be read keeps its id, name and room until its provider describes it
    /// again.
    private mutating func device(
        _ stored: StoredDevice, states: [StoredTraitState], memories: [StoredMemory]
    ) -> DeviceRecord {
        let message: Hearth_V1_Device
        if let readable = try? Hearth_V1_Device(serialized: stored.description.span.bytes) {
            message = readable
        } else {
            findings.append(
                "the stored description of \(quoted(stored.name)) (\(stored.id)) is damaged; it has no traits until "
                    + "its provider attaches again")
            message = Hearth_V1_Device()
        }
        var damaged: [String] = []
        let values = Dictionary(states.map { ($0.path, $0) }, uniquingKeysWith: { _, last in last })
        var records: [TraitKey: DeviceTrait] = [:]
        let endpoints = message.endpoints.compactMap { endpoint -> EndpointRecord? in
            guard let id = UInt16(exactly: endpoint.id) else { return nil }
            for info in endpoint.traits {
                guard let descriptor = traits[info.id] else { continue }
                let target = TraitTarget(deviceID: stored.id, endpoint: id)
                let state = values[TraitPath(target, info.id)]
                let attributes = state.flatMap { try? alike.decode($0.attributes, of: descriptor) }
                if state != nil, attributes == nil { damaged.append(descriptor.name) }
                records[TraitKey(endpoint: id, traitID: info.id)] = DeviceTrait(
                    descriptor: descriptor, attributes: attributes ?? StructureValue(),
                    observedAt: state?.observedAt ?? .zero)
            }
            return EndpointRecord(
                id: id, parent: endpoint.parent.flatMap { UInt16(exactly: $0) },
                deviceTypes: endpoint.deviceTypes.map { DeviceTypeEntry($0) },
                traitIDs: endpoint.traits.map(\.id).filter { traits[$0] != nil },
                tags: endpoint.tags.compactMap { SemanticTag($0) }, name: endpoint.name)
        }
        if !damaged.isEmpty {
            findings.append(
                "the values of \(damaged.joined(separator: ", ")) of \(quoted(stored.name)) are damaged; its provider "
                    + "reports them again")
        }
        return DeviceRecord(
            id: stored.id, name: stored.name, isNameGiven: stored.isNameGiven, roomID: stored.roomID,
            isMatterDevice: message.isMatterDevice, endpoints: endpoints, traits: records, connectivity: .unknown,
            providerID: stored.providerID, bridgeID: stored.bridgeID,
            memories: Dictionary(memories.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last }),
            services: message.services.compactMap { ServiceSetting($0) }, aliases: message.aliases)
    }
}

extension StoredDevice {
    /// A device of a structure as it is stored: with the description of its endpoints, without attribute values.
    init(_ device: DeviceRecord, structureID: String) {
        let description = Hearth_V1_Device(
            endpoints: device.endpointMessages, isMatterDevice: device.isMatterDevice,
            services: device.services.map(\.message), aliases: device.aliases)
        self.init(
            id: device.id, structureID: structureID, roomID: device.roomID, name: device.name,
            isNameGiven: device.isNameGiven, description: description.serialized(), providerID: device.providerID,
            bridgeID: device.bridgeID)
    }
}

extension StoredEvent {
    /// An event of a structure as it is stored.
    init(_ event: EventChange, structureID: String) {
        self.init(
            structureID: structureID, number: event.number, path: event.path, eventID: event.event.id,
            time: event.time, payload: event.message)
    }
}

extension StoredServiceGroup {
    /// A service group of a structure as it is stored.
    init(_ group: ServiceGroupRecord, structureID: String) {
        self.init(
            id: group.id, structureID: structureID, name: group.name,
            services: group.services.map { service in
                StoredService(
                    deviceID: service.deviceID, endpoint: service.key.endpoint, type: service.key.type.uuid.description,
                    part: service.key.part)
            })
    }
}

extension ServiceReference {
    /// nil if its service type can't be read.
    fileprivate init?(_ stored: StoredService) {
        guard let uuid = HAPUUID(stored.type) else { return nil }
        self.init(
            deviceID: stored.deviceID,
            key: ServiceKey(endpoint: stored.endpoint, type: ServiceType(uuid), part: stored.part))
    }
}
