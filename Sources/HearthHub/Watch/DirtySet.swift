internal import HearthBase
internal import HearthTraitCore
internal import HearthWire

/// What changed in a structure while a client did not read: paths, not values. The values are read when they are
/// sent, so that a slow client costs a set however long it is slow. Events are not in it: the structure's log has them.
struct DirtySet: Sendable {
    struct Trait: Sendable {
        var attributes: Set<UInt32> = []
        var connectivity = false
        /// Whether the client has nothing of it yet.
        var isWhole = false
    }

    private(set) var traits: [TraitPath: Trait] = [:]
    private(set) var rooms: Set<String> = []
    private(set) var devices: Set<String> = []
    private(set) var isStructureDirty = false
    private(set) var hasEvents = false
    private(set) var observedAt: Duration = .zero
    /// The cause of all changes, while it is the same.
    private(set) var cause: ChangeCause?
    private var isEmpty = true
    /// Too much has changed: only a new snapshot helps.
    private(set) var isOverflowing = false

    /// Takes in what a view sees of a report.
    mutating func fold(_ selection: WatchView.Selection, of record: ReportRecord, limits: WatchLimits) {
        observedAt = max(observedAt, record.observedAt)
        cause = isEmpty || cause == record.cause ? record.cause : nil
        isEmpty = false
        hasEvents = hasEvents || !selection.events.isEmpty
        guard !isOverflowing else { return }
        for change in selection.states {
            traits[change.path, default: Trait()].attributes.formUnion(change.attributes.fields.keys)
            if change.connectivity != nil { traits[change.path]?.connectivity = true }
        }
        for object in selection.objects {
            switch object {
            case .structure, .removedStructure: isStructureDirty = true
            case .room(let room): rooms.insert(room.id)
            case .removedRoom(let id): rooms.insert(id)
            case .device(let device): devices.insert(device.id)
            case .removedDevice(let id): devices.insert(id)
            }
        }
        overflow(limits)
    }

    /// Takes in all traits of a device that comes into a view.
    mutating func fold(whole device: Hearth_V1_Device, at time: Duration, in view: WatchView, limits: WatchLimits) {
        observedAt = max(observedAt, time)
        isEmpty = false
        guard !isOverflowing else { return }
        for endpoint in device.endpoints {
            guard let number = UInt16(exactly: endpoint.id) else { continue }
            for trait in endpoint.traits {
                let path = TraitPath(TraitTarget(deviceID: device.id, endpoint: number), trait.id)
                guard view.passes(path) else { continue }
                traits[path, default: Trait()].isWhole = true
                traits[path]?.connectivity = true
            }
        }
        devices.insert(device.id)
        overflow(limits)
    }

    /// Forgets what changed when it is too much to remember.
    private mutating func overflow(_ limits: WatchLimits) {
        if traits.count + rooms.count + devices.count > limits.dirtyPaths { self = DirtySet(overflowing: self) }
    }

    init() {}

    private init(overflowing set: DirtySet) {
        observedAt = set.observedAt
        cause = set.cause
        hasEvents = set.hasEvents
        isEmpty = false
        isOverflowing = true
    }

    /// Of a structure that is gone nothing else is left to tell.
    func removal(of state: StructureState) -> ReportRecord {
        ReportRecord(
            position: state.position, cause: cause, observedAt: observedAt, objects: [.removedStructure(state.id)])
    }

    /// One report of everything, with the values that the state has now; nil when only a new snapshot helps, as too
    /// much has changed for one message.
    ///
    /// - Parameter position: of the last change that was taken in: the state may be ahead of it.
    func report(
        from state: StructureState, at position: StructurePosition, mostBytes: Int
    ) -> ReportRecord? {
        guard !isOverflowing else { return nil }
        var objects: [ObjectUpdate] = []
        if isStructureDirty {
            objects.append(state.isRemoved ? .removedStructure(state.id) : .structure(state.message))
        }
        for id in rooms.sorted() {
            objects.append(state.room(id).map { .room(state.message($0)) } ?? .removedRoom(id))
        }
        for id in devices.sorted() {
            objects.append(state.devices[id].map { .device(state.message($0)) } ?? .removedDevice(id))
        }
        let states = traits.compactMap { path, dirty -> TraitChange? in
            let key = TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
            guard let device = state.devices[path.target.deviceID], let record = device.traits[key] else { return nil }
            return TraitChange(
                path: path, descriptor: record.descriptor,
                attributes: dirty.isWhole
                    ? record.attributes
                    : StructureValue(record.attributes.fields.filter { dirty.attributes.contains($0.key) }),
                connectivity: dirty.connectivity ? device.connectivity : nil)
        }
        let record = ReportRecord(
            position: position, cause: cause, observedAt: observedAt, states: states, objects: objects)
        return record.size <= mostBytes ? record : nil
    }
}
