@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire

/// The state that a client builds from nothing but the messages of its watch.
struct ClientView {
    var structures: [String: Hearth_V1_Structure] = [:]
    var rooms: [String: Hearth_V1_Room] = [:]
    var devices: [String: Hearth_V1_Device] = [:]
    var zones: [String: Hearth_V1_Zone] = [:]
    var serviceGroups: [String: Hearth_V1_ServiceGroup] = [:]
    var people: [String: Hearth_V1_Person] = [:]
    var automations: [String: Hearth_V1_Automation] = [:]
    /// The caller, as the hub last reported it.
    var caller: Hearth_V1_Caller?
    var states: [TraitPath: StructureValue] = [:]
    var connectivity: [TraitPath: SourceConnectivity] = [:]
    var positions: [String: StructurePosition] = [:]
    var reports: [Hearth_V1_Report] = []
    var events: [UInt64] = []
    /// Repeated events, which the client ignores.
    var repeated: [UInt64] = []
    /// The number of the last event that it has, by structure.
    var lastEvents: [String: UInt64] = [:]
    /// Events that came in reports without a position.
    var missedEvents: [UInt64] = []
    /// The reported losses of events, each with the number of events before it.
    var lost: [(count: UInt64, after: Int)] = []
    var resyncs: [Hearth_V1_Resync] = []
    var snapshots = 0
    var markers = 0
    /// The last change of the filter that a snapshot has.
    var update: UInt64 = 0
    var heartbeats = 0
    /// The ids of all rooms and devices in messages.
    var named: Set<String> = []
    var watchID: String { started?.watchID ?? "" }
    var started: Hearth_V1_WatchStarted?
    /// The filter whose rooms and types it watches: the client drops devices that leave it.
    private var filter = WatchView.HomeFilter()
    /// The next filters, each with the marker of its change.
    private var nextFilters: [(filter: WatchView.HomeFilter, update: UInt64)] = []

    /// Drops devices as they leave a filter, which counts from the marker of a change of the watch's filter on.
    mutating func follow(_ filter: Hearth_V1_WatchFilter, from update: UInt64 = 0) {
        nextFilters.append((WatchView.HomeFilter(filter), update))
        takeNextFilter()
    }

    private mutating func takeNextFilter() {
        while let next = nextFilters.first, update >= next.update {
            filter = next.filter
            nextFilters.removeFirst()
        }
    }

    mutating func take(_ message: Hearth_V1_WatchResponse) throws {
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
    var resumable: ClientView {
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
    func shown(by filter: Hearth_V1_WatchFilter) -> ClientView {
        var shown = self
        let filter = WatchView.HomeFilter(filter)
        guard filter.selectsDevices else { return shown }
        for device in devices.values where !filter.selects(device) { shown.forget(device.id) }
        return shown
    }

    /// The differences from the hub's state, as short texts.
    func differences(from truth: ClientView) -> [String] {
        var found: [String] = []
        if structures != truth.structures { found.append("structures") }
        if rooms != truth.rooms { found.append("rooms") }
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

/// A running watch and its messages.
struct Watcher {
    let reader: RPCReader<Hearth_V1_WatchResponse>
    var view = ClientView()

    init(_ reader: RPCReader<Hearth_V1_WatchResponse>) { self.reader = reader }

    init(_ test: TestHub, _ request: Hearth_V1_WatchRequest) async throws {
        reader = try await test.home().watch(request)
    }

    init(
        _ test: TestHub, _ filter: Hearth_V1_WatchFilter = .init(), resumeFrom: [StructurePosition] = [],
        view: ClientView = ClientView(), by principal: Principal = .owner
    ) async throws {
        reader = try await test.home(principal).watch(
            Hearth_V1_WatchRequest(
                filter: filter, resumeFrom: resumeFrom.map { Hearth_V1_Position($0) },
                eventsAfter: view.lastEvents.map { Hearth_V1_EventPosition(structureID: $0.key, number: $0.value) }))
        self.view = view
        self.view.started = nil
    }

    /// A watch that has its snapshot.
    static func atMarker(_ test: TestHub, _ filter: Hearth_V1_WatchFilter = .init()) async throws -> Watcher {
        var watcher = try await Watcher(test, filter)
        try await watcher.untilMarker()
        return watcher
    }

    /// Takes the next message.
    @discardableResult
    mutating func next() async throws -> Hearth_V1_WatchResponse {
        guard let message = try await reader.next() else { throw RPCError(.internal, "the watch ended") }
        try view.take(message)
        return message
    }

    mutating func untilMarker() async throws {
        let markers = view.markers
        while view.markers == markers { try await next() }
    }

    /// Takes everything in flight: the next message after it is a heartbeat.
    mutating func untilHeartbeat(_ test: TestHub) async throws {
        // The hub has the watch when its first message is here.
        if view.watchID.isEmpty { try await next() }
        let heartbeats = view.heartbeats
        await test.clock.advance(by: .seconds(20))
        // A message that the hub is just sending shortens its silence, and then no heartbeat comes.
        let more = Task {
            while true {
                try await Task.sleep(for: .milliseconds(200))
                await test.clock.advance(by: .seconds(20))
            }
        }
        defer { more.cancel() }
        while view.heartbeats == heartbeats { try await next() }
    }

    /// Takes messages until the positions equal the hub's, which is idle except for saving and reading.
    mutating func settle(_ test: TestHub, _ filter: Hearth_V1_WatchFilter) async throws {
        for _ in 0..<1_000 {
            try await untilHeartbeat(test)
            if view.positions == test.truth(filter).positions { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

extension TestHub {
    /// The home as the hub holds it, seen through a filter.
    func truth(_ filter: Hearth_V1_WatchFilter = .init()) -> ClientView { hub.truth(filter) }
}

extension Hub {
    /// The home as the hub holds it, seen through a filter.
    func truth(_ filter: Hearth_V1_WatchFilter = .init()) -> ClientView {
        let shown = WatchView(.home(WatchView.HomeFilter(filter)), access: reader.accesses[.all])
        var view = ClientView()
        for cell in directory.cells where shown.passes(structure: cell.id) {
            let state = cell.read { $0 }
            view.structures[state.id] = state.message
            for room in state.rooms { view.rooms[room.id] = state.message(room) }
            for person in state.people { view.people[person.id] = state.message(person) }
            for zone in state.groupings.zones { view.zones[zone.id] = state.message(zone) }
            for group in state.groupings.serviceGroups { view.serviceGroups[group.id] = state.message(group) }
            for automation in state.automations(from: "") { view.automations[automation.id] = automation }
            view.positions[state.id] = state.position
            let shown = shown.resolved(in: state.devices)
            for device in state.devices where shown.passes(device: device.id) {
                if device.id != state.id { view.devices[device.id] = state.message(device) }
                for (key, record) in device.traits {
                    let path = TraitPath(device.target(key.endpoint), key.traitID)
                    guard shown.passes(path) else { continue }
                    view.states[path] = shown.visible(record.attributes, of: key.traitID)
                    view.connectivity[path] = device.connectivity
                }
            }
        }
        return view
    }
}
