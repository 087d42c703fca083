internal import HearthCalendar
package import HearthTraitModel

/// Finds out how a home was when a record begins: what did not change since is as it is now, and of what did the value
/// before its first change is wanted from elsewhere.
package struct RecordBeginning: Sendable {
    /// Named so where apps' attributes have the other name.
    package typealias Attribute = TraitAttribute

    private let reading: GraphReading
    /// What the graph reads, as it is now.
    private let present: RecordedHome
    /// When attributes changed first, as time since 1970.
    private var changes: [TraitAttribute: Duration] = [:]
    /// What was first said of whether devices can be reached.
    private var reached: [String: Bool] = [:]

    /// - Parameters:
    ///   - graphs: what is to be run, with what it runs as its children.
    ///   - present: the home as it is now; changes that it gets meanwhile may be noted too.
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

    /// The traits that the graph reads: others need not be noted, nor run over.
    package var paths: Set<TraitPath> { reading.paths }

    /// Takes a change of the record. They are taken from the newest to the oldest.
    package mutating func note(_ recorded: RecordedChange) {
        for item in recorded.change.attributes where reading.paths.contains(item.path) {
            for id in item.values.fields.keys { changes[TraitAttribute(item.path, id)] = recorded.at }
        }
        for (device, isOnline) in recorded.online where reading.devices.contains(device) { reached[device] = isOnline }
    }

    /// The attributes that changed: what they were before is to be looked up.
    package var changed: [TraitAttribute] {
        changes.keys.sorted { one, other in
            (one.path.target.deviceID, one.path.target.endpoint, one.path.traitID, one.id)
                < (other.path.target.deviceID, other.path.target.endpoint, other.path.traitID, other.id)
        }
    }

    /// What is known of a trait: nil where its attributes may be of another kind now.
    package func descriptor(of attribute: TraitAttribute) -> TraitDescriptor? { present.descriptor(attribute.path) }

    /// The home as it was, and what is not known of it though the graph asks for it.
    ///
    /// - Parameter before: what attributes were before they changed, as far as that is known. A null says either that it
    ///   was null or that there was nothing yet.
    package func home(before: [TraitAttribute: TraitValue]) -> (home: RecordedHome, gaps: [RecordGap]) {
        var home = present
        for path in reading.paths {
            var values = StructureValue(
                (present.traits[path]?.fields ?? [:]).filter { changes[TraitAttribute(path, $0.key)] == nil })
            let known = before.filter { $0.key.path == path }
            for (attribute, value) in known where value != .null { values[attribute.id] = value }
            // A trait of which nothing was there came later.
            home.traits[path] = nil
            guard !values.isEmpty else { continue }
            for (attribute, value) in known where value == .null { values[attribute.id] = value }
            home.traits[path] = values
        }
        // What changed was the other way round before.
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

/// What graphs read of a home.
struct GraphReading: Sendable {
    /// The traits of starters and state readers, and of what is put back.
    private(set) var paths: Set<TraitPath> = []
    /// The traits of actions.
    private(set) var actions: Set<TraitPath> = []
    /// What actions may change so that it can be put back.
    private var restorable: Set<TraitPath> = []
    /// What the groups of actions have.
    private(set) var groups: [TraitReference: [TraitTarget]] = [:]
    /// The attributes that expressions ask for, in the order in which they are written.
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

    /// The devices that they read.
    var devices: Set<String> { Set(paths.map(\.target.deviceID)) }
}

extension AutomationGraph {
    /// The automations that it runs as its children.
    package var children: Set<String> {
        Set(nodes.compactMap { node in if case .execution(let id) = node.kind { id } else { nil } })
    }
}
