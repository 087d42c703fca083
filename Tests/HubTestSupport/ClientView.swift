internal import HearthHomeState
internal import HearthRPC
package import HearthTraitCore
internal import HearthTraits
package import HearthWire

/// The state that a client builds from nothing but the messages of its watch.
package struct ClientView {
    package var structures: [String: Hearth_V1_Structure] = [:]
    package var rooms: [String: Hearth_V1_Room] = [:]
    package var devices: [String: Hearth_V1_Device] = [:]
    package var zones: [String: Hearth_V1_Zone] = [:]
    package var serviceGroups: [String: Hearth_V1_ServiceGroup] = [:]
    package var people: [String: Hearth_V1_Person] = [:]
    package var automations: [String: Hearth_V1_Automation] = [:]
    /// The caller, as the hub last reported it.
    package var caller: Hearth_V1_Caller?
    package var states: [TraitPath: StructureValue] = [:]
    package var connectivity: [TraitPath: SourceConnectivity] = [:]
    package var positions: [String: StructurePosition] = [:]
    package var reports: [Hearth_V1_Report] = []
    package var events: [UInt64] = []
    /// Repeated events, which the client ignores.
    package var repeated: [UInt64] = []
    /// The number of the last event that it has, by structure.
    package var lastEvents: [String: UInt64] = [:]
    /// Events that came in reports without a position.
    package var missedEvents: [UInt64] = []
    /// The reported losses of events, each with the number of events before it.
    package var lost: [(count: UInt64, after: Int)] = []
    package var resyncs: [Hearth_V1_Resync] = []
    package var snapshots = 0
    package var markers = 0
    /// The last change of the filter that a snapshot has.
    package var update: UInt64 = 0
    package var heartbeats = 0
    /// The ids of all rooms and devices in messages.
    package var named: Set<String> = []
    package var watchID: String { started?.watchID ?? "" }
    package var started: Hearth_V1_WatchStarted?
    /// The filter whose rooms and types it watches: the client drops devices that leave it.
    private var filter = WatchView.HomeFilter()
    /// The next filters, each with the marker of its change.
    private var nextFilters: [(filter: WatchView.HomeFilter, update: UInt64)] = []

    package init() {}

    /// Drops devices as they leave a filter, which counts from the marker of a change of the watch's filter on.
    package mutating func follow(_ filter: Hearth_V1_WatchFilter, from update: UInt64 = 0) {
        nextFilters.append((WatchView.HomeFilter(filter), update))
        takeNextFilter()
    }

    private mutating func takeNextFilter() {
        while let next = nextFilters.first, update >= next.update {
            filter = next.filter
            nextFilters.removeFirst()
        }
    }

    package mutating func take(_ message: Hearth_V1_WatchResponse) throws {
        switch message.content {
        case .started(let started): self.started = started
        case .snapshot(let snapshot):
            snapshots += 1
            named.formUnion(snapshot.rooms.map(\.id) + snapshot.devices.map(\.id))
            named.formUnion(snapshot.states.compactMap { $0.target?.deviceID })
            for structure in snapshot.structures { structures[structure.id] = structure }
            for room in snapshot.rooms { rooms[room.id] = room }
            for device in snapshot.devices { devices[device.id] = device }
            for zone in snapshot.zones { zones[zone.id] = zone }
            for group in snapshot.serviceGroups { serviceGroups[group.id] = group }
            for person in snapshot.people { people[person.id] = person }
            for automation in snapshot.automations { automations[automation.id] = automation }
            for state in snapshot.states { try take(state, isWhole: true) }
        case .snapshotComplete(let marker):
            markers += 1
            update = marker.update
            takeNextFilter()
            for position in marker.positions { positions[position.structureID] = StructurePosition(position) }
            for event in marker.events { lastEvents[event.structureID] = event.number }
        case .report(let report) where report.eventsLost > 0:
            lost.append((report.eventsLost, events.count))
            if let id = report.position?.structureID { lastEvents[id]? += report.eventsLost }
        case .report(let report):
            reports.append(report)
            named.formUnion((report.states.compactMap(\.target) + report.events.compactMap(\.target)).map(\.deviceID))
            if let position = report.position { positions[position.structureID] = StructurePosition(position) }
            take(report.events, at: report.position)
            for object in report.objects { take(object) }
            for state in report.states { try take(state, isWhole: false) }
        case .resync(let resync):
            resyncs.append(resync)
            forget(structure: resync.structureID)
        case .heartbeat(let heartbeat):
            heartbeats += 1
            for position in heartbeat.positions { positions[position.structureID] = StructurePosition(position) }
        case .caller(let caller): self.caller = caller
        case nil: throw RPCError(.internal, "a message without content")
        }
    }

    private mutating func take(_ state: Hearth_V1_TraitState, isWhole: Bool) throws {
        guard let target = state.target.flatMap({ TraitTarget($0) }) else { return }
        let path = TraitPath(target, state.traitID)
        if let connectivity = state.connectivity { self.connectivity[path] = SourceConnectivity(connectivity) }
        guard let attributes = state.attributes,
            let descriptor = StandardTraits.descriptors.first(where: { $0.id == state.traitID })
        else { return }
        let values = try descriptor.decodeAttributes(attributes.value.span.bytes)
        states[path] = isWhole ? values : StructureValue((states[path]?.fields ?? [:]).merging(values.fields) { $1 })
    }

    private mutating func take(_ reports: [Hearth_V1_EventReport], at position: Hearth_V1_Position?) {
        for event in reports {
            let id = position?.structureID ?? devices[event.target?.deviceID ?? ""]?.structureID
            if let id, let last = lastEvents[id], event.number <= last {
                repeated.append(event.number)
                continue
            }
            events.append(event.number)
            if position == nil { missedEvents.append(event.number) }
            if let id { lastEvents[id] = event.number }
        }
    }

    private mutating func take(_ object: Hearth_V1_ObjectChange) {
        switch object.change {
        case .structure(let structure): structures[structure.id] = structure
        case .room(let room):
            named.insert(room.id)
            rooms[room.id] = room
        case .device(let device):
            named.formUnion([device.id, device.roomID])
            devices[device.id] = device
            if !filter.selects(device) { forget(device.id) }
        case .removedStructureID(let id):
            forget(structure: id)
        case .removedRoomID(let id): rooms[id] = nil
        case .removedDeviceID(let id): forget(id)
        case .zone(let zone): zones[zone.id] = zone
        case .serviceGroup(let group): serviceGroups[group.id] = group
        case .person(let person): people[person.id] = person
        case .removedZoneID(let id): zones[id] = nil
        case .removedServiceGroupID(let id): serviceGroups[id] = nil
        case .removedPersonID(let id): people[id] = nil
        case .automation(var automation):
            automation.program = automation.program ?? automations[automation.id]?.program
            automations[automation.id] = automation
        case .removedAutomationID(let id): automations[id] = nil
        // Only watches that ask for it get it; none does here.
        case .appData: break
        case nil: break
        }
    }

    private mutating func forget(structure id: String) {
        structures[id] = nil
        positions[id] = nil
        rooms = rooms.filter { $0.value.structureID != id }
        zones = zones.filter { $0.value.structureID != id }
        serviceGroups = serviceGroups.filter { $0.value.structureID != id }
        people = people.filter { $0.value.structureID != id }
        automations = automations.filter { $0.value.structureID != id }
        for id in devices.filter({ $0.value.structureID == id }).keys { forget(id) }
    }

    /// The state that a client keeps when its watch has ended: the structures whose position it knows.
    package var resumable: ClientView {
        var kept = self
        let known = Set(positions.keys)
        let all = Set(structures.keys).union(rooms.values.map(\.structureID)).union(devices.values.map(\.structureID))
        for id in all.subtracting(known) { kept.forget(structure: id) }
        kept.nextFilters = []
        kept.markers = 0
        kept.update = 0
        kept.started = nil
        return kept
    }

    /// The state as an app shows it that watches some rooms or types, without devices that are elsewhere now.
    package func shown(by filter: Hearth_V1_WatchFilter) -> ClientView {
        var shown = self
        let filter = WatchView.HomeFilter(filter)
        guard filter.selectsDevices else { return shown }
        for device in devices.values where !filter.selects(device) { shown.forget(device.id) }
        return shown
    }

    /// The differences from the hub's state, as short texts.
    package func differences(from truth: ClientView) -> [String] {
        var found: [String] = []
        found += Self.differences(structures, truth.structures) { "structure \($0)" }
        found += Self.differences(rooms, truth.rooms) { "room \($0)" }
        found += Self.differences(devices, truth.devices) { "device \($0)" }
        // A trait without values is in a snapshot, but not in a report.
        found += Self.differences(states.filter { !$0.value.isEmpty }, truth.states.filter { !$0.value.isEmpty }) {
            "state of \($0)"
        }
        found += Self.differences(connectivity, truth.connectivity) { "connectivity of \($0)" }
        if positions != truth.positions { found.append("positions: \(positions) and not \(truth.positions)") }
        return found
    }

    private static func differences<Key: Hashable, Value: Equatable>(
        _ own: [Key: Value], _ hubs: [Key: Value], _ name: (Key) -> String
    ) -> [String] {
        Set(own.keys).union(hubs.keys).filter { own[$0] != hubs[$0] }.map { key in
            let (own, hubs) = (own[key].map { "\($0)" } ?? "nothing", hubs[key].map { "\($0)" } ?? "nothing")
            return "\(name(key)): \(own) and not \(hubs)"
        }
    }

    private mutating func forget(_ device: String) {
        devices[device] = nil
        states = states.filter { $0.key.target.deviceID != device }
        connectivity = connectivity.filter { $0.key.target.deviceID != device }
    }
}

extension WatchView.HomeFilter {
    fileprivate func selects(_ device: Hearth_V1_Device) -> Bool {
        selects(room: device.roomID, types: device.endpoints.flatMap(\.deviceTypes).map(\.id))
    }
}
