internal import HearthTraitDescriptors

@testable internal import HearthAutomation

/// Graphs of the checks' tests, for the devices of ``CheckTestHome`` and their traits.
///
///     starter(2, lamp), read(3), condition(4, greaterThan(of(3, 1), 20), for: 9), send(5, other, trait: 6, command: 1)
///
/// A trait that is left out is Sample. Expressions are constants such as `3` (unsigned), `+3` and `-3` (signed), `2.5`,
/// `"text"`, `true`, `null`, `octets(49)`, `list(1, 2)` and `struct(0: 1, 1: -2)`; variables such as `$x`; `field(9, 1)` of node 2, `of(3, 1)` of another node;
/// `isWarm`, and operators by their names.
extension GraphTerm {
    func checkedNode() throws -> AutomationNode {
        let words = CheckWords()
        let id: UInt32 = try number(0, or: name == "start" ? 2 : nil)
        switch name {
        case "start": return words.start
        case "switchOn": return words.switchOn(id)
        case "read": return words.read(id)
        case "reader": return AutomationNode(id, .stateReader(trait))
        case "manual": return AutomationNode(id, .manualStarter)
        case "starter": return AutomationNode(id, .starter(try checkedStarter()))
        case "condition":
            return AutomationNode(id, .condition(Condition(try term(1).checked(), hold: duration(term("for")))))
        case "send", "write": return AutomationNode(id, .action(try checkedAction()))
        case "assign": return words.assign(id, word(1, or: ""), try term(2).checked())
        case "delay": return AutomationNode(id, .delay(.seconds(try number(1) as Int64)))
        case "suppress": return AutomationNode(id, .suppression(.seconds(try number(1) as Int64)))
        case "wait":
            let starters = try arguments.filter { $0.label == "until" }.map { try $0.term.checkedStarter() }
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
            let branches = try arguments.filter { $0.term.name == "if" }.map {
                IfChain.Branch(try $0.term.term(0).checked(), try $0.term.term(1).checkedNode())
            }
            return AutomationNode(id, .ifChain(IfChain(branches, otherwise: try term("otherwise")?.checkedNode())))
        case "execution": return AutomationNode(id, .execution(automationID: word(1, or: "")))
        case "restoration": return AutomationNode(id, .restoration)
        case "unknown": return AutomationNode(id, .unknown)
        default: throw Mistake(description: "no node is called \(name)")
        }
    }

    /// The nodes after the id.
    func checkedNodes() throws -> [AutomationNode] {
        try arguments.dropFirst().filter { $0.label.isEmpty }.map { try $0.term.checkedNode() }
    }

    /// The trait that a node names: of a device, or of the room hall or the zone up.
    private var trait: TraitReference {
        let device = word(1, or: "lamp")
        let id = term("trait").flatMap { UInt32($0.name) } ?? (device == "home" ? TimeTrait.id : TestTraits.sample.id)
        switch term("group")?.name {
        case let room? where room != "up": return TraitReference(.room(room), traitID: id)
        case let zone?: return TraitReference(.zone(zone), traitID: id)
        case nil: break
        }
        return CheckWords().trait(
            device, id, endpoint: term("endpoint").flatMap { UInt16($0.name) },
            type: term("type").flatMap { UInt32($0.name) })
    }

    private func checkedStarter() throws -> Starter {
        let causes = CauseKind.allCases.filter { "\($0)" == term("by")?.name }
        var parameters = StructureValue()
        for (label, term) in arguments { if let id = UInt32(label) { parameters[id] = term.constant } }
        return Starter(
            trait, eventID: term("event").flatMap { UInt32($0.name) }, parameters: parameters,
            becomes: try term("becomes")?.checked(), causes: Set(causes))
    }

    private func checkedAction() throws -> Action {
        var fields: [UInt32: AutomationExpression] = [:]
        for (label, term) in arguments { if let id = UInt32(label) { fields[id] = try term.checked() } }
        return Action(trait, commandID: term("command").flatMap { UInt32($0.name) }, fields: fields)
    }

    // MARK: Expressions

    func checked() throws -> AutomationExpression {
        if let constant { return .constant(constant) }
        let path = arguments.compactMap { UInt32($0.term.name) }
        switch name {
        case "field": return .field(FieldReference(2, path: path))
        case "of": return .field(FieldReference(path.first ?? 0, path: Array(path.dropFirst())))
        case "isWarm": return CheckWords().isWarm
        case "unsupported": return .unsupported
        default: break
        }
        if name.hasPrefix("$") { return .variable(String(name.dropFirst())) }
        guard let known = HearthAutomation.Operator.allCases.first(where: { "\($0)" == name }) else {
            throw Mistake(description: "no expression is called \(name)")
        }
        return .operation(known, try arguments.map { try $0.term.checked() })
    }

    private var constant: TraitValue? {
        if isQuoted { return .string(name) }
        switch name {
        case "true", "false": return .bool(name == "true")
        case "null": return .null
        case "octets": return .octets(arguments.compactMap { UInt8($0.term.name) })
        case "list": return .list(arguments.compactMap(\.term.constant))
        case "struct":
            return .structure(
                StructureValue(
                    Dictionary(
                        uniqueKeysWithValues: arguments.compactMap { label, term in
                            UInt32(label).flatMap { id in term.constant.map { (id, $0) } }
                        })))
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
