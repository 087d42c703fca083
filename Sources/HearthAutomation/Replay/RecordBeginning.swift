internal import HearthCalendar
package import HearthTraitModel

/// Finds out how a home was when a record begins: what did not change since is as it is now, and of what did the value
/// before its first change is wanted from elsewhere.
package struct RecordBeginning: Sendable {
    /// An attribute of a trait.
    package struct Attribute: Hashable, Sendable {
        package let path: TraitPath
        package let id: UInt32

        package init(_ path: TraitPath, _ id: UInt32) {
            self.path = path
            self.id = id
        }
    }

    private let reading: GraphReading
    /// What the graph reads, as it is now.
    private let present: RecordedHome
    /// When attributes changed first, as time since 1970.
    private var changes: [Attribute: Duration] = [:]
    /// What was first said of whether devices can be reached.
    private var reached: [String: Bool] = [:]

    /// - Parameter present: the home as it is now; changes that it gets meanwhile may be noted too.
    package init(for graph: AutomationGraph, present: some AutomationHome) {
        reading = GraphReading(graph)
        var descriptors: [UInt32: TraitDescriptor] = [:]
        var (traits, online): ([TraitPath: StructureValue], [String: Bool]) = ([:], [:])
        for path in reading.paths.union(reading.actions) { descriptors[path.traitID] = present.descriptor(path) }
        for path in reading.paths { traits[path] = present.attributes(path) }
        for device in reading.devices { online[device] = present.isOnline(device) }
        var groups: [TraitReference: [TraitTarget]] = [:]
        for case .action(let action) in graph.nodes.map(\.kind) {
            guard let group = action.trait.group else { continue }
            groups[action.trait] = present.targets(
                in: group, deviceType: action.trait.deviceType, traitID: action.trait.traitID)
        }
        self.present = RecordedHome(
            id: present.id, place: present.place, descriptors: descriptors, traits: traits, online: online,
            groups: groups)
    }

    /// The traits that the graph reads: others need not be noted, nor run over.
    package var paths: Set<TraitPath> { reading.paths }

    /// Takes a change of the record. They are taken from the newest to the oldest.
    package mutating func note(_ recorded: RecordedChange) {
        for item in recorded.change.attributes where reading.paths.contains(item.path) {
            for id in item.values.fields.keys { changes[Attribute(item.path, id)] = recorded.at }
        }
        for (device, isOnline) in recorded.online where reading.devices.contains(device) { reached[device] = isOnline }
    }

    /// The attributes that changed: what they were before is to be looked up.
    package var changed: [Attribute] {
        changes.keys.sorted { one, other in
            (one.path.target.deviceID, one.path.target.endpoint, one.path.traitID, one.id)
                < (other.path.target.deviceID, other.path.target.endpoint, other.path.traitID, other.id)
        }
    }

    /// What is known of a trait: nil where its attributes may be of another kind now.
    package func descriptor(of attribute: Attribute) -> TraitDescriptor? { present.descriptor(attribute.path) }

    /// The home as it was, and what is not known of it though the graph asks for it.
    ///
    /// - Parameter before: what attributes were before they changed, as far as that is known. A null says either that it
    ///   was null or that there was nothing yet.
    package func home(before: [Attribute: TraitValue]) -> (home: RecordedHome, gaps: [RecordGap]) {
        var home = present
        for path in reading.paths {
            var values = StructureValue(
                (present.traits[path]?.fields ?? [:]).filter { changes[Attribute(path, $0.key)] == nil })
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

/// What a graph reads of a home.
struct GraphReading: Sendable {
    /// The traits of starters and state readers.
    private(set) var paths: Set<TraitPath> = []
    /// The traits of actions.
    private(set) var actions: Set<TraitPath> = []
    /// The attributes that expressions ask for, in the order in which they are written.
    private(set) var attributes: [RecordBeginning.Attribute] = []

    init(_ graph: AutomationGraph) {
        let nodes = graph.nodes
        var traits: [UInt32: TraitPath] = [:]
        for node in nodes {
            switch node.kind {
            case .starter(let starter):
                paths.insert(starter.trait.path)
                if starter.eventID == nil { traits[node.id] = starter.trait.path }
            case .stateReader(let trait):
                paths.insert(trait.path)
                traits[node.id] = trait.path
            case .action(let action): actions.insert(action.trait.path)
            default: continue
            }
        }
        var known: Set<RecordBeginning.Attribute> = []
        for reference in nodes.flatMap(\.expressions).flatMap(\.references) {
            guard let path = traits[reference.nodeID], let id = reference.path.first else { continue }
            let attribute = RecordBeginning.Attribute(path, id)
            if known.insert(attribute).inserted { attributes.append(attribute) }
        }
    }

    /// The devices that it reads.
    var devices: Set<String> { Set(paths.map(\.target.deviceID)) }
}
