internal import HearthTraitDescriptors
internal import TranscriptTestSupport

@testable internal import HearthAutomation

/// Graphs of the checks' tests, for the devices of ``CheckTestHome`` and their traits.
///
///     starter(2, lamp), read(3), condition(4, greaterThan(of(3, 1), 20), for: 9), send(5, other, trait: 6, command: 1)
///
/// A trait that is left out is Sample. Expressions are constants such as `3` (unsigned), `+3` and `-3` (signed), `2.5`,
/// `"text"`, `true`, `null`, `octets(49)`, `list(1, 2)` and `struct(0: 1, 1: -2)`; variables such as `$x`;
/// `field(9, 1)` of node 2, `of(3, 1)` of another node; `isWarm`, and operators by their names.
extension GraphTerm {
    func checkedNode() throws -> AutomationNode {
        let words = CheckWords()
        if name == "start" { return words.start }
        let id: UInt32 = try number(0)
        switch name {
        case "switchOn": return words.switchOn(id)
        case "read": return words.read(id)
        case "reader": return AutomationNode(id, .stateReader(try trait))
        case "manual": return AutomationNode(id, .manualStarter)
        case "starter": return AutomationNode(id, .starter(try checkedStarter()))
        case "condition":
            return AutomationNode(id, .condition(Condition(try term(1).checked(), hold: try duration("for"))))
        case "send", "write": return AutomationNode(id, .action(try checkedAction()))
        case "assign": return words.assign(id, word(1, or: ""), try term(2).checked())
        case "delay": return AutomationNode(id, .delay(.seconds(try number(1) as Int64)))
        case "suppress": return AutomationNode(id, .suppression(.seconds(try number(1) as Int64)))
        case "wait":
            let starters = try terms("until").map { term in
                guard term.name == "on", try term.number(0) == id else { throw Mistake("no starter: \(term.name)") }
                return try term.checkedStarter()
            }
            return AutomationNode(
                id,
                .wait(
                    Wait(
                        try term("for")?.checked(), starters: starters, timeout: .seconds(60),
                        result: term("result")?.name ?? "")))
        case "sequence": return AutomationNode(id, .sequential(try checkedNodes()))
        case "parallel": return AutomationNode(id, .parallel(try checkedNodes()))
        case "select": return AutomationNode(id, .select(try checkedNodes()))
        case "choose":
            let branches = try terms(from: 1).map { term in
                guard term.name == "if" else { throw Mistake("no branch is called \(term.name)") }
                return IfChain.Branch(try term.term(0).checked(), try term.term(1).checkedNode())
            }
            return AutomationNode(id, .ifChain(IfChain(branches, otherwise: try term("otherwise")?.checkedNode())))
        case "execution": return AutomationNode(id, .execution(automationID: word(1, or: "")))
        case "restoration": return AutomationNode(id, .restoration)
        case "unknown": return AutomationNode(id, .unknown)
        default: throw Mistake("no node is called \(name)")
        }
    }

    /// The nodes after the id.
    func checkedNodes() throws -> [AutomationNode] {
        try terms(from: 1).map { try $0.checkedNode() }
    }

    /// The trait that a node names: of a device, or of the room hall or the zone up.
    private var trait: TraitReference {
        get throws {
            let traitID: UInt32? = try number("trait")
            if let group = term("group")?.name {
                return TraitReference(group == "up" ? .zone(group) : .room(group), traitID: traitID ?? sampleID)
            }
            let device = word(1, or: "lamp")
            return CheckWords().trait(
                device, traitID ?? (device == "home" ? TimeTrait.id : sampleID), endpoint: try number("endpoint"),
                type: try number("type"))
        }
    }

    private var sampleID: UInt32 { TestTraits.sample.id }

    private func checkedStarter() throws -> Starter {
        var parameters = StructureValue()
        for (id, term) in fields { parameters[id] = try term.knownConstant() }
        return Starter(
            try trait, eventID: try number("event"), parameters: parameters, becomes: try term("becomes")?.checked(),
            causes: try causes)
    }

    private func checkedAction() throws -> Action {
        var expressions: [UInt32: AutomationExpression] = [:]
        for (id, term) in fields { expressions[id] = try term.checked() }
        return Action(try trait, commandID: try number("command"), fields: expressions)
    }

    // MARK: Expressions

    func checked() throws -> AutomationExpression {
        if let constant = try constant() { return .constant(constant) }
        switch name {
        case "field": return .field(FieldReference(2, path: try numbers()))
        case "of": return .field(FieldReference(try number(0), path: Array(try numbers().dropFirst())))
        case "isWarm": return CheckWords().isWarm
        case "unsupported": return .unsupported
        default: break
        }
        if name.hasPrefix("$") { return .variable(String(name.dropFirst())) }
        guard let known = HearthAutomation.Operator.allCases.first(where: { "\($0)" == name }) else {
            throw Mistake("no expression is called \(name)")
        }
        return .operation(known, try terms().map { try $0.checked() })
    }

    /// The arguments without labels as numbers.
    private func numbers<Number: FixedWidthInteger>() throws -> [Number] {
        try terms().map { try TranscriptWords.known(Number($0.name), $0.name) }
    }

    private func knownConstant() throws -> TraitValue { try TranscriptWords.known(try constant(), name) }

    /// The value of a constant; nil for other expressions.
    private func constant() throws -> TraitValue? {
        if isQuoted { return .string(name) }
        switch name {
        case "true", "false": return .bool(name == "true")
        case "null": return .null
        case "octets": return .octets(try numbers())
        case "list": return .list(try terms().map { try $0.knownConstant() })
        case "struct":
            let values = try fields.map { ($0.id, try $0.term.knownConstant()) }
            return .structure(StructureValue(Dictionary(uniqueKeysWithValues: values)))
        default: break
        }
        if name.hasPrefix("+") { return Int64(name).map { .signed($0) } }
        if let number = UInt64(name) { return .unsigned(number) }
        if let number = Int64(name) { return .signed(number) }
        return name.first.map { $0.isNumber || $0 == "-" } == true || ["nan", "inf"].contains(name)
            ? Double(name).map { .double($0) } : nil
    }
}

private struct CheckWords: CheckTestWords {}
