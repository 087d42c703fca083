internal import HearthAutomation
internal import HearthTraitDescriptors

/// A node of a text before numbers are assigned and names in its expressions are resolved.
struct TextDraft {
    /// The number in the text; nil for none.
    var number: UInt32?
    let place: TextScanner
    /// The trait and event that it reads; nil if it reads none.
    var reader: (trait: TraitReference, event: UInt32?)?
    /// The encoded message of a node of an unknown kind.
    var unknown: [UInt8]?
    var children: [TextDraft] = []
    /// Makes the node from its children.
    let make: (TextResolver, UInt32, [AutomationNode]) throws(AutomationTextError) -> AutomationNode.Kind

    init(
        _ place: TextScanner, _ children: [TextDraft] = [],
        make: @escaping (TextResolver, UInt32, [AutomationNode]) throws(AutomationTextError) -> AutomationNode.Kind
    ) {
        self.place = place
        self.children = children
        self.make = make
    }

    func visit(_ body: (TextDraft) -> Void) {
        body(self)
        for child in children { child.visit(body) }
    }

    /// The finished node, with numbers for all nodes.
    func node(_ names: AutomationNames) throws(AutomationTextError) -> AutomationNode {
        var said: Set<UInt32> = []
        visit { if let number = $0.number { said.insert(number) } }
        var numbers = NodeNumbers(said: said)
        var ids: [UInt32] = []
        var readers: [TextReader] = []
        var full: TextScanner?
        visit { draft in
            guard let id = numbers.next(said: draft.number) else {
                full = full ?? draft.place
                return
            }
            ids.append(id)
            if let reader = draft.reader {
                readers.append(TextReader(id: id, trait: reader.trait, event: reader.event))
            }
        }
        if let full {
            throw full.failure(
                "no higher number is left for this line; give it one, as in @5, or remove other numbers")
        }
        var rest = ids[...]
        return try node(TextResolver(names, TextReaders(readers)), &rest)
    }

    private func node(
        _ resolver: TextResolver, _ ids: inout ArraySlice<UInt32>
    ) throws(AutomationTextError) -> AutomationNode {
        let id = ids.popFirst() ?? 0
        var nodes: [AutomationNode] = []
        for child in children { nodes.append(try child.node(resolver, &ids)) }
        return AutomationNode(id, try make(resolver, id, nodes))
    }
}
