internal import HearthBase
internal import HearthTraitCore

/// The client's copy of a home, updated by the messages of successive watches.
///
/// A value type: functions take messages and return what changed. A snapshot is collected separately and replaces the
/// state when it is complete, so that readers never see a part of one.
struct HomeCache: Sendable {
    /// The current state.
    private(set) var state = CachedHome()
    /// The latest position received, by structure.
    private(set) var positions: [String: StructurePosition] = [:]
    /// The number of the last event received, by structure.
    private(set) var lastEvents: [String: UInt64] = [:]
    /// Removed structures. All their positions count as reached.
    private var removed: Set<String> = []
    /// Whether a complete snapshot has been received.
    private(set) var isComplete = false
    /// Whether a watch is running; if not, since when the state may not be current, and connectivity is unknown.
    private(set) var freshness = Freshness.stale(since: 0)
    var isLive: Bool { !freshness.isStale }
    /// The memberships of this client's person; nil until the hub has sent them.
    private(set) var caller: CachedCaller?

    private var gathering = CachedHome()
    /// The structures that the current snapshot will replace.
    private var scope = Scope.some([])

    private enum Scope {
        case all
        case some(Set<String>)
    }

    /// Prepares for a new watch. The hub sends a full snapshot unless the request has positions to resume from.
    mutating func watchBegins() {
        gathering = CachedHome()
        scope = resumePositions.isEmpty ? .all : .some([])
    }

    /// The positions from which the next watch can resume; empty if any structure's is unknown.
    var resumePositions: [StructurePosition] {
        guard isComplete, state.structures.keys.allSatisfy({ positions[$0] != nil }) else { return [] }
        return positions.values.ordered(by: \.structureID)
    }

    /// Sets whether a watch is running. A stale state keeps the time at which it became stale.
    mutating func set(_ new: Freshness) -> HomeDelta {
        guard new.isStale != freshness.isStale else { return HomeDelta() }
        freshness = new
        return HomeDelta(objects: true, devices: Set(state.devices.keys).union(state.traits.keys))
    }

    /// The traits of one endpoint.
    func records(of target: TraitTarget) -> [UInt32: TraitRecord] {
        let records = state.records(of: target)
        guard let since = freshness.staleSince else { return records }
        return records.mapValues { $0.stale(since: since) }
    }

    /// The connectivity of a device: that of all its traits combined.
    func connectivity(of deviceID: String) -> SourceConnectivity {
        isLive ? state.connectivity(of: deviceID) : .unknown
    }

    /// Sets the memberships of this client's person, as sent by the hub.
    mutating func set(_ caller: CachedCaller) { self.caller = caller }

    /// Whether ``apply(_:)`` would apply this report now. It ignores old reports and defers those during a snapshot.
    func takes(_ report: HomeReport) -> Bool {
        guard let position = report.position else { return true }
        if let known = positions[position.structureID], known.isAhead(of: position) { return false }
        return !isGathering(position.structureID)
    }

    /// Adds a part of a snapshot.
    mutating func gather(_ snapshot: SnapshotPart) {
        var delta = HomeDelta()
        for structure in snapshot.structures {
            gathering.set(structure, &delta)
            expect(structure.id)
        }
        for room in snapshot.rooms { gathering.set(room, &delta) }
        for device in snapshot.devices { gathering.set(device, &delta) }
        for zone in snapshot.zones { gathering.set(zone, &delta) }
        for group in snapshot.groups { gathering.set(group, &delta) }
        for person in snapshot.people { gathering.set(person, &delta) }
        for automation in snapshot.automations { gathering.set(automation, &delta) }
        for trait in snapshot.traits {
            gathering.set(
                trait.path, attributes: trait.attributes, whole: true, connectivity: trait.connectivity, &delta)
        }
    }

    /// Prepares for a snapshot of a structure whose changes the hub can't send.
    mutating func resync(_ structureID: String) {
        guard !structureID.isEmpty else { return scope = .all }
        expect(structureID)
        positions[structureID] = nil
    }

    private mutating func expect(_ structureID: String) {
        if case .some(let ids) = scope { scope = .some(ids.union([structureID])) }
    }

    /// Replaces the state by the complete snapshot.
    ///
    /// - Parameter events: the hub's last event number by structure. May be lower than the known one if the hub was
    ///   restored from a backup.
    mutating func snapshotCompleted(
        at reached: [StructurePosition], events: [String: UInt64] = [:]
    ) -> HomeDelta {
        var delta = HomeDelta()
        switch scope {
        case .all:
            delta = state.replace(nil, from: gathering)
            positions = [:]
            isComplete = true
        case .some(let ids):
            if !ids.isEmpty { delta = state.replace(ids, from: gathering) }
        }
        gathering = CachedHome()
        scope = .some([])
        reach(reached)
        lastEvents = lastEvents.filter { state.structures[$0.key] != nil }.merging(events) { $1 }
        return delta
    }

    /// Removes events that were already received, and records the others as received. Call it before applying the
    /// report.
    mutating func takeEvents(of report: HomeReport) -> HomeReport {
        for case .structure(let record) in report.objects where state.structures[record.id] == nil {
            // A new structure: none of its events has been received.
            lastEvents[record.id] = lastEvents[record.id] ?? 0
        }
        guard !report.events.isEmpty else { return report }
        let fresh = report.events.filter { event in
            guard let id = structureID(of: event, in: report) else { return true }
            guard event.metadata.number > lastEvents[id] ?? 0 else { return false }
            lastEvents[id] = event.metadata.number
            return true
        }
        return fresh.count == report.events.count ? report : report.with(events: fresh)
    }

    /// Counts events as received that the hub has lost, so that they are not requested again.
    mutating func loseEvents(_ count: UInt64, of structureID: String) {
        guard let last = lastEvents[structureID] else { return }
        let (next, overflow) = last.addingReportingOverflow(count)
        lastEvents[structureID] = overflow ? .max : next
    }

    /// The structure of an event. Reports of missed events have no position, so it is that of their device.
    private func structureID(of event: HomeReport.EventOccurrence, in report: HomeReport) -> String? {
        if let position = report.position { return position.structureID }
        let id = event.path.target.deviceID
        return state.devices[id]?.structureID ?? state.structures[id]?.id
    }

    /// Applies one report. Reports up to the current position are ignored.
    mutating func apply(_ report: HomeReport) -> HomeDelta {
        var delta = HomeDelta()
        if let position = report.position {
            if let known = positions[position.structureID], known.isAhead(of: position) { return delta }
            if isGathering(position.structureID) {
                gathering.apply(report, &delta)
                return HomeDelta()
            }
            positions[position.structureID] = position
        }
        state.apply(report, &delta)
        for case .structureRemoved(let id) in report.objects {
            positions[id] = nil
            lastEvents[id] = nil
            removed.insert(id)
        }
        return delta
    }

    /// Whether a snapshot is incomplete, so that the state may not be current.
    var isGathering: Bool {
        switch scope {
        case .all: true
        case .some(let ids): !ids.isEmpty
        }
    }

    private func isGathering(_ structureID: String) -> Bool {
        switch scope {
        case .all: true
        case .some(let ids): ids.contains(structureID)
        }
    }

    /// Marks these positions as reached: the hub confirms that everything up to them has been sent.
    mutating func reach(_ reached: [StructurePosition]) {
        for position in reached where !hasReached(position) { positions[position.structureID] = position }
    }

    /// Whether the state includes the changes up to these positions.
    func hasReached(_ positions: some Sequence<StructurePosition>) -> Bool { positions.allSatisfy { hasReached($0) } }

    /// Whether the state includes the changes up to this position.
    func hasReached(_ position: StructurePosition) -> Bool {
        positions[position.structureID].map { !position.isAhead(of: $0) } ?? removed.contains(position.structureID)
    }
}

extension StructurePosition {
    /// Whether it is later than another position in the same structure.
    func isAhead(of other: StructurePosition) -> Bool {
        (epoch, sequence) > (other.epoch, other.sequence)
    }
}

/// A part of a snapshot.
struct SnapshotPart: Sendable {
    var structures: [CachedStructure] = []
    var rooms: [CachedRoom] = []
    var devices: [CachedDevice] = []
    var zones: [CachedZone] = []
    var automations: [CachedAutomation] = []
    var groups: [CachedServiceGroup] = []
    var people: [StructureMember] = []
    var traits: [HomeReport.TraitChange] = []
}

extension CachedHome {
    /// Applies one report: objects first, then their traits.
    mutating func apply(_ report: HomeReport, _ delta: inout HomeDelta) {
        for object in report.objects {
            switch object {
            case .structure(let record): set(record, &delta)
            case .room(let record): set(record, &delta)
            case .device(let record): set(record, &delta)
            case .structureRemoved(let id): removeStructure(id, &delta)
            case .roomRemoved(let id): removeRoom(id, &delta)
            case .deviceRemoved(let id): removeDevice(id, &delta)
            case .zone(let record): set(record, &delta)
            case .serviceGroup(let record): set(record, &delta)
            case .person(let record): set(record, &delta)
            case .automation(let record): set(record, &delta)
            case .zoneRemoved(let id): removeZone(id, &delta)
            case .serviceGroupRemoved(let id): removeGroup(id, &delta)
            case .personRemoved(let id): removePerson(id, &delta)
            case .automationRemoved(let id): removeAutomation(id, &delta)
            // The hub stores app data; clients read it when they need it.
            case .appData: continue
            }
        }
        for trait in report.traits {
            set(
                trait.path, attributes: trait.attributes, whole: false, connectivity: trait.connectivity, &delta)
        }
    }
}
