@testable internal import HearthAutomation
internal import HearthTraitDescriptors
internal import ProcessTestSupport

/// Random graphs, valid or not; the same seed makes the same graph.
struct RandomGraph {
    private var dice: Dice
    private var nodeCount = 0
    private let durations: [Duration]

    /// Durations of any length, also those that no message can hold.
    static let anyDurations: [Duration] = [
        .zero, .seconds(5), .seconds(-1), .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1), .seconds(90_000),
    ]

    init(seed: UInt64, durations: [Duration] = anyDurations) {
        dice = Dice(seed: seed)
        self.durations = durations
    }

    mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

    mutating func duration() -> Duration { pick(durations) }

    private mutating func pick<T>(_ items: [T]) -> T { items[dice.below(items.count)] }

    // MARK: Nodes

    mutating func graph() -> AutomationGraph {
        nodeCount = 0
        return AutomationGraph(
            root: AutomationNode(1, dice.below(10) == 0 ? kind(depth: 4) : .sequential(nodes(depth: 4))))
    }

    private mutating func nodes(depth: Int) -> [AutomationNode] { (0..<dice.below(5)).map { _ in node(depth: depth) } }

    private mutating func node(depth: Int) -> AutomationNode {
        nodeCount += 1
        return AutomationNode(dice.below(20) == 0 ? pick([0, 2, .max]) : UInt32(1 + nodeCount), kind(depth: depth))
    }

    private mutating func kind(depth: Int) -> AutomationNode.Kind {
        switch dice.below(depth > 0 ? 19 : 15) {
        case 0: return .starter(starter())
        case 1: return .manualStarter
        case 2, 3: return .stateReader(trait())
        case 4, 5:
            return .condition(Condition(expression(depth: 3), hold: duration(), isStrict: dice.below(2) == 0))
        case 6, 7: return .action(action())
        case 8: return dice.below(2) == 0 ? .delay(duration()) : .suppression(duration())
        case 9: return .assignment(variable: name(), expression(depth: 3))
        case 10:
            let starters = (0..<dice.below(3)).map { _ in starter() }
            return .wait(
                Wait(
                    dice.below(3) == 0 ? nil : expression(depth: 3), starters: starters, timeout: duration(),
                    result: name()))
        case 11: return dice.below(5) == 0 ? .unknown : .starter(starter())
        case 12: return .execution(automationID: pick(["", "a", "b", "\u{202E}\n"]))
        case 13: return .restoration
        case 14:
            var all = action()
            all.trait = TraitReference(
                pick([.room(""), .zone("z"), .serviceGroup("home"), .structure("\u{202E}")]),
                deviceType: pick([nil, 0x100]), traitID: pick([6, 8, 0x101, 0]))
            return dice.below(4) == 0 ? .stateReader(all.trait) : .action(all)
        case 15: return .sequential(nodes(depth: depth - 1))
        case 16: return .parallel(nodes(depth: depth - 1))
        case 17: return .select(nodes(depth: depth - 1))
        default:
            let branches = (0..<dice.below(3)).map { _ in
                IfChain.Branch(expression(depth: 2), node(depth: depth - 1))
            }
            return .ifChain(IfChain(branches, otherwise: dice.below(2) == 0 ? node(depth: depth - 1) : nil))
        }
    }

    private mutating func name() -> String { pick(["", "x", "y", "\u{202E}\n", String(repeating: "n", count: 500)]) }

    private mutating func trait() -> TraitReference {
        let target = TraitTarget(
            deviceID: pick(["lamp", "lamp", "other", "home", "pair", "simple", "gone", ""]),
            endpoint: pick([0, 1, 1, 1, 2, .max]))
        return TraitReference(
            target, deviceType: pick([nil, nil, nil, 0x100, 0x101]),
            traitID: pick([6, 8, 0xFFF1_FC7E, 0xFFF1_FC7E, 0x101, TimeTrait.id, 0]))
    }

    private mutating func starter() -> Starter {
        let causes: Set<CauseKind> = dice.below(4) == 0 ? [.client] : []
        if dice.below(3) == 0 {
            let time = TraitReference(TraitTarget(deviceID: "home", endpoint: 0), traitID: TimeTrait.id)
            return Starter(time, eventID: pick([0, 1, 2, 3]), parameters: fields(), causes: causes)
        }
        return Starter(
            trait(), eventID: pick([nil, nil, 0, 1]), parameters: dice.below(3) == 0 ? fields() : [:],
            becomes: dice.below(3) == 0 ? expression(depth: 2) : nil, causes: causes)
    }

    private mutating func fields() -> StructureValue {
        var fields: StructureValue = [:]
        for _ in 0..<dice.below(3) { fields[pick([0, 1, 2, .max])] = value(depth: 2) }
        if dice.below(3) == 0 {
            fields[1] = .string(
                pick(["0 0 0 ? * *", "0 0 0 30 2 ?", "0 0 0 ? * * 1999", "x", "0 0/5 22-2 LW * ? 2099"]))
        }
        return fields
    }

    private mutating func action() -> Action {
        var fields: [UInt32: AutomationExpression] = [:]
        for _ in 0..<dice.below(4) { fields[pick([0, 1, 2, 3, 5, 9, 15, 17, 0x4003])] = expression(depth: 2) }
        return Action(
            trait(), commandID: pick([nil, 0, 1, 2, .max]), fields: fields,
            onFailure: pick([.continue, .stop, .retry(times: .max, after: duration())]))
    }

    // MARK: Expressions

    mutating func expression(depth: Int, nodes: [UInt32] = [0, 1, 2, 3, 4, 5, 6, 7, .max]) -> AutomationExpression {
        switch dice.below(depth > 0 ? 9 : 5) {
        case 0, 1: return .constant(value(depth: 2))
        case 2, 3:
            let paths: [[UInt32]] = [
                [0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [11], [9, 0], [9, 1, 0], [], [.max, 0],
            ]
            return .field(FieldReference(pick(nodes), path: pick(paths)))
        case 4: return dice.below(10) == 0 ? .unsupported : .variable(name())
        default:
            let operation = pick(HearthAutomation.Operator.allCases)
            let count = dice.below(10) == 0 ? dice.below(4) : operation.operands.lowerBound
            return .operation(operation, (0..<count).map { _ in expression(depth: depth - 1, nodes: nodes) })
        }
    }

    private mutating func value(depth: Int) -> TraitValue {
        switch dice.below(depth > 0 ? 12 : 10) {
        case 0: .null
        case 1: .bool(dice.below(2) == 0)
        case 2, 3: .unsigned(pick([0, 1, 2, 7, 8, 24, 255, .max]))
        case 4, 5: .signed(pick([0, -1, 5, .min, .max]))
        case 6: .double(pick([0, 0.5, -1e300, .infinity, .nan]))
        case 7: .float(pick([0, 0.5, .nan]))
        case 8: .string(pick(["", "a", "0 0 0 ? * *"]))
        case 9: .octets([1, 2])
        case 10: .list((0..<dice.below(3)).map { _ in value(depth: depth - 1) })
        default:
            .structure(
                StructureValue(
                    Dictionary(
                        (0..<dice.below(3)).map { (UInt32($0), value(depth: depth - 1)) },
                        uniquingKeysWith: { first, _ in first })))
        }
    }
}
