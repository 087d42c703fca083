internal import HearthTraitCore

/// What a client knows of a home, kept up to date by the messages of one watch after the other.
///
/// A value: a message in, what it touched out. A snapshot gathers beside the present state and takes its place at the
/// marker, so nobody sees half of one.
struct HomeCache: Sendable {
    /// What the client holds now.
    private(set) var state = HomeState()
    /// How far the client has come, by structure.
    private(set) var positions: [String: StructurePosition] = [:]
    /// The number of the last event that the client has, by structure.
    private(set) var lastEvents: [String: UInt64] = [:]
    /// Whether a whole snapshot has ever arrived.
    private(set) var isComplete = false
    /// Whether a watch runs. While none does, nothing is known of what can be reached.
    private(set) var isLive = false

    private var gathering = HomeState()
    /// What the next marker replaces.
    private var scope = Scope.some([])

    private enum Scope {
        case all
        case some(Set<String>)
    }

    /// A watch begins. Without positions to resume from, the hub sends all that it has.
    mutating func watchBegins() {
        gathering = HomeState()
        scope = resumePositions.isEmpty ? .all : .some([])
    }

    /// From where the next watch can go on; nothing when the place of any structure is not known.
    var resumePositions: [StructurePosition] {
        guard isComplete, state.structures.keys.allSatisfy({ positions[$0] != nil }) else { return [] }
        return positions.values.sorted { $0.structureID < $1.structureID }
    }

    /// Says whether a watch runs.
    mutating func setLive(_ live: Bool) -> HomeDelta {
        guard live != isLive else { return HomeDelta() }
        isLive = live
        return HomeDelta(objects: true, devices: Set(state.devices.keys).union(state.traits.keys))
    }

    /// The traits of one endpoint, as trait values are made from them.
    func records(of target: TraitTarget) -> [UInt32: TraitRecord] {
        let records = state.records(of: target)
        guard !isLive else { return records }
        return records.mapValues { $0.with(connectivity: .unknown) }
    }

    /// The connectivity of a device: that of all its traits together.
    func connectivity(of deviceID: String) -> SourceConnectivity {
        isLive ? state.connectivity(of: deviceID) : .unknown
    }

    /// A part of a snapshot.
    mutating func gather(_ snapshot: SnapshotPart) {
        var delta = HomeDelta()
        for structure in snapshot.structures {
            gathering.set(structure, &delta)
            expect(structure.id)
        }
        for room in snapshot.rooms { gathering.set(room, &delta) }
        for device in snapshot.devices { gathering.set(device, &delta) }
        for trait in snapshot.traits {
            gathering.set(
                trait.path, attributes: trait.attributes, whole: true, connectivity: trait.connectivity, &delta)
        }
    }

    /// The hub cannot say what changed in a structure: a snapshot of it follows.
    mutating func resync(_ structureID: String) {
        guard !structureID.isEmpty else { return scope = .all }
        expect(structureID)
        positions[structureID] = nil
    }

    private mutating func expect(_ structureID: String) {
        if case .some(let ids) = scope { scope = .some(ids.union([structureID])) }
    }

    /// The marker: the snapshot is whole.
    ///
    /// - Parameter events: the numbers of the last events that the hub takes the client to have. They may be lower than
    ///   those that are known here, when the hub was put back to an older state.
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
        gathering = HomeState()
        scope = .some([])
        reach(reached)
        lastEvents = lastEvents.filter { state.structures[$0.key] != nil }.merging(events) { $1 }
        return delta
    }

    /// Leaves out the events of a report that the client has already, and remembers the others as had. To be called
    /// before the report is applied.
    mutating func takeEvents(of report: HomeReport) -> HomeReport {
        for case .structure(let record) in report.objects where state.structures[record.id] == nil {
            // New: all its events are yet to come.
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

    /// A report of missed events has no position: their device says where they belong.
    private func structureID(of event: HomeReport.EventOccurrence, in report: HomeReport) -> String? {
        if let position = report.position { return position.structureID }
        let id = event.path.target.deviceID
        return state.devices[id]?.structureID ?? state.structures[id]?.id
    }

    /// One change. What lies behind the present position is known already.
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
        }
        return delta
    }

    /// Whether a marker must come before all that is shown is true.
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

    /// The hub says that the client has everything up to here.
    mutating func reach(_ reached: [StructurePosition]) {
        for position in reached where !hasReached(position) { positions[position.structureID] = position }
    }

    /// Whether the changes at these places are in the state.
    func hasReached(_ positions: some Sequence<StructurePosition>) -> Bool { positions.allSatisfy { hasReached($0) } }

    /// Whether a change at this place is in the state.
    func hasReached(_ position: StructurePosition) -> Bool {
        positions[position.structureID].map { !position.isAhead(of: $0) } ?? false
    }
}

extension StructurePosition {
    /// Whether it lies after another of the same structure.
    func isAhead(of other: StructurePosition) -> Bool {
        (epoch, sequence) > (other.epoch, other.sequence)
    }
}

/// A part of a snapshot, as values.
struct SnapshotPart: Sendable {
    var structures: [StructureRecord] = []
    var rooms: [RoomRecord] = []
    var devices: [DeviceRecord] = []
    var traits: [HomeReport.TraitChange] = []
}

extension HomeState {
    /// Takes one change: objects first, then the traits on them.
    mutating func apply(_ report: HomeReport, _ delta: inout HomeDelta) {
        for object in report.objects {
            switch object {
            case .structure(let record): set(record, &delta)
            case .room(let record): set(record, &delta)
            case .device(let record): set(record, &delta)
            case .structureRemoved(let id): removeStructure(id, &delta)
            case .roomRemoved(let id): removeRoom(id, &delta)
            case .deviceRemoved(let id): removeDevice(id, &delta)
            }
        }
        for trait in report.traits {
            set(
                trait.path, attributes: trait.attributes, whole: false, connectivity: trait.connectivity, &delta)
        }
    }
}
