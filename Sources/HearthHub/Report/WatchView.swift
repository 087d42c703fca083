internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// What a subscriber sees of the home: a filter, and what its rights hide. Two that are equal see the same bytes.
final class WatchView: Hashable, Sendable {
    /// A filter of `HomeService.Watch`; sets that are empty let everything pass.
    struct HomeFilter: Hashable, Sendable {
        var structures: Set<String> = []
        var devices: Set<String> = []
        var traits: Set<UInt32> = []
        var objectsOnly = false

        init() {}

        init(_ filter: Hearth_V1_WatchFilter) {
            structures = Set(filter.structureIDs)
            devices = Set(filter.deviceIDs)
            traits = Set(filter.traitIDs)
            objectsOnly = filter.objectsOnly
        }

        var isOpen: Bool { structures.isEmpty && devices.isEmpty && traits.isEmpty && !objectsOnly }
    }

    enum Scope: Hashable, Sendable {
        case home(HomeFilter)
        /// One trait, with only these attributes; none means all.
        case trait(TraitPath, attributes: Set<UInt32>)
    }

    /// What a view takes of a report.
    struct Selection: Sendable {
        var states: [TraitChange]
        var events: [EventChange]
        var objects: [ObjectUpdate]

        var isEmpty: Bool { states.isEmpty && events.isEmpty && objects.isEmpty }
    }

    let scope: Scope
    let access: ReadAccess
    private let hash: Int

    init(_ scope: Scope, access: ReadAccess) {
        self.scope = scope
        self.access = access
        var hasher = Hasher()
        hasher.combine(scope)
        hasher.combine(access)
        hash = hasher.finalize()
    }

    static func == (left: WatchView, right: WatchView) -> Bool {
        left === right || (left.hash == right.hash && left.scope == right.scope && left.access == right.access)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    // MARK: What passes

    func passes(structure id: String) -> Bool {
        switch scope {
        case .home(let filter): filter.structures.isEmpty || filter.structures.contains(id)
        // Only the structure of its device is asked.
        case .trait: true
        }
    }

    /// The devices to which it is limited; nil when it is to none.
    var devices: Set<String>? {
        switch scope {
        case .home(let filter): filter.devices.isEmpty ? nil : filter.devices
        case .trait(let path, _): [path.target.deviceID]
        }
    }

    func passes(device id: String) -> Bool {
        switch scope {
        case .home(let filter): filter.devices.isEmpty || filter.devices.contains(id)
        case .trait(let path, _): path.target.deviceID == id
        }
    }

    func passes(_ path: TraitPath) -> Bool {
        switch scope {
        case .home(let filter):
            !filter.objectsOnly && (filter.traits.isEmpty || filter.traits.contains(path.traitID))
                && (filter.devices.isEmpty || filter.devices.contains(path.target.deviceID))
        case .trait(let only, _): only == path
        }
    }

    /// The attributes of a trait that can be seen.
    func visible(_ attributes: StructureValue, of traitID: UInt32) -> StructureValue {
        let visible = access.visible(attributes, of: traitID)
        guard case .trait(_, let only) = scope, !only.isEmpty else { return visible }
        return StructureValue(visible.fields.filter { only.contains($0.key) })
    }

    /// What can be seen of a report.
    func select(_ record: ReportRecord) -> Selection {
        if case .home(let filter) = scope, filter.isOpen, access.hidesNothing {
            return Selection(states: record.states, events: record.events, objects: record.objects)
        }
        return Selection(
            states: record.states.compactMap(select), events: record.events.filter(passes),
            objects: record.objects.filter(passes))
    }

    private func select(_ change: TraitChange) -> TraitChange? {
        guard passes(change.path) else { return nil }
        let attributes = visible(change.attributes, of: change.path.traitID)
        guard !attributes.isEmpty || change.connectivity != nil else { return nil }
        return TraitChange(
            path: change.path, descriptor: change.descriptor, attributes: attributes,
            connectivity: change.connectivity)
    }

    func passes(_ event: EventChange) -> Bool {
        passes(event.path) && access.allows(event: event.event.id, of: event.path.traitID)
    }

    private func passes(_ object: ObjectUpdate) -> Bool {
        guard case .home = scope else { return false }
        switch object {
        case .structure, .room, .removedStructure, .removedRoom: return true
        case .device(let device): return passes(device: device.id)
        case .removedDevice(let id): return passes(device: id)
        }
    }
}
