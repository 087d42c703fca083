internal import HearthAutomation
internal import HearthTraitDescriptors

extension AutomationText {
    /// The text of an automation, for people to read and edit. The same automation in the same home gives the same
    /// text.
    package func text(_ names: AutomationNames) -> String { written(names).text }

    /// The text and the positions of its nodes.
    package func written(_ names: AutomationNames) -> (text: String, nodes: [WrittenNode]) {
        var printer = TextPrinter(graph, unknownNodes, names)
        var lines = ["automation: \(TextScanner.quote(name))"]
        if !description.isEmpty { lines.append("description: \(TextScanner.quote(description))") }
        lines.append("active: \(isActive ? "yes" : "no")")
        lines += settings.lines
        if !unknownFields.isEmpty { lines.append("kept: \(TextScanner.hex(unknownFields))") }
        lines += printer.uses
        printer.root(graph.root)
        let head = lines.count + 1
        let text = (lines + [""] + printer.lines).joined(separator: "\n") + "\n"
        let nodes = printer.nodes.map { node in
            WrittenNode(id: node.id, line: node.line + head, lastLine: node.lastLine + head, column: node.column)
        }
        return (text, nodes)
    }
}

/// The position of a node in a written text.
package struct WrittenNode: Hashable, Sendable {
    package let id: UInt32
    /// Its first line, counted from 1.
    package let line: Int
    /// The last line of the node and its descendants.
    package fileprivate(set) var lastLine: Int
    /// The character in its first line where its statement begins, after indentation and number; counted from 1.
    package let column: Int
}

extension AutomationText.Settings {
    fileprivate var lines: [String] {
        var lines: [String] = []
        if mode != 0 { lines.append("mode: \(TextWords.modes.first { $0.mode == mode }?.word ?? String(mode))") }
        if maxRuns != 0 { lines.append("runs at once: \(maxRuns)") }
        if maxExecutions != 0 { lines.append("runs in all: \(maxExecutions)") }
        if let catchUp { lines.append("catch up: \(TextScanner.span(catchUp))") }
        if allowsSensitiveActions { lines.append("may unlock and open: yes") }
        if scene != 0 { lines.append("scene: \(TextWords.scenes.first { $0.scene == scene }?.word ?? String(scene))") }
        return lines
    }
}

/// Writes a graph, line by line.
struct TextPrinter {
    let names: AutomationNames
    let readers: TextReaders
    private let labels: [(label: String, object: AutomationNames.Object)]
    private let labelsByObject: [AutomationNames.Object: String]
    private let sayingNumber: Set<Int>
    private var unknownNodes: ArraySlice<[UInt8]>
    private var place = 0
    private(set) var lines: [String] = []
    /// The written nodes, in order. Lines are counted from the first line of the steps.
    private(set) var nodes: [WrittenNode] = []

    init(_ graph: AutomationGraph, _ unknownNodes: [[UInt8]], _ names: AutomationNames) {
        self.names = names
        self.unknownNodes = unknownNodes[...]
        let nodes = graph.nodes
        let readers = TextReaders(nodes.compactMap(TextReader.init))
        self.readers = readers
        let labels = Self.labels(Set(nodes.flatMap(\.objects)), names)
        self.labels = labels
        labelsByObject = Dictionary(labels.map { ($0.object, $0.label) }, uniquingKeysWith: { first, _ in first })
        var named: Set<UInt32> = []
        for node in nodes {
            for reference in node.expressions.flatMap(\.references)
            where Self.reader(reference, in: node.id, readers) == nil {
                named.insert(reference.nodeID)
            }
        }
        sayingNumber = NodeNumbers.places(nodes.map(\.id), named: named)
    }

    // MARK: Objects

    /// A unique label for each object except the home itself.
    private static func labels(
        _ objects: Set<AutomationNames.Object>, _ names: AutomationNames
    ) -> [(label: String, object: AutomationNames.Object)] {
        let named = objects.filter { !Self.isHome($0, names) }
            .map { object in (names.name(of: object).flatMap { $0.isEmpty ? nil : $0 } ?? object.id, object) }
            .sorted { ($0.0, $0.1.kind.rawValue, $0.1.id) < ($1.0, $1.1.kind.rawValue, $1.1.id) }
        var taken: Set<String> = []
        return named.map { name, object in
            var label = name
            var number = 1
            while !taken.insert(label.lowercased()).inserted {
                number += 1
                label = "\(name) (\(number))"
            }
            return (label, object)
        }
    }

    /// The `uses:` block, which gives the object of each name.
    var uses: [String] {
        guard !labels.isEmpty else { return [] }
        return ["", "uses:"]
            + labels.map { label, object in
                let id = TextScanner.isPlainID(object.id) ? object.id : TextScanner.quote(object.id)
                return "  \(TextScanner.quote(label)) = \(object.kind.rawValue) \(id)"
            }
    }

    private static func isHome(_ object: AutomationNames.Object, _ names: AutomationNames) -> Bool {
        object.id == names.structureID && (object.kind == .device || object.kind == .home)
    }

    func label(_ object: AutomationNames.Object) -> String {
        if Self.isHome(object, names) { return "home" }
        return TextScanner.quote(labelsByObject[object] ?? object.id)
    }

    /// The text of a trait, such as `"Hall Lamp" part 2 as OnOffLight OnOff` or `all in room "Kitchen" as OnOffLight
    /// OnOff`.
    func trait(_ trait: TraitReference) -> String {
        var words: [String] = []
        if let group = trait.group {
            let label = label(group.object)
            words.append("all in \(label == "home" ? label : "\(group.object.kind.rawValue) \(label)")")
        } else {
            words.append(label(AutomationNames.Object(.device, trait.target.deviceID)))
        }
        if trait.group == nil, trait.target.endpoint != Self.usualEndpoint(trait.target.deviceID, names) {
            words.append("part \(trait.target.endpoint)")
        }
        if let type = trait.deviceType { words.append("as \(names.typeWord(type))") }
        return (words + [names.traitWord(trait.traitID)]).joined(separator: " ")
    }

    /// The endpoint that need not be written: 1 for a device, 0 for the structure.
    static func usualEndpoint(_ deviceID: String, _ names: AutomationNames) -> UInt16 {
        deviceID == names.structureID ? 0 : 1
    }

    /// How a reference is written without its node's number; nil if the number is needed.
    static func reader(_ reference: FieldReference, in node: UInt32, _ readers: TextReaders) -> ReferenceForm? {
        guard let reader = readers[reference.nodeID], reader.trait.group == nil, !reference.path.isEmpty else {
            return nil
        }
        if reference.nodeID == node { return .own }
        let all = readers.of(reader.trait)
        return all.count == 1 && all[0].id == reference.nodeID ? .trait(reader.trait) : nil
    }

    /// The two ways to refer to a node without its number.
    enum ReferenceForm {
        /// By its trait: it is the only node that reads it.
        case trait(TraitReference)
        /// By `its`: the reference is in the node itself.
        case own
    }

    // MARK: Lines

    mutating func root(_ root: AutomationNode) {
        if case .sequential(let nodes) = root.kind {
            lines.append("steps:" + number(of: root).map { " " + $0 }.joined())
            block(nodes, 1)
        } else {
            lines.append("step:")
            node(root, 1)
        }
    }

    /// `@7`, if the node's number must be written. Must be called once for each node, in order.
    private mutating func number(of node: AutomationNode) -> [String] {
        defer { place += 1 }
        return sayingNumber.contains(place) ? ["@\(node.id)"] : []
    }

    private mutating func block(_ nodes: [AutomationNode], _ depth: Int) {
        if nodes.isEmpty { line("nothing", depth) }
        for node in nodes { self.node(node, depth) }
    }

    private mutating func line(_ text: String, _ depth: Int) {
        lines.append(String(repeating: "  ", count: depth) + text)
    }

    private mutating func node(_ node: AutomationNode, _ depth: Int) {
        let number = number(of: node).map { $0 + " " }.joined()
        let place = nodes.count
        let first = lines.count + 1
        nodes.append(WrittenNode(id: node.id, line: first, lastLine: first, column: depth * 2 + number.count + 1))
        defer { nodes[place].lastLine = lines.count }
        func said(_ text: String) -> String { number + text }
        switch node.kind {
        case .sequential(let nodes):
            line(said("in order:"), depth)
            block(nodes, depth + 1)
        case .parallel(let nodes):
            line(said("at the same time:"), depth)
            block(nodes, depth + 1)
        case .select(let nodes):
            line(said("any of:"), depth)
            block(nodes, depth + 1)
        case .ifChain(let chain):
            if chain.branches.isEmpty { line(said("if ():"), depth) }
            for (place, branch) in chain.branches.enumerated() {
                let condition = "if \(expression(branch.condition, in: node.id)):"
                body(of: place == 0 ? said(condition) : "else \(condition)", branch.node, depth)
            }
            if let otherwise = chain.otherwise { body(of: "else:", otherwise, depth) }
        case .unknown:
            line(said("kept \(TextScanner.hex(unknownNodes.popFirst() ?? []))"), depth)
        case .wait(let wait) where wait.expression == nil || !wait.starters.isEmpty:
            line(said(statement(node)), depth)
            if wait.starters.isEmpty { line("nothing", depth + 1) }
            for starter in wait.starters { line(self.starter(starter, node.id), depth + 1) }
        case .starter, .manualStarter, .stateReader, .condition, .action, .delay, .suppression, .assignment, .wait,
            .execution, .restoration:
            line(said(statement(node)), depth)
        }
    }

    /// Writes the body of a branch: one node, or the nodes of a sequence without its own line.
    private mutating func body(of header: String, _ node: AutomationNode, _ depth: Int) {
        if case .sequential(let nodes) = node.kind, nodes.count != 1 {
            line(([header] + number(of: node)).joined(separator: " "), depth)
            block(nodes, depth + 1)
        } else {
            line(header, depth)
            self.node(node, depth + 1)
        }
    }
}

extension AutomationNode {
    /// The objects that the node names, not counting its children.
    fileprivate var objects: [AutomationNames.Object] {
        switch kind {
        case .starter(let starter): [starter.trait.object]
        case .stateReader(let trait): [trait.object]
        case .action(let action): [action.trait.object]
        case .wait(let wait): wait.starters.map(\.trait.object)
        case .execution(let id): [.init(.automation, id)]
        default: []
        }
    }
}

extension TraitReference {
    fileprivate var object: AutomationNames.Object { group?.object ?? .init(.device, target.deviceID) }
}

extension DeviceGroup {
    /// The object that contains the devices.
    var object: AutomationNames.Object {
        switch self {
        case .room(let id): .init(.room, id)
        case .zone(let id): .init(.zone, id)
        case .serviceGroup(let id): .init(.group, id)
        case .structure(let id): .init(.home, id)
        }
    }

    /// The devices of an object; nil if the object can't contain devices.
    init?(_ object: AutomationNames.Object) {
        switch object.kind {
        case .room: self = .room(object.id)
        case .zone: self = .zone(object.id)
        case .group: self = .serviceGroup(object.id)
        case .home: self = .structure(object.id)
        case .device, .automation: return nil
        }
    }
}
