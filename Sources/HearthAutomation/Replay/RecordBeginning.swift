internal import HearthCalendar
package import HearthTraitDescriptors

/// Reconstructs the state of a home at the beginning of a record. Attributes without changes since then have their
/// present values; for the others the value before the first change must be looked up elsewhere.
package struct RecordBeginning: Sendable {
    /// An alias for clients in which `TraitAttribute` names another type.
    package typealias Attribute = TraitAttribute

    private let reading: GraphReading
    /// The present values of the attributes that the graph reads.
    private let present: RecordedHome
    /// The time of each attribute's first change, since 1970.
    private var changes: [TraitAttribute: Duration] = [:]
    /// The first connectivity change of each device.
    private var reached: [String: Bool] = [:]

    /// - Parameters:
    ///   - graphs: the graphs to run and those of their children.
    ///   - present: the home now; changes that it receives meanwhile may be noted too.
    package init(for graphs: [AutomationGraph], present: some AutomationHome) {
        reading = GraphReading(graphs, in: present)
        var descriptors: [UInt32: TraitDescriptor] = [:]
        var (traits, online): ([TraitPath: StructureValue], [String: Bool]) = ([:], [:])
        for path in reading.paths.union(reading.actions) { descriptors[path.traitID] = present.descriptor(path) }
        for path in reading.paths { traits[path] = present.attributes(path) }
        for device in reading.devices { online[device] = present.isOnline(device) }
        self.present = RecordedHome(
            id: present.id, place: present.place, descriptors: descriptors, traits: traits, online: online,
            groups: reading.groups)
    }

    /// The traits that the graph reads. Other changes need not be noted or replayed.
    package var paths: Set<TraitPath> { reading.paths }

    /// Notes a change of the record. Changes must come from newest to oldest.
    package mutating func note(_ recorded: RecordedChange) {
        for item in recorded.change.attributes where reading.paths.contains(item.path) {
            for id in item.values.fields.keys { changes[TraitAttribute(item.path, id)] = recorded.at }
        }
        for (device, isOnline) in recorded.online where reading.devices.contains(device) { reached[device] = isOnline }
    }

    /// The attributes that changed, whose values before the change must be looked up.
    package var changed: [TraitAttribute] {
        changes.keys.sorted { one, other in
            (one.path.target.deviceID, one.path.target.endpoint, one.path.traitID, one.id)
                < (other.path.target.deviceID, other.path.target.endpoint, other.path.traitID, other.id)
        }
    }

    /// The schema of an attribute's trait; nil if unknown. It may have changed since the record.
    package func descriptor(of attribute: TraitAttribute) -> TraitDescriptor? { present.descriptor(attribute.path) }

    /// The home at the beginning of the record, and the gaps: attributes that the graph reads and whose value then is
    /// unknown.
    ///
    /// - Parameter before: the known values of attributes before their first change. Null means that the value was null
    ///   or that there was none yet.
    package func home(before: [TraitAttribute: TraitValue]) -> (home: RecordedHome, gaps: [RecordGap]) {
        var home = present
        for path in reading.paths {
            var values = StructureValue(
                (present.traits[path]?.fields ?? [:]).filter { changes[TraitAttribute(path, $0.key)] == nil })
            let known = before.filter { $0.key.path == path }
            for (attribute, value) in known where value != .null { values[attribute.id] = value }
            // A trait without any value was added later.
            home.traits[path] = nil
            guard !values.isEmpty else { continue }
            for (attribute, value) in known where value == .null { values[attribute.id] = value }
            home.traits[path] = values
        }
        // Before its first change, a device was in the opposite state.
        for (device, isOnline) in reached { home.online[device] = !isOnline }
        let gaps = reading.attributes.filter { home.traits[$0.path] != nil && home.traits[$0.path]?[$0.id] == nil }
        return (
            home,
            gaps.compactMap { attribute in
                changes[attribute].map { .value(attribute.path, attribute.id, until: $0) }
            }
        )
    }
}

/// The parts of a home that graphs read.
struct GraphReading: Sendable {
    /// The traits of starters and state readers, and those that may be restored.
    private(set) var paths: Set<TraitPath> = []
    /// The traits of actions.
    private(set) var actions: Set<TraitPath> = []
    /// The traits that actions may change and a restoration may restore.
    private var restorable: Set<TraitPath> = []
    /// The present endpoints of the groups that actions name.
    private(set) var groups: [TraitReference: [TraitTarget]] = [:]
    /// The attributes that expressions read, in written order.
    private(set) var attributes: [TraitAttribute] = []

    init(_ graphs: [AutomationGraph], in home: some AutomationHome) {
        var hasRestoration = false
        for graph in graphs {
            let nodes = graph.nodes
            for node in nodes {
                switch node.kind {
                case .starter(let starter): paths.insert(starter.trait.path)
                case .wait(let wait): paths.formUnion(wait.starters.map(\.trait.path))
                case .stateReader(let trait): paths.insert(trait.path)
                case .action(let action): add(action, in: home)
                case .restoration: hasRestoration = true
                default: continue
                }
            }
            addAttributes(of: nodes)
        }
        if hasRestoration { paths.formUnion(restorable) }
    }

    private mutating func add(_ action: Action, in home: some AutomationHome) {
        let trait = action.trait
        var found = [trait.path]
        if let group = trait.group {
            let targets = home.targets(in: group, deviceType: trait.deviceType, traitID: trait.traitID)
            groups[trait] = targets
            found = (targets ?? []).map { TraitPath($0, trait.traitID) }
        }
        actions.formUnion(found)
        for path in found {
            restorable.insert(path)
            restorable.formUnion(Restorable.changes(by: action.commandID, [:], of: path).map(\.attribute.path))
        }
    }

    private mutating func addAttributes(of nodes: [AutomationNode]) {
        var traits: [UInt32: TraitPath] = [:]
        for node in nodes {
            switch node.kind {
            case .starter(let starter) where starter.eventID == nil: traits[node.id] = starter.trait.path
            case .stateReader(let trait): traits[node.id] = trait.path
            default: continue
            }
        }
        var known = Set(attributes)
        for reference in nodes.flatMap(\.expressions).flatMap(\.references) {
            guard let path = traits[reference.nodeID], let id = reference.path.first else { continue }
            let attribute = TraitAttribute(path, id)
            if known.insert(attribute).inserted { attributes.append(attribute) }
        }
    }

    /// The devices that the graphs read.
    var devices: Set<String> { Set(paths.map(\.target.deviceID)) }
}
