internal import HearthAutomation
internal import HearthTraitDescriptors

/// Reads the text of one automation.
struct TextParser {
    let names: AutomationNames
    let bytes: [UInt8]
    private(set) var objects: TextObjects

    init(_ bytes: [UInt8], _ names: AutomationNames, _ objects: TextObjects) {
        self.bytes = bytes
        self.names = names
        self.objects = objects
    }

    // MARK: Lines

    /// Reads the nodes of some lines; an if and its else lines become one node.
    mutating func nodes(_ blocks: [TextBlock]) throws(AutomationTextError) -> [TextDraft] {
        var nodes: [TextDraft] = []
        var rest = blocks[...]
        while let block = rest.popFirst() {
            var scanner = TextScanner(bytes, block.line)
            if scanner.takeWords("nothing"), scanner.isAtEnd {
                guard blocks.count == 1 else {
                    throw scanner.failure("nothing is only for an empty block; remove the line")
                }
                try refuseLines(under: block)
                continue
            }
            scanner = TextScanner(bytes, block.line)
            nodes.append(try node(block, &scanner, &rest))
        }
        return nodes
    }

    private mutating func node(
        _ block: TextBlock, _ scanner: inout TextScanner, _ rest: inout ArraySlice<TextBlock>
    ) throws(AutomationTextError) -> TextDraft {
        let number = try self.number(&scanner)
        let start = scanner
        var draft: TextDraft
        if scanner.takeWords("if") {
            draft = try chain(block, &scanner, &rest)
        } else if let make = Self.flow(&scanner) {
            try Self.expectColon(&scanner)
            try scanner.expectEnd()
            draft = TextDraft(start, try nodes(block.blocks)) { _, _, nodes in make(nodes) }
        } else {
            draft = try statement(block, &scanner)
            try scanner.expectEnd()
        }
        draft.number = number
        return draft
    }

    /// Reads `@7`, the number of a line.
    private func number(_ scanner: inout TextScanner) throws(AutomationTextError) -> UInt32? {
        guard scanner.take("@") else { return nil }
        guard let number = scanner.takeNatural().flatMap(UInt32.init(exactly:)) else {
            throw scanner.failure("@ needs a number, as in @7")
        }
        return number
    }

    func refuseLines(under block: TextBlock) throws(AutomationTextError) {
        guard let first = block.blocks.first else { return }
        throw TextScanner(bytes, first.line).failure(
            "line \(block.line.number) can't contain lines; indent this one as far as that one")
    }

    private static func flow(_ scanner: inout TextScanner) -> (([AutomationNode]) -> AutomationNode.Kind)? {
        if scanner.takeWords("in", "order") { return { .sequential($0) } }
        if scanner.takeWords("at", "the", "same", "time") { return { .parallel($0) } }
        if scanner.takeWords("any", "of") { return { .select($0) } }
        return nil
    }

    static func expectColon(_ scanner: inout TextScanner) throws(AutomationTextError) {
        try scanner.expect(":", "a colon is missing here, before the lines that belong to this one")
    }

    // MARK: If, else if, else

    private mutating func chain(
        _ block: TextBlock, _ scanner: inout TextScanner, _ rest: inout ArraySlice<TextBlock>
    ) throws(AutomationTextError) -> TextDraft {
        let start = scanner
        var conditions: [(TextSyntax, TextScanner)] = []
        var bodies: [TextDraft] = []
        if scanner.take("("), scanner.take(")") {
            try Self.expectColon(&scanner)
            try scanner.expectEnd()
            try refuseLines(under: block)
        } else {
            scanner = start
            conditions.append((try expression(&scanner), start))
            bodies.append(try body(block, &scanner))
        }
        var hasOtherwise = false
        while let next = rest.first {
            var scanner = TextScanner(bytes, next.line)
            guard scanner.takeWords("else") else { break }
            guard !hasOtherwise else {
                throw scanner.failure("nothing can follow else; remove one of the two, or say else if")
            }
            rest.removeFirst()
            if scanner.takeWords("if") {
                conditions.append((try expression(&scanner), scanner))
            } else {
                hasOtherwise = true
            }
            bodies.append(try body(next, &scanner))
        }
        let (branches, hasElse) = (conditions, hasOtherwise)
        return TextDraft(start, bodies) { resolver, id, nodes throws(AutomationTextError) in
            var chain = IfChain([], otherwise: hasElse ? nodes.last : nil)
            for (condition, node) in zip(branches, nodes) {
                let expression = try resolver.expression(condition.0, in: id, condition.1)
                chain.branches.append(IfChain.Branch(expression, node))
            }
            return .ifChain(chain)
        }
    }

    /// Reads the body of a branch: one node, or several that form a sequence.
    private mutating func body(
        _ block: TextBlock, _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> TextDraft {
        try Self.expectColon(&scanner)
        let start = scanner
        let number = try self.number(&scanner)
        try scanner.expectEnd()
        let nodes = try nodes(block.blocks)
        if nodes.count == 1, let only = nodes.first {
            guard number == nil else {
                throw start.failure("only one line stands under this one; write the number before that")
            }
            return only
        }
        var draft = TextDraft(start, nodes) { _, _, nodes in .sequential(nodes) }
        draft.number = number
        return draft
    }

    // MARK: Objects

    /// Reads `"Hall Lamp" part 2 as OnOffLight OnOff`; `said` tells which optional parts were given.
    mutating func trait(
        _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> (trait: TraitReference, said: TextNodeName.Said) {
        var (trait, said) = try place(&scanner)
        scanner.skipBlanks()
        let place = scanner.at
        guard let word = scanner.takeName() else {
            throw scanner.failure(
                "name one of the device's traits, such as OnOff; hearth show lists them")
        }
        guard let id = names.trait(word) else {
            throw scanner.failure("there is no trait \(quoted(word))\(names.nearTraits(word))", at: place)
        }
        trait.traitID = id
        return (trait, said)
    }

    /// Reads `"Hall Lamp" part 2 as OnOffLight`, without a trait.
    mutating func place(
        _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> (trait: TraitReference, said: TextNodeName.Said) {
        var trait = try target(&scanner)
        var saysPart = false
        if trait.group == nil, scanner.takeWords("part") {
            guard let part = scanner.takeNatural().flatMap(UInt16.init(exactly:)) else {
                throw scanner.failure("the number of the part is missing here; hearth show lists them")
            }
            trait.target = TraitTarget(deviceID: trait.target.deviceID, endpoint: part)
            saysPart = true
        }
        var saysType = false
        if scanner.takeWords("as") {
            scanner.skipBlanks()
            let place = scanner.at
            let word = scanner.takeName() ?? ""
            guard let type = names.deviceType(word) else {
                throw scanner.failure("there is no device type \(quoted(word))\(names.nearTypes(word))", at: place)
            }
            trait.deviceType = type
            saysType = true
        }
        return (trait, TextNodeName.Said(part: saysPart, type: saysType))
    }

    private mutating func target(_ scanner: inout TextScanner) throws(AutomationTextError) -> TraitReference {
        if scanner.takeWords("all", "in") {
            for kind in [AutomationNames.Kind.room, .zone, .group] where scanner.takeWords(kind.rawValue) {
                let object = AutomationNames.Object(kind, try self.object(kind, &scanner))
                if let group = DeviceGroup(object) { return TraitReference(group, traitID: 0) }
            }
            if scanner.takeWords("home") {
                let id = scanner.isQuoteNext ? try object(.home, &scanner) : names.structureID
                return TraitReference(.structure(id), traitID: 0)
            }
            throw scanner.failure("say all in room, zone or group and its name, or all in home")
        }
        let id = scanner.takeWords("home") ? names.structureID : try object(.device, &scanner)
        let endpoint = TextPrinter.usualEndpoint(id, names)
        return TraitReference(TraitTarget(deviceID: id, endpoint: endpoint), traitID: 0)
    }

    /// Reads the name of an object and returns its id.
    mutating func object(
        _ kind: AutomationNames.Kind, _ scanner: inout TextScanner
    ) throws(AutomationTextError) -> String {
        let before = scanner
        guard let label = try scanner.takeString() else {
            throw scanner.failure("the name of \(kind.withArticle) is missing here, in quotes")
        }
        return try objects.id(kind, label, before)
    }
}
