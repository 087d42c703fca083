package import HearthAutomation

/// The result of reading a text.
package struct ReadAutomation: Sendable {
    package let text: AutomationText
    /// The names to resolve before it can be saved; the graph contains their ids as in the text.
    package let open: [OpenName]
    /// The line where it begins.
    package let line: Int
    /// The nodes in written order, with their lines.
    package let nodes: [(id: UInt32, line: Int)]

    /// The most bytes of a text.
    package static let maxBytes = 1 << 20

    /// Reads the texts of one or more automations, one after the other.
    ///
    /// - Parameters:
    ///   - names: the names of the home that the texts are for.
    ///   - mapping: names or ids of this home, by names or ids in the text. Names that are neither in this home nor
    ///     mapped stay open; none is guessed.
    ///   - limits: the limits of an automation; the rest of a text that exceeds one is not read.
    /// - Throws: ``AutomationTextError`` with the line, the column and the remedy.
    package static func all(
        in text: String, _ names: AutomationNames, mapping: [String: String] = [:],
        limits: AutomationLimits = AutomationLimits()
    ) throws(AutomationTextError) -> [ReadAutomation] {
        guard text.utf8.count <= maxBytes else {
            throw AutomationTextError(
                line: 1, column: 1, message: "a text may have at most \(maxBytes) bytes; split it")
        }
        let lines = try TextLines(text)
        var parts: [[TextBlock]] = []
        for block in lines.blocks {
            var scanner = TextScanner(lines.bytes, block.line)
            if scanner.takeWords("automation"), scanner.take(":") { parts.append([]) }
            guard !parts.isEmpty else {
                throw scanner.failure("the text of an automation begins with automation: and its name in quotes")
            }
            parts[parts.count - 1].append(block)
        }
        guard !parts.isEmpty else {
            throw AutomationTextError(
                line: 1, column: 1, message: "the text is empty; hearth automations export shows the format")
        }
        var all: [ReadAutomation] = []
        for part in parts { all.append(try Self(part, lines.bytes, names, mapping, limits)) }
        return all
    }

    private init(
        _ blocks: [TextBlock], _ bytes: [UInt8], _ names: AutomationNames, _ mapping: [String: String],
        _ limits: AutomationLimits
    ) throws(AutomationTextError) {
        var header = TextHeader(bytes)
        for block in blocks { try header.read(block) }
        let end = TextScanner(bytes, blocks.first?.line ?? TextLine(number: 1, beginning: 0, start: 0, end: 0))
        guard let name = header.name else { throw end.failure("the name is missing") }
        guard let steps = header.steps else {
            throw end.failure("the automation \(TextScanner.quote(name)) has no steps; put a line steps: under it")
        }
        var objects = TextObjects(names, mapping)
        for block in header.uses {
            var scanner = TextScanner(bytes, block.line)
            try objects.use(&scanner)
        }
        var parser = TextParser(bytes, names, objects)
        let root = try parser.root(steps.block, isOne: steps.isOne, number: steps.number)
        var unknown: [[UInt8]] = []
        var places: [TextScanner] = []
        root.visit { draft in
            if let bytes = draft.unknown { unknown.append(bytes) }
            places.append(draft.place)
        }
        // First, because the steps after this take time that grows with the number of nodes.
        if places.count > limits.nodes {
            throw places[limits.nodes].failure(GraphSize.message(.nodes, limits))
        }
        let graph = AutomationGraph(root: try root.node(names))
        let nodes = zip(graph.nodes, places).map { (id: $0.id, place: $1) }
        if let excess = GraphSize(graph, limits).excess {
            let place = nodes.first { $0.id == excess.nodeID }?.place ?? end
            throw place.failure(GraphSize.message(excess.size, limits))
        }
        text = AutomationText(
            name: name, description: header.description ?? "", isActive: header.isActive ?? true,
            settings: header.settings, graph: graph, unknownNodes: unknown,
            unknownFields: header.unknownFields)
        open = parser.objects.open
        line = end.lineNumber
        self.nodes = nodes.map { ($0.id, $0.place.lineNumber) }
    }
}

extension TextParser {
    /// Reads the outermost flow.
    fileprivate mutating func root(
        _ block: TextBlock, isOne: Bool, number: UInt32?
    ) throws(AutomationTextError) -> TextDraft {
        let nodes = try nodes(block.blocks)
        let place = TextScanner(bytes, block.line)
        if isOne {
            guard nodes.count == 1, let only = nodes.first else {
                throw place.failure("step: holds one step; say steps: for several")
            }
            return only
        }
        var root = TextDraft(place, nodes) { _, _, nodes in .sequential(nodes) }
        root.number = number
        return root
    }
}
