internal import HearthTraitDescriptors

@testable internal import HearthAutomation

// Short functions for graphs. Every node has its number first; a node reads attribute 0 of a device.

/// Fires with each change of a device.
func starter(
    _ id: UInt32, _ device: String = "sensor", becomes: AutomationExpression? = nil, by causes: Set<CauseKind> = []
) -> AutomationNode {
    AutomationNode(id, .starter(Starter(TestTrait.reference(device), becomes: becomes, causes: causes)))
}

/// Fires when a button is pressed.
func pressed(_ id: UInt32, _ device: String = "button", parameters: StructureValue = [:]) -> AutomationNode {
    AutomationNode(
        id, .starter(Starter(TestTrait.reference(device), eventID: TestTrait.press, parameters: parameters)))
}

/// Fires at the times of a cron expression.
func cron(_ id: UInt32, _ text: String) -> AutomationNode {
    timeStarter(id, eventID: 1, [1: .string(text)])
}

/// Fires every day at a time.
func daily(_ id: UInt32, _ hour: UInt64, _ minute: UInt64 = 0) -> AutomationNode {
    timeStarter(id, eventID: 0, [0: .structure([0: .unsigned(hour), 1: .unsigned(minute)])])
}

private func timeStarter(_ id: UInt32, eventID: UInt32, _ parameters: StructureValue) -> AutomationNode {
    AutomationNode(id, .starter(Starter(timeTrait, eventID: eventID, parameters: parameters)))
}

/// The Time trait of the structure.
let timeTrait = TraitReference(TraitTarget(deviceID: "home", endpoint: 0), traitID: TimeTrait.id)

func manual(_ id: UInt32) -> AutomationNode { AutomationNode(id, .manualStarter) }

func reader(_ id: UInt32, _ device: String = "sensor") -> AutomationNode {
    AutomationNode(id, .stateReader(TestTrait.reference(device)))
}

func condition(_ id: UInt32, _ expression: AutomationExpression, for hold: Duration = .zero) -> AutomationNode {
    AutomationNode(id, .condition(Condition(expression, hold: hold)))
}

/// An idempotent command.
func turnOn(_ id: UInt32, _ device: String = "lamp", onFailure: Action.OnFailure = .continue) -> AutomationNode {
    AutomationNode(
        id, .action(Action(TestTrait.reference(device), commandID: TestTrait.on, onFailure: onFailure)))
}

func turnOff(_ id: UInt32, _ device: String = "lamp") -> AutomationNode {
    AutomationNode(id, .action(Action(TestTrait.reference(device), commandID: TestTrait.off)))
}

/// A command that is not idempotent.
func toggle(_ id: UInt32, _ device: String = "lamp", onFailure: Action.OnFailure = .continue) -> AutomationNode {
    AutomationNode(
        id, .action(Action(TestTrait.reference(device), commandID: TestTrait.toggle, onFailure: onFailure)))
}

/// Writes attribute 0.
func write(_ id: UInt32, _ value: AutomationExpression, to device: String = "lamp") -> AutomationNode {
    AutomationNode(id, .action(Action(TestTrait.reference(device), fields: [0: value])))
}

func delay(_ id: UInt32, _ duration: Duration) -> AutomationNode { AutomationNode(id, .delay(duration)) }

func suppress(_ id: UInt32, _ duration: Duration) -> AutomationNode { AutomationNode(id, .suppression(duration)) }

func wait(
    _ id: UInt32, for expression: AutomationExpression, _ timeout: Duration, result: String = ""
) -> AutomationNode {
    AutomationNode(id, .wait(Wait(expression, timeout: timeout, result: result)))
}

func assign(_ id: UInt32, _ variable: String, _ expression: AutomationExpression) -> AutomationNode {
    AutomationNode(id, .assignment(variable: variable, expression))
}

func sequence(_ id: UInt32, _ nodes: AutomationNode...) -> AutomationNode { AutomationNode(id, .sequential(nodes)) }

func parallel(_ id: UInt32, _ nodes: AutomationNode...) -> AutomationNode { AutomationNode(id, .parallel(nodes)) }

func select(_ id: UInt32, _ nodes: AutomationNode...) -> AutomationNode { AutomationNode(id, .select(nodes)) }

func choose(
    _ id: UInt32, _ branches: (AutomationExpression, AutomationNode)..., otherwise: AutomationNode? = nil
) -> AutomationNode {
    AutomationNode(id, .ifChain(IfChain(branches.map { IfChain.Branch($0, $1) }, otherwise: otherwise)))
}

/// The values that a node has read from its device.
func read(_ node: UInt32, _ attribute: UInt32 = 0) -> AutomationExpression { .field(FieldReference(node, attribute)) }

func number(_ value: Int64) -> AutomationExpression { .constant(.signed(value)) }

func above(_ node: UInt32, _ value: Int64) -> AutomationExpression {
    .operation(.greaterThan, [read(node), number(value)])
}

func isOn(_ node: UInt32) -> AutomationExpression { .operation(.equals, [read(node), .constant(.bool(true))]) }

func all(_ expressions: AutomationExpression...) -> AutomationExpression { .operation(.and, expressions) }

let always = AutomationExpression.constant(.bool(true))
let never = AutomationExpression.constant(.bool(false))

/// Runs another automation.
func execution(_ id: UInt32, of automationID: String) -> AutomationNode {
    AutomationNode(id, .execution(automationID: automationID))
}

/// Puts back what the run has changed.
func putBack(_ id: UInt32) -> AutomationNode { AutomationNode(id, .restoration) }

/// Waits for starters.
func wait(_ id: UInt32, until starters: Starter..., timeout: Duration, result: String = "") -> AutomationNode {
    AutomationNode(id, .wait(Wait(nil, starters: starters, timeout: timeout, result: result)))
}

func strictCondition(_ id: UInt32, _ expression: AutomationExpression, for hold: Duration) -> AutomationNode {
    AutomationNode(id, .condition(Condition(expression, hold: hold, isStrict: true)))
}

func held(_ expression: AutomationExpression, for seconds: Int64) -> AutomationExpression {
    .operation(.heldFor, [expression, number(seconds)])
}

/// Sends a command to all lamps of a room.
func turnOnAll(_ id: UInt32, onFailure: Action.OnFailure = .continue) -> AutomationNode {
    AutomationNode(
        id,
        .action(
            Action(
                TraitReference(.room("hall"), traitID: TestTrait.id), commandID: TestTrait.on, onFailure: onFailure)))
}
