internal import HearthStore
internal import HearthTraitCore

/// A home as a ``ModelStore`` keeps it.
struct ModelHome: Sendable {
    let hubID: String
    private var epoch: UInt64 = 1
    private var structures: [StoredStructure] = []
    private var hasHadStructures = false
    private var rooms: [RoomRecord] = []
    private var zones: [ZoneRecord] = []
    private var serviceGroups: [StoredServiceGroup] = []
    /// Includes the former ones.
    private var devices: [StoredDevice] = []
    /// The times at which former devices were removed, by their IDs.
    private var removals: [String: Duration] = [:]
    private var states: [TraitPath: StoredTraitState] = [:]
    private var memories: [String: [String: [UInt8]]] = [:]
    private var events: [StoredEvent] = []
    private var schemas: [UInt32: StoredSchema] = [:]
    private var providers: [String: String] = [:]
    private var runs: [StoredRun] = []
    private var removedDevices: Set<String> = []
    private var formerEpochs: [FormerEpoch] = []
    private var unreported: Set<UnreportedObject> = []
    private var answers: [Int64: StoredAnswer] = [:]
    private var people: [StoredPerson] = []
    private var primaries: [String: String] = [:]
    private var automations = ModelAutomations()
    /// In ascending order of sequence.
    private(set) var reports: [String: [StoredReports]] = [:]
    private(set) var appData: [String: [String: [String: AppValue]]] = [:]
    private(set) var histories = ModelHistories()
    private(set) var access = ModelAccess()
    private(set) var integrations = ModelIntegrations()
    private(set) var audit = ModelAudit()

    /// A value that an app has stored, and the person who did.
    struct AppValue {
        var value: String
        var writer: String?
    }

    init(hubID: String) { self.hubID = hubID }

    func stored(isContinuation: Bool) -> StoredHome {
        StoredHome(
            hubID: hubID, epoch: epoch, isContinuation: isContinuation, structures: structures,
            hasHadStructures: hasHadStructures, rooms: rooms, zones: zones, serviceGroups: serviceGroups,
            devices: devices.filter { removals[$0.id] == nil }, formerDevices: formerDevices,
            states: Array(states.values),
            memories: memories.flatMap { device, values in
                values.map { StoredMemory(deviceID: device, key: $0, value: $1) }
            },
            events: events.sorted { ($0.structureID, $0.number) < ($1.structureID, $1.number) },
            schemas: schemas.values.sorted { $0.traitID < $1.traitID }, providers: providers, runs: runs,
            removedDevices: removedDevices, formerEpochs: formerEpochs, unreported: Array(unreported),
            answers: answers.values.sorted { $0.number < $1.number }, people: people, primaries: primaries,
            automations: automations.all, formerPrograms: automations.formerPrograms,
            automationRuns: automations.living, lastAutomationRuns: automations.last)
    }

    private var formerDevices: [FormerDevice] {
        let former = devices.enumerated().compactMap { place, device in
            removals[device.id].map { (place: place, FormerDevice(device: device, removedAt: $0)) }
        }
        return former.sorted { ($0.1.removedAt, $0.place) < ($1.1.removedAt, $1.place) }.map(\.1)
    }

    mutating func beginEpoch(_ now: Duration) {
        formerEpochs += structures.map { FormerEpoch(structureID: $0.id, epoch: epoch, last: $0.sequence) }
        epoch = max(epoch + 1, UInt64(clamping: now.components.seconds))
        // 4,096 for each millisecond of the clock.
        let least = UInt64(clamping: now.components.seconds) * 1_000 * 4_096
        for index in structures.indices {
            let skipped = structures[index].eventNumber + StoredStructure.skippedEventNumbers
            structures[index].eventNumber = max(skipped, least)
        }
    }

    // MARK: Transactions

    mutating func apply(_ transaction: StoreTransaction) throws(StoreError) {
        for batch in transaction.reports where has(structure: batch.structureID) && !batch.reports.isEmpty {
            var kept = reports[batch.structureID, default: []].filter { $0.last != batch.last } + [batch]
            kept.sort { $0.last < $1.last }
            reports[batch.structureID] = kept
        }
        for state in transaction.states where isPresent(device: state.path.target.deviceID) {
            states[state.path] = state
        }
        for memory in transaction.memories where has(device: memory.deviceID) {
            memories[memory.deviceID, default: [:]][memory.key] = memory.value.isEmpty ? nil : memory.value
        }
        for event in transaction.events where has(structure: event.structureID) && !has(event) { events.append(event) }
        for run in transaction.runs { runs = runs.filter { $0.providerID != run.providerID } + [run] }
        runs = runs.suffix(StoredRun.mostKept)
        for step in transaction.progress { apply(step, transaction.retention) }
        for memory in transaction.automations {
            let known = automations.all.first { $0.id == memory.automationID }
            if let known, known.isActive != memory.isActive { note(known.structureID, .automation, known.id) }
            automations.put(memory)
        }
        for run in transaction.automationRuns { automations.put(run, traceBytes: transaction.traceBytes) }
        for change in transaction.changes { try apply(change) }
        for change in transaction.access { try access.apply(change, &audit) }
        for change in transaction.integrations { try integrations.apply(change) }
        for entry in transaction.history.entries where has(device: entry.path.target.deviceID) {
            histories.add(entry)
        }
        if !transaction.history.entries.isEmpty { histories.forget(transaction.history) }
    }

    private mutating func apply(_ step: StructureProgress, _ retention: ReportRetention) {
        let id = step.structureID
        unreported = unreported.filter { $0.structureID != id }
        guard let index = structures.firstIndex(where: { $0.id == id }) else { return }
        structures[index].sequence = step.sequence
        structures[index].eventNumber = step.eventNumber
        func isTooMuch(_ batches: [StoredReports]) -> Bool {
            guard let oldest = batches.first else { return false }
            let bytes = batches.size + 4 * batches.reduce(0) { $0 + $1.reports.count }
            return bytes > retention.bytes || oldest.time < retention.since
        }
        while isTooMuch(reports[id] ?? []) { reports[id]?.removeFirst() }
        guard let first = step.firstEvent else { return }
        events.removeAll { $0.structureID == id && $0.number < first }
    }

    mutating func apply(_ change: StoreChange) throws(StoreError) {
        switch change {
        case .putStructure(let structure): put(structure)
        case .removeStructure(let id): removeStructure(id)
        case .putRoom(let room): try put(room)
        case .removeRoom(let id): removeRoom(id)
        case .putZone(let zone): try put(zone)
        case .removeZone(let id): removeZone(id)
        case .putServiceGroup(let group): try put(group)
        case .removeServiceGroup(let id): removeServiceGroup(id)
        case .putAutomation(let automation):
            let known = automations.all.first { $0.id == automation.id }
            try refuse(
                unless:
                    known != nil || has(structure: automation.structureID), "the structure \(automation.structureID)")
            automations.put(automation)
            if known.map({ isShownAlike($0, automation) }) != true {
                note(known?.structureID ?? automation.structureID, .automation, automation.id)
            }
        case .removeAutomation(let id):
            if let known = automations.all.first(where: { $0.id == id }) { note(known.structureID, .automation, id) }
            automations.remove { $0.id == id }
            appData[id] = nil
        case .putDevice(let device): try put(device)
        case .removeDevice(let id): removeDevice(id)
        case .retireDevice(let id, let time): retireDevice(id, at: time)
        case .moveEndpoint(let endpoint, let from, let to): try move(endpoint, from, to)
        case .putSchema(let schema): schemas[schema.traitID] = schema
        case .removeSchema(let traitID):
            schemas[traitID] = nil
            states = states.filter { $0.key.traitID != traitID }
        case .markRemoved(let id): removedDevices.insert(id)
        case .unmarkRemoved(let id): removedDevices.remove(id)
        case .setAppData(let object, let app, let key, let value, let writer):
            appData[object, default: [:]][app, default: [:]][key] = value.map { AppValue(value: $0, writer: writer) }
        case .noteAppData(let structure, let object, let app):
            try refuse(unless: has(structure: structure), "the structure \(structure)")
            unreported.insert(
                UnreportedObject(structureID: structure, object: ObjectKey(.appData, object, appID: app)))
        case .putProvider(let id, let principal): providers[id] = principal
        case .putAnswer(let answer): answers[answer.number] = answer
        case .removeAnswer(let number): answers[number] = nil
        case .removeAnswers(let first): answers = answers.filter { $0.key >= first }
        case .putPerson(let person): try put(person)
        case .removePerson(let id): removePerson(id)
        case .setPrimary(let identity, let structureID):
            if let structureID { try refuse(unless: has(structure: structureID), "the structure \(structureID)") }
            primaries[identity] = structureID
        case .addAudit(let row): audit.add(row)
        }
    }

    func automationRuns(of id: String, before last: UInt64, _ limit: Int) -> [StoredAutomationRun] {
        Array(automations.newest(of: id, .max).filter { $0.id < last }.prefix(limit))
    }

    // MARK: Objects of the home

    private func has(structure id: String) -> Bool { structures.contains { $0.id == id } }
    private func has(room id: String) -> Bool { rooms.contains { $0.id == id } }
    private func has(device id: String) -> Bool { devices.contains { $0.id == id } }
    private func isPresent(device id: String) -> Bool { has(device: id) && removals[id] == nil }
    private func has(_ event: StoredEvent) -> Bool {
        events.contains { $0.structureID == event.structureID && $0.number == event.number }
    }

    private func refuse(unless isThere: Bool, _ what: String) throws(StoreError) {
        guard isThere else { throw StoreError(.failed, "\(what) is not there; add it first") }
    }

    /// Whether clients see an automation as unchanged.
    private func isShownAlike(_ one: StoredAutomation, _ other: StoredAutomation) -> Bool {
        one.name == other.name && one.details == other.details && one.isActive == other.isActive
            && one.revision == other.revision && one.aliases == other.aliases
    }

    private mutating func note(_ structureID: String, _ kind: ObjectKey.Kind, _ id: String) {
        unreported.insert(UnreportedObject(structureID: structureID, object: ObjectKey(kind, id)))
    }

    private mutating func put(_ structure: StoredStructure) {
        guard let index = structures.firstIndex(where: { $0.id == structure.id }) else {
            structures.append(structure)
            return note(structure.id, .structure, structure.id)
        }
        var changed = structures[index]
        changed.name = structure.name
        changed.timeZone = structure.timeZone
        changed.location = structure.location
        guard structures[index] != changed else { return }
        structures[index] = changed
        note(structure.id, .structure, structure.id)
    }

    private mutating func removeStructure(_ id: String) {
        guard has(structure: id) else { return }
        for device in devices where device.structureID == id { removeDevice(device.id) }
        for room in rooms where room.structureID == id { removeRoom(room.id) }
        people.removeAll { $0.structureID == id }
        primaries = primaries.filter { $0.value != id }
        for zone in zones where zone.structureID == id { removeZone(zone.id) }
        for automation in automations.all where automation.structureID == id { appData[automation.id] = nil }
        automations.remove { $0.structureID == id }
        automations.forget(structure: id)
        for group in serviceGroups where group.structureID == id { removeServiceGroup(group.id) }
        structures.removeAll { $0.id == id }
        hasHadStructures = true
        events.removeAll { $0.structureID == id }
        formerEpochs.removeAll { $0.structureID == id }
        reports[id] = nil
        appData[id] = nil
        unreported = unreported.filter { $0.structureID != id }
    }

    private mutating func put(_ room: RoomRecord) throws(StoreError) {
        if let index = rooms.firstIndex(where: { $0.id == room.id }) {
            var changed = rooms[index]
            (changed.name, changed.aliases) = (room.name, room.aliases)
            guard rooms[index] != changed else { return }
            rooms[index] = changed
            note(rooms[index].structureID, .room, room.id)
        } else {
            try refuse(unless: has(structure: room.structureID), "the structure \(room.structureID)")
            rooms.append(room)
            note(room.structureID, .room, room.id)
        }
    }

    private mutating func removeRoom(_ id: String) {
        guard let index = rooms.firstIndex(where: { $0.id == id }) else { return }
        note(rooms[index].structureID, .room, id)
        rooms.remove(at: index)
        appData[id] = nil
        for index in devices.indices where devices[index].roomID == id {
            devices[index].roomID = nil
            note(devices[index].structureID, .device, devices[index].id)
        }
        for index in zones.indices where zones[index].roomIDs.contains(id) {
            zones[index].roomIDs.removeAll { $0 == id }
            note(zones[index].structureID, .zone, zones[index].id)
        }
    }

    private mutating func put(_ zone: ZoneRecord) throws(StoreError) {
        for room in zone.roomIDs { try refuse(unless: has(room: room), "the room \(room)") }
        try refuse(unless: Set(zone.roomIDs).count == zone.roomIDs.count, "each room once")
        if let index = zones.firstIndex(where: { $0.id == zone.id }) {
            var changed = zones[index]
            changed.name = zone.name
            changed.roomIDs = zone.roomIDs
            changed.aliases = zone.aliases
            guard zones[index] != changed else { return }
            zones[index] = changed
            note(changed.structureID, .zone, zone.id)
        } else {
            try refuse(unless: has(structure: zone.structureID), "the structure \(zone.structureID)")
            zones.append(zone)
            note(zone.structureID, .zone, zone.id)
        }
    }

    private mutating func removeZone(_ id: String) {
        guard let index = zones.firstIndex(where: { $0.id == id }) else { return }
        note(zones[index].structureID, .zone, id)
        zones.remove(at: index)
        appData[id] = nil
    }

    private mutating func put(_ group: StoredServiceGroup) throws(StoreError) {
        for service in group.services {
            try refuse(unless: has(device: service.deviceID), "the device \(service.deviceID)")
        }
        try refuse(unless: Set(group.services).count == group.services.count, "each service once")
        if let index = serviceGroups.firstIndex(where: { $0.id == group.id }) {
            var changed = serviceGroups[index]
            changed.name = group.name
            changed.services = group.services
            guard serviceGroups[index] != changed else { return }
            serviceGroups[index] = changed
            note(changed.structureID, .serviceGroup, group.id)
        } else {
            try refuse(unless: has(structure: group.structureID), "the structure \(group.structureID)")
            serviceGroups.append(group)
            note(group.structureID, .serviceGroup, group.id)
        }
    }

    private mutating func removeServiceGroup(_ id: String) {
        guard let index = serviceGroups.firstIndex(where: { $0.id == id }) else { return }
        note(serviceGroups[index].structureID, .serviceGroup, id)
        serviceGroups.remove(at: index)
        appData[id] = nil
    }

    private mutating func put(_ person: StoredPerson) throws(StoreError) {
        guard let index = people.firstIndex(where: { $0.id == person.id }) else {
            try refuse(unless: has(structure: person.structureID), "the structure \(person.structureID)")
            let isTaken = people.contains {
                $0.structureID == person.structureID && $0.identity == person.identity
            }
            guard !isTaken else { throw StoreError(.failed, "the identity is a member; change that one") }
            people.append(person)
            return note(person.structureID, .person, person.id)
        }
        let old = people[index]
        (people[index].name, people[index].role, people[index].grant) = (person.name, person.role, person.grant)
        if people[index] != old { note(old.structureID, .person, person.id) }
    }

    private mutating func removePerson(_ id: String) {
        guard let index = people.firstIndex(where: { $0.id == id }) else { return }
        note(people[index].structureID, .person, id)
        people.remove(at: index)
    }

    private mutating func put(_ device: StoredDevice) throws(StoreError) {
        try refuse(unless: has(structure: device.structureID), "the structure \(device.structureID)")
        if let room = device.roomID { try refuse(unless: has(room: room), "the room \(room)") }
        if let bridge = device.bridgeID { try refuse(unless: has(device: bridge), "the bridge \(bridge)") }
        guard let index = devices.firstIndex(where: { $0.id == device.id }) else {
            devices.append(device)
            return note(device.structureID, .device, device.id)
        }
        let old = devices[index]
        devices[index] = device
        let wasFormer = removals.removeValue(forKey: device.id) != nil
        let isSame =
            !wasFormer && old.structureID == device.structureID && old.roomID == device.roomID
            && old.name == device.name
            && old.description == device.description && old.bridgeID == device.bridgeID
        guard !isSame else { return }
        note(old.structureID, .device, device.id)
        note(device.structureID, .device, device.id)
    }

    private mutating func retireDevice(_ id: String, at time: Duration) {
        for device in devices where device.id == id || device.bridgeID == id {
            leaveGroups(device.id)
            states = states.filter { $0.key.target.deviceID != device.id }
            guard removals[device.id] == nil else { continue }
            removals[device.id] = time
            note(device.structureID, .device, device.id)
        }
    }

    private mutating func leaveGroups(_ id: String) {
        for index in serviceGroups.indices where serviceGroups[index].services.contains(where: { $0.deviceID == id }) {
            serviceGroups[index].services.removeAll { $0.deviceID == id }
            note(serviceGroups[index].structureID, .serviceGroup, serviceGroups[index].id)
        }
    }

    private mutating func removeDevice(_ id: String) {
        guard let index = devices.firstIndex(where: { $0.id == id }) else { return }
        note(devices[index].structureID, .device, id)
        devices.remove(at: index)
        removals[id] = nil
        leaveGroups(id)
        states = states.filter { $0.key.target.deviceID != id }
        memories[id] = nil
        appData[id] = nil
        histories.remove(id)
        for device in devices where device.bridgeID == id { removeDevice(device.id) }
    }

    private mutating func move(_ endpoint: UInt16, _ from: String, _ to: String) throws(StoreError) {
        func moved(_ path: TraitPath) -> TraitPath? {
            guard path.target == TraitTarget(deviceID: from, endpoint: endpoint), from != to else { return nil }
            return TraitPath(TraitTarget(deviceID: to, endpoint: endpoint), path.traitID)
        }
        for (path, state) in states {
            guard let new = moved(path) else { continue }
            try refuse(unless: has(device: to), "the device \(to)")
            guard states[new] == nil else { throw StoreError(.failed, "\(to) has the endpoint; choose another") }
            states[path] = nil
            states[new] = StoredTraitState(path: new, attributes: state.attributes, observedAt: state.observedAt)
        }
        for (index, event) in events.enumerated() { events[index].path = moved(event.path) ?? event.path }
    }
}

extension ModelHome {
    /// The ids of a structure and of its objects.
    func objects(of id: String) -> Set<String> {
        var ids = [id]
        ids += rooms.filter { $0.structureID == id }.map(\.id)
        ids += zones.filter { $0.structureID == id }.map(\.id)
        ids += serviceGroups.filter { $0.structureID == id }.map(\.id)
        ids += devices.filter { $0.structureID == id }.map(\.id)
        ids += automations.all.filter { $0.structureID == id }.map(\.id)
        return Set(ids)
    }
}
