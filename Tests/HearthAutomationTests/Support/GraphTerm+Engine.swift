internal import HearthTraitDescriptors
internal import TranscriptTestSupport

@testable internal import HearthAutomation

/// Graphs of the engine's tests: calls of the functions in Graphs.swift, with durations in seconds and words without
/// quotes.
///
///     sequence(1, starter(2, becomes: above(2, 20)), condition(3, above(2, 20), for: 60), turnOn(4, onFailure: stop))
///
/// Devices that are left out are sensor, button and lamp. Expressions are numbers, `true`, `null`, variables such as
/// `$x`, `read(3)`, `above(3, 20)`, `held(above(3, 20), 60)`, and operators by their names.
extension GraphTerm {
    // MARK: Nodes

    func node() throws -> AutomationNode {
        let id: UInt32 = try number(0)
        switch name {
        case "sequence": return AutomationNode(id, .sequential(try nodes()))
        case "parallel": return AutomationNode(id, .parallel(try nodes()))
        case "select": return AutomationNode(id, .select(try nodes()))
        case "choose": return try chain(id)
        case "starter":
            return starter(
                id, word(1, or: "sensor"), becomes: try term("becomes")?.expression(), by: try causes)
        case "pressed":
            let values = fields.map { ($0.id, $0.term.value) }
            return pressed(
                id, word(1, or: "button"), parameters: StructureValue(Dictionary(uniqueKeysWithValues: values)))
        case "cron": return cron(id, word(1, or: ""))
        case "daily": return daily(id, try number(1), try number(2, or: 0))
        case "hubStarted": return AutomationNode(id, .starter(Starter(timeTrait, eventID: TimeTrait.hubStarted)))
        case "manual": return manual(id)
        case "reader": return reader(id, word(1, or: "sensor"))
        case "condition": return condition(id, try expression(1), for: try duration("for"))
        case "strictCondition": return strictCondition(id, try expression(1), for: try duration("for"))
        case "turnOn": return turnOn(id, word(1, or: "lamp"), onFailure: try onFailure)
        case "turnOnAll": return turnOnAll(id, onFailure: try onFailure)
        case "toggleAll":
            let lamps = TraitReference(.room("hall"), traitID: TestTrait.id)
            return AutomationNode(id, .action(Action(lamps, commandID: TestTrait.toggle)))
        case "timeReader": return AutomationNode(id, .stateReader(timeTrait))
        case "turnOff": return turnOff(id, word(1, or: "lamp"))
        case "toggle": return toggle(id, word(1, or: "lamp"), onFailure: try onFailure)
        case "write": return write(id, try expression(1), to: term("to")?.name ?? "lamp")
        case "delay": return delay(id, .seconds(try number(1) as Int64))
        case "suppress": return suppress(id, .seconds(try number(1) as Int64))
        case "wait": return AutomationNode(id, .wait(try wait()))
        case "assign": return assign(id, word(1, or: ""), try expression(2))
        case "execution": return execution(id, of: word(1, or: ""))
        case "putBack": return putBack(id)
        default: throw Mistake("no node is called \(name)")
        }
    }

    private func chain(_ id: UInt32) throws -> AutomationNode {
        let branches = try terms(from: 1).map { term in
            guard term.name == "if" else { throw Mistake("no branch is called \(term.name)") }
            return IfChain.Branch(try term.expression(0), try term.term(1).node())
        }
        return AutomationNode(id, .ifChain(IfChain(branches, otherwise: try term("otherwise")?.node())))
    }

    private func wait() throws -> Wait {
        var starters: [Starter] = []
        if let until = term("until") {
            guard case .starter(let starter) = try until.node().kind else {
                throw Mistake("\(until.name) is no starter")
            }
            starters = [starter]
        }
        return Wait(
            try term("for")?.expression(), starters: starters, timeout: try duration("timeout"),
            result: term("result")?.name ?? "")
    }

    // MARK: Expressions

    /// A number without a sign, or else a text.
    private var value: TraitValue { UInt64(name).map { .unsigned($0) } ?? .string(name) }

    func expression() throws -> AutomationExpression {
        if let number = Int64(name) { return HearthAutomationTests.number(number) }
        switch name {
        case "true": return always
        case "false": return never
        case "null": return .constant(.null)
        case "read": return read(try number(0), try number(1, or: 0))
        case "above": return above(try number(0), try number(1))
        case "time": return .constant(.structure([0: .unsigned(try number(0)), 1: .unsigned(try number(1))]))
        case "held": return held(try expression(0), for: try number(1))
        default: break
        }
        if name.hasPrefix("$") { return .variable(String(name.dropFirst())) }
        guard let known = HearthAutomation.Operator.allCases.first(where: { "\($0)" == name }) else {
            throw Mistake("no expression is called \(name)")
        }
        return .operation(known, try terms().map { try $0.expression() })
    }

    // MARK: Arguments

    private func expression(_ index: Int) throws -> AutomationExpression { try term(index).expression() }

    /// The nodes after the id.
    private func nodes() throws -> [AutomationNode] {
        try terms(from: 1).map { try $0.node() }
    }

    private var onFailure: Action.OnFailure {
        get throws {
            guard let term = term("onFailure") else { return .continue }
            switch term.name {
            case "stop": return .stop
            case "retry": return .retry(times: try term.number(0), after: .seconds(try term.number(1) as Int64))
            default: throw Mistake("no failure's effect is called \(term.name)")
            }
        }
    }

    /// The cause that a starter asks for; none for any.
    var causes: Set<CauseKind> {
        get throws {
            guard let name = term("by")?.name else { return [] }
            return [try TranscriptWords.known(CauseKind.allCases.first { "\($0)" == name }, name)]
        }
    }
}
