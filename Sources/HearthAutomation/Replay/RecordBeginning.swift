package import HearthCalendar
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
    /// When attributes changed first, as time since 1970.
    private var changes: [Attribute: Duration] = [:]
    /// What was first said of whether devices can be reached.
    private var reached: [String: Bool] = [:]

    package init(for graph: AutomationGraph) { reading = GraphReading(graph) }

    /// Takes the next change of the record, from its beginning to now.
    package mutating func note(_ recorded: RecordedChange) {
        for item in recorded.change.attributes where reading.paths.contains(item.path) {
            for id in item.values.fields.keys {
                let attribute = Attribute(item.path, id)
                if changes[attribute] == nil { changes[attribute] = recorded.at }
            }
        }
        for (device, isOnline) in recorded.online where reading.devices.contains(device) && reached[device] == nil {
            reached[device] = isOnline
        }
    }

    /// The attributes that changed: what they were before is to be looked up.
    package var changed: [Attribute] {
        changes.keys.sorted { one, other in
            (one.path.target.deviceID, one.path.target.endpoint, one.path.traitID, one.id)
                < (other.path.target.deviceID, other.path.target.endpoint, other.path.traitID, other.id)
        }
    }

    /// The home as it was, and what is not known of it though the graph asks for it.
    ///
    /// - Parameters:
    ///   - present: the home as it is after all that was noted.
    ///   - before: what attributes were before they changed, as far as that is known.
    package func home(
        present: some AutomationHome, before: [Attribute: TraitValue]
    ) -> (home: RecordedHome, gaps: [RecordGap]) {
        var descriptors: [UInt32: TraitDescriptor] = [:]
        var (traits, online): ([TraitPath: StructureValue], [String: Bool]) = ([:], [:])
        for path in reading.paths.union(reading.actions) { descriptors[path.traitID] = present.descriptor(path) }
        for path in reading.paths {
            var values: StructureValue = [:]
            for (id, value) in present.attributes(path)?.fields ?? [:] where changes[Attribute(path, id)] == nil {
                values[id] = value
            }
            for (attribute, value) in before where attribute.path == path { values[attribute.id] = value }
            // A trait of which nothing was there came later.
            if !values.isEmpty { traits[path] = values }
        }
        for device in reading.devices {
            // What changed was the other way round before.
            online[device] = reached[device].map { !$0 } ?? present.isOnline(device)
        }
        let home = RecordedHome(
            id: present.id, place: present.place, descriptors: descriptors, traits: traits, online: online)
        let gaps = reading.attributes.filter { traits[$0.path] != nil && traits[$0.path]?[$0.id] == nil }.compactMap {
            attribute in changes[attribute].map { RecordGap.value(attribute.path, attribute.id, until: $0) }
        }
        return (home, gaps)
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
