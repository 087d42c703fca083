internal import HearthTraitDescriptors
internal import ProcessTestSupport

@testable internal import HearthAutomation

/// Random graphs of all kinds of nodes, with hostile values, durations and references.
struct RandomGraphs {
    var dice: Dice
    private var nextID: UInt32 = 1

    init(seed: UInt64) { dice = Dice(seed: seed) }

    private mutating func pick<T>(_ items: [T]) -> T { items[dice.below(items.count)] }

    static let devices = ["x", "y", "z"]

    mutating func automation(_ id: String, revision: UInt64) -> Automation {
        nextID = 1
        return Automation(
            id: id, revision: revision, name: id, isActive: dice.below(8) > 0,
            graph: AutomationGraph(root: sequence(depth: 0, withStarters: true)), mode: pick(RunMode.allCases),
            maxRuns: pick([1, 2, 3, 10, 0, -1, .max, .min]), maxExecutions: pick([nil, nil, nil, 0, 1, 5, .max]),
            catchUp: duration(), savedBy: "owner")
    }

    // MARK: Nodes

    private mutating func id() -> UInt32 {
        defer { nextID += 1 }
        // Now and then an id that is already used.
        return dice.below(60) == 0 ? UInt32(dice.below(Int(nextID) + 1)) : nextID
    }

    private mutating func sequence(depth: Int, withStarters: Bool) -> AutomationNode {
        let id = id()
        var nodes: [AutomationNode] = []
        if withStarters {
            let count = 1 + dice.below(3)
            let starters = (0..<count).map { _ in starter() }
            nodes.append(count == 1 ? starters[0] : AutomationNode(self.id(), .select(starters)))
        }
        for _ in 0..<dice.below(5) { nodes.append(node(depth: depth + 1)) }
        return AutomationNode(id, .sequential(nodes))
    }

    private mutating func starter() -> AutomationNode {
        let id = id()
        switch dice.below(6) {
        case 0: return AutomationNode(id, .manualStarter)
        case 1:
            let time = Starter(timeTrait, eventID: UInt32(dice.below(4)), parameters: timeParameters())
            return AutomationNode(id, .starter(time))
        case 2:
            let event = Starter(
                TestTrait.reference(pick(Self.devices)), eventID: TestTrait.press,
                parameters: dice.below(3) == 0 ? [0: value()] : [:])
            return AutomationNode(id, .starter(event))
        default:
            let change = Starter(
                TestTrait.reference(pick(Self.devices)), becomes: dice.below(2) == 0 ? expression(depth: 0) : nil,
                causes: dice.below(5) == 0 ? [pick(CauseKind.allCases)] : [])
            return AutomationNode(id, .starter(change))
        }
    }

    private mutating func timeParameters() -> StructureValue {
        let time: TraitValue = .structure([0: .unsigned(UInt64(dice.below(25))), 1: .unsigned(UInt64(dice.below(61)))])
        switch dice.below(5) {
        case 0: return [0: time]
        case 1: return [1: .structure([0: .unsigned(UInt64(dice.below(3))), 1: .signed(.min)]), 0: .null]
        case 2: return [1: .string(pick(["0 0 * ? * *", "* * * ? * *", "0 0/7 3 L * ?", "x", "0 0 0 31 2 ?"]))]
        case 3: return [0: value(), 1: value(), 2: value()]
        default: return [0: time, 2: .list([.unsigned(UInt64(dice.below(9)))])]
        }
    }

    private mutating func node(depth: Int) -> AutomationNode {
        let id = id()
        let isLeaf = depth > 4
        switch dice.below(isLeaf ? 12 : 17) {
        case 0:
            let hold = pick([.zero, duration()])
            let condition = Condition(expression(depth: 0), hold: hold, isStrict: dice.below(3) == 0)
            return AutomationNode(id, .condition(condition))
        case 1: return AutomationNode(id, .delay(duration()))
        case 2: return AutomationNode(id, .suppression(duration()))
        case 3: return AutomationNode(id, .stateReader(reference()))
        case 4: return AutomationNode(id, .assignment(variable: pick(["v", "w"]), expression(depth: 0)))
        case 5:
            var wait = Wait(
                dice.below(3) == 0 ? nil : expression(depth: 0), timeout: duration(), result: pick(["", "v"]))
            for _ in 0..<dice.below(3) {
                if case .starter(let starter) = starter().kind { wait.starters.append(starter) }
            }
            return AutomationNode(id, .wait(wait))
        case 6, 7, 8: return AutomationNode(id, .action(action()))
        case 9: return AutomationNode(id, .execution(automationID: pick(["a", "b", "c", "d", "d", ""])))
        case 10: return AutomationNode(id, .restoration)
        case 11:
            var all = action()
            all.trait = TraitReference(pick([.room("r"), .zone("none"), .structure("home")]), traitID: TestTrait.id)
            return AutomationNode(id, .action(all))
        case 12: return AutomationNode(id, .parallel((0..<dice.below(4)).map { _ in node(depth: depth + 1) }))
        case 13:
            let branches = (0..<dice.below(3)).map { _ in
                IfChain.Branch(expression(depth: 0), node(depth: depth + 1))
            }
            let otherwise = dice.below(2) == 0 ? node(depth: depth + 1) : nil
            return AutomationNode(id, .ifChain(IfChain(branches, otherwise: otherwise)))
        case 14: return AutomationNode(id, .unknown)
        case 15: return AutomationNode(id, .select([starter(), sequence(depth: depth + 1, withStarters: true)]))
        default: return sequence(depth: depth + 1, withStarters: false)
        }
    }

    private mutating func action() -> Action {
        let failure: Action.OnFailure
        switch dice.below(4) {
        case 0: failure = .stop
        case 1: failure = .retry(times: pick([0, 1, 3, .max]), after: duration())
        default: failure = .continue
        }
        return Action(
            TestTrait.reference(pick(Self.devices)), commandID: pick([nil, 0, 1, 2, .max]),
            fields: dice.below(2) == 0 ? [UInt32(dice.below(3)): expression(depth: 2)] : [:], onFailure: failure)
    }

    private mutating func reference() -> TraitReference {
        dice.below(4) == 0 ? timeTrait : TestTrait.reference(pick(Self.devices + ["nowhere"]))
    }

    mutating func duration() -> Duration {
        switch dice.below(12) {
        case 0: .zero
        case 1: .seconds(-5)
        case 2: .seconds(Int64.max)
        case 3: .seconds(Int64.max) + .seconds(Int64.max) + .seconds(Int64.max)
        case 4: .seconds(Int64.min)
        case 5: .nanoseconds(1)
        default: .milliseconds(dice.below(600_000))
        }
    }

    // MARK: Expressions

    mutating func expression(depth: Int) -> AutomationExpression {
        guard depth < 4, dice.below(5) > 0 else { return leaf() }
        let operation = pick(Operator.allCases)
        let range = operation.operands
        // Now and then too few or too many.
        let count = dice.below(12) == 0 ? dice.below(5) : min(range.upperBound, range.lowerBound + dice.below(2))
        return .operation(operation, (0..<count).map { _ in expression(depth: depth + 1) })
    }

    private mutating func leaf() -> AutomationExpression {
        switch dice.below(8) {
        case 0, 1, 2: return .constant(value())
        case 3: return .variable(pick(["v", "w", ""]))
        case 4: return dice.below(6) == 0 ? .unsupported : .constant(.bool(dice.below(3) > 0))
        default:
            let path = (0..<(1 + dice.below(12) / 11)).map { _ in UInt32(dice.below(3)) }
            return .field(FieldReference(UInt32(dice.below(Int(nextID) + 2)), path: dice.below(30) == 0 ? [] : path))
        }
    }

    /// Any value, among them those that break arithmetic.
    mutating func value(depth: Int = 0) -> TraitValue {
        switch dice.below(depth > 2 ? 14 : 17) {
        case 0: .null
        case 1: .bool(dice.below(2) == 0)
        case 2: .signed(pick([.min, .max, -1, 0, 1]))
        case 3: .unsigned(pick([.max, 0, 1, 1 << 63]))
        case 4: .double(pick([.nan, .infinity, -.infinity, -0.0, 0.5, 1e308, -1e308, .leastNonzeroMagnitude]))
        case 5: .float(pick([.nan, .infinity, 0.1, .greatestFiniteMagnitude]))
        case 6: .string(pick(["", "é", "e\u{301}", "Ω"]))
        case 7: .octets([0, 255])
        case 8, 9, 10: .unsigned(UInt64(dice.below(30)))
        case 11, 12, 13: .signed(Int64(dice.below(30)) - 10)
        case 14: .list((0..<dice.below(4)).map { _ in value(depth: depth + 1) })
        case 15: .structure([0: value(depth: depth + 1), 1: value(depth: depth + 1)])
        default: .structure([0: .unsigned(UInt64(dice.below(24))), 1: .unsigned(UInt64(dice.below(60)))])
        }
    }
}
