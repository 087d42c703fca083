@testable internal import HearthAutomation
internal import HearthTraitDescriptors

/// Short names for graph nodes, for the suites that check graphs.
protocol CheckTestWords {}

extension CheckTestWords {
    /// Node 2 starts all graphs that need no other starter: it listens to the Sample trait of the lamp.
    var start: AutomationNode { AutomationNode(2, .starter(Starter(trait("lamp", sample)))) }
    var sample: UInt32 { TestTraits.sample.id }

    func trait(_ device: String, _ id: UInt32, endpoint: UInt16? = nil, type: UInt32? = nil) -> TraitReference {
        TraitReference(
            TraitTarget(deviceID: device, endpoint: endpoint ?? (device == "home" ? 0 : 1)), deviceType: type,
            traitID: id)
    }

    /// A field that node 2 has read.
    func field(_ path: UInt32...) -> AutomationExpression { .field(FieldReference(2, path: path)) }
    func field(of nodeID: UInt32, _ path: UInt32...) -> AutomationExpression {
        .field(FieldReference(nodeID, path: path))
    }
    func number(_ value: UInt64) -> AutomationExpression { .constant(.unsigned(value)) }
    func text(_ value: String) -> AutomationExpression { .constant(.string(value)) }
    func compare(
        _ left: AutomationExpression, _ operation: HearthAutomation.Operator, _ right: AutomationExpression
    ) -> AutomationExpression { .operation(operation, [left, right]) }
    /// True for some temperatures.
    var isWarm: AutomationExpression { compare(field(1), .greaterThan, number(20)) }

    func condition(_ id: UInt32, _ expression: AutomationExpression, hold: Duration = .zero) -> AutomationNode {
        AutomationNode(id, .condition(Condition(expression, hold: hold)))
    }
    func sequence(_ id: UInt32, _ nodes: AutomationNode...) -> AutomationNode { AutomationNode(id, .sequential(nodes)) }
    func action(_ id: UInt32, _ action: Action) -> AutomationNode { AutomationNode(id, .action(action)) }
    /// Switches the other lamp on.
    func switchOn(_ id: UInt32) -> AutomationNode { action(id, Action(trait("other", 6), commandID: 1)) }
    func read(_ id: UInt32) -> AutomationNode { AutomationNode(id, .stateReader(trait("other", sample))) }
    func assign(_ id: UInt32, _ variable: String, _ value: AutomationExpression) -> AutomationNode {
        AutomationNode(id, .assignment(variable: variable, value))
    }

    /// The verdict on an automation of these nodes, in a sequence with the id 1.
    func verdict(
        _ nodes: AutomationNode..., in home: CheckTestHome = CheckTestHome(),
        limits: AutomationLimits = AutomationLimits(), change: (inout Automation) -> Void = { _ in }
    ) -> AutomationVerdict {
        verdict(root: AutomationNode(1, .sequential(nodes)), in: home, limits: limits, change: change)
    }

    func verdict(
        root: AutomationNode, in home: CheckTestHome = CheckTestHome(), limits: AutomationLimits = AutomationLimits(),
        change: (inout Automation) -> Void = { _ in }
    ) -> AutomationVerdict {
        var automation = Automation(id: "a", name: "Test", graph: AutomationGraph(root: root))
        change(&automation)
        // 2026-07-01 00:00.
        let moment = AutomationMoment(now: .zero, sinceEpoch: .seconds(1_782_864_000))
        return GraphCheck.verdict(on: automation, in: home, at: moment, limits: limits)
    }

    /// The issues of a condition on what node 2 reads, followed by an action.
    func kinds(ofCondition expression: AutomationExpression) -> [AutomationIssue.Kind] {
        verdict(start, condition(3, expression), switchOn(4)).kinds
    }
}

extension AutomationVerdict {
    var kinds: [AutomationIssue.Kind] { issues.map(\.kind) }
}
