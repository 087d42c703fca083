internal import HearthBase
internal import HearthTraitCore
internal import HearthWire

/// What of a structure a watch that is behind has not got: everything that changed after a turn.
struct MissedChanges: Sendable {
    /// What they come to as a view shows them.
    enum Sum: Sendable {
        case nothing
        case report(ReportRecord)
        /// More than is remembered, or than fits a message: only a new snapshot helps.
        case tooMuch
    }

    /// What was made for one watch, for others that missed the same.
    struct Shared: Sendable {
        fileprivate let turns: Range<UInt64>
        fileprivate let version: UInt64
        fileprivate let position: StructurePosition
        fileprivate let view: WatchView
        fileprivate let sum: Sum
    }

    let last: LastChanges
    let turn: UInt64
    var shared: Shared?

    var hasEvents: Bool { last.hasEvents(after: turn) }

    /// One report of everything, with the values that the state has now.
    ///
    /// - Parameters:
    ///   - entering: devices that the client gets whole, as they came into its view.
    ///   - leaving: devices that left it, of which it gets what became of them.
    ///   - own: a cause whose changes it does not get; nil for none.
    mutating func sum(
        from state: StructureState, for view: WatchView, at position: StructurePosition, entering: Set<String> = [],
        leaving: Set<String> = [], except own: ChangeCause? = nil, limits: WatchLimits
    ) -> Sum {
        guard entering.isEmpty, leaving.isEmpty, own == nil, turn < last.turn else {
            return made(from: state, for: view, position, entering, leaving, except: own, limits)
        }
        if let shared, shared.turns == turn..<last.turn, shared.version == state.version, shared.view === view,
            shared.position == position
        {
            return shared.sum
        }
        let sum = made(from: state, for: view, position, entering, leaving, except: own, limits)
        shared = Shared(turns: turn..<last.turn, version: state.version, position: position, view: view, sum: sum)
        return sum
    }

    /// Of a structure that is gone nothing else is left to tell.
    func removal(of state: StructureState) -> ReportRecord {
        ReportRecord(
            position: state.position, cause: last.cause(after: turn), observedAt: last.observedAt,
            objects: [.removedStructure(state.id)])
    }

    private func made(
        from state: StructureState, for view: WatchView, _ position: StructurePosition, _ entering: Set<String>,
        _ leaving: Set<String>, except own: ChangeCause?, _ limits: WatchLimits
    ) -> Sum {
        guard last.knows(after: turn), entering.count <= limits.dirtyPaths else { return .tooMuch }
        var sum = Parts(state: state, view: view, leaving: leaving)
        for entry in last.entries(after: turn) { sum.add(entry, after: turn, entering: entering, except: own) }
        for id in entering { sum.add(whole: id) }
        guard !sum.isEmpty else { return .nothing }
        let record = ReportRecord(
            position: position, cause: last.cause(after: turn), observedAt: sum.observedAt,
            states: sum.states.reversed(), objects: sum.objects)
        return record.size <= limits.reportBytes ? .report(record) : .tooMuch
    }

    /// What a report is made of.
    private struct Parts {
        let state: StructureState
        let view: WatchView
        let leaving: Set<String>
        var states: [TraitChange] = []
        var observedAt: Duration = .zero
        private var isStructureIn = false
        private var rooms: [String] = []
        private var devices: Set<String> = []

        init(state: StructureState, view: WatchView, leaving: Set<String>) {
            self.state = state
            self.view = view
            self.leaving = leaving
        }

        var isEmpty: Bool { states.isEmpty && !isStructureIn && rooms.isEmpty && devices.isEmpty }

        mutating func add(
            _ entry: LastChanges.Entry, after turn: UInt64, entering: Set<String>, except own: ChangeCause?
        ) {
            switch entry.subject {
            case .trait(let path):
                guard view.passes(path), !entering.contains(path.target.deviceID) else { return }
                func isMissed(_ attribute: LastChanges.Attribute) -> Bool {
                    attribute.turn > turn && (own == nil || attribute.cause != own)
                }
                let ids = entry.attributes.filter(isMissed).map(\.id)
                guard add(path, only: ids, connectivity: entry.connectivity.map(isMissed) ?? false) else { return }
            case .structure, .room, .device:
                guard view.showsObjects else { return }
                let isOwn = own != nil && entry.cause == own
                switch entry.subject {
                case .room(let id) where !isOwn: rooms.append(id)
                case .device(let id) where !isOwn && view.passes(device: id) || leaving.contains(id): devices.insert(id)
                case .structure where !isOwn: isStructureIn = true
                default: return
                }
            }
            observedAt = max(observedAt, entry.observedAt)
        }

        /// All of a device.
        mutating func add(whole id: String) {
            guard view.passes(device: id) else { return }
            devices.insert(id)
            guard let device = state.devices[id] else { return }
            for (key, trait) in device.orderedTraits {
                let path = TraitPath(device.target(key.endpoint), key.traitID)
                guard view.passes(path), add(path, only: nil, connectivity: true) else { continue }
                observedAt = max(observedAt, trait.observedAt)
            }
        }

        /// - Returns: whether there is something to tell of it.
        private mutating func add(_ path: TraitPath, only ids: [UInt32]?, connectivity: Bool) -> Bool {
            let key = TraitKey(endpoint: path.target.endpoint, traitID: path.traitID)
            guard let device = state.devices[path.target.deviceID], let record = device.traits[key] else {
                return false
            }
            let fields =
                if let ids { record.attributes.fields.filter { ids.contains($0.key) } } else {
                    record.attributes.fields
                }
            let attributes = StructureValue(fields)
            guard connectivity || !view.visible(attributes, of: path.traitID).isEmpty else { return false }
            states.append(
                TraitChange(
                    path: path, descriptor: record.descriptor, attributes: attributes,
                    connectivity: connectivity ? device.connectivity : nil))
            return true
        }

        /// In the order in which a client can use them.
        var objects: [ObjectUpdate] {
            var objects: [ObjectUpdate] = []
            if isStructureIn {
                objects.append(state.isRemoved ? .removedStructure(state.id) : .structure(state.message))
            }
            objects += rooms.sorted().map { id in
                state.room(id).map { .room(state.message($0)) } ?? .removedRoom(id)
            }
            objects += devices.sorted().map { id in
                state.devices[id].map { .device(state.message($0)) } ?? .removedDevice(id)
            }
            return objects
        }
    }
}
