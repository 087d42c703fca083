internal import HearthTraitDescriptors
internal import ProcessTestSupport

@testable internal import HearthAutomation

/// Automations as people write them, with random choices: lights by motion, buttons, times, holds. Each may run one
/// child of its own.
struct HomeGraphs {
    static let devices = ["x", "y", "z", "lamp", "sensor"]

    private var dice: Dice

    init(seed: UInt64) { dice = Dice(seed: seed) }

    mutating func automation(_ id: String) -> Automation {
        Automation(
            id: id, name: id, graph: AutomationGraph(root: graph(child: "\(id) child")),
            mode: RunMode.allCases[dice.below(4)],
            maxRuns: 1 + dice.below(4), maxExecutions: dice.below(8) == 0 ? UInt32(1 + dice.below(40)) : nil,
            catchUp: .seconds(900), savedBy: "owner")
    }

    /// The child that an automation may run.
    mutating func child(of id: String) -> Automation {
        Automation(
            id: "\(id) child", name: "child",
            graph: AutomationGraph(root: sequence(1, manual(2), delay(3, seconds(40)), action(4))), mode: .parallel,
            maxRuns: 100, savedBy: "owner")
    }

    private mutating func device() -> String { Self.devices[dice.below(Self.devices.count)] }
    private mutating func seconds(_ most: Int) -> Duration { .milliseconds(1 + dice.below(most * 1_000)) }
    private mutating func limit() -> Int64 { Int64(dice.below(28)) }

    private mutating func starters() -> AutomationNode {
        switch dice.below(7) {
        case 6: starter(2, device(), becomes: held(above(2, limit()), for: Int64(1 + dice.below(300))))
        case 0: pressed(2, device(), parameters: dice.below(2) == 0 ? [0: .signed(Int64(dice.below(3)))] : [:])
        case 1: daily(2, UInt64(dice.below(24)), UInt64(dice.below(60)))
        case 2: cron(2, ["0 0/7 * * ? *", "0 5 * * ? *", "30 0/2 8-20 * ? *"][dice.below(3)])
        case 3: starter(2, device(), by: [CauseKind.allCases[dice.below(4)]])
        case 4: select(20, starter(2, device(), becomes: above(2, limit())), pressed(21, device()))
        default: starter(2, device(), becomes: above(2, limit()))
        }
    }

    private mutating func graph(child: String) -> AutomationNode {
        var nodes = [starters()]
        if dice.below(3) == 0 { nodes.append(suppress(3, seconds(900))) }
        nodes.append(reader(4, device()))
        for id: UInt32 in [5, 6, 7, 8] where dice.below(2) == 0 { nodes.append(step(id * 10)) }
        nodes.append(action(9))
        if dice.below(3) == 0 { nodes.append(AutomationNode(10, .execution(automationID: child))) }
        if dice.below(3) == 0 { nodes += [delay(11, seconds(100)), AutomationNode(12, .restoration)] }
        return AutomationNode(1, .sequential(nodes))
    }

    private mutating func step(_ id: UInt32) -> AutomationNode {
        switch dice.below(9) {
        case 0: condition(id, above(4, limit()))
        case 7:
            AutomationNode(
                id, .wait(Wait(nil, starters: [Starter(TestTrait.reference(device()))], timeout: seconds(200))))
        case 8:
            AutomationNode(
                id, .condition(Condition(above(4, limit()), hold: seconds(60), isStrict: dice.below(2) == 0)))
        case 1: condition(id, above(2, limit()), for: seconds(200))
        case 2: delay(id, seconds(300))
        case 3: wait(id, for: above(4, limit()), seconds(300), result: "met")
        case 4: choose(id, (above(4, limit()), action(id + 1)), otherwise: delay(id + 2, seconds(60)))
        case 5: parallel(id, action(id + 1), sequence(id + 2, delay(id + 3, seconds(90)), action(id + 4)))
        default: sequence(id, reader(id + 1, device()), condition(id + 2, .operation(.not, [above(id + 1, limit())])))
        }
    }

    private mutating func action(_ id: UInt32) -> AutomationNode {
        switch dice.below(4) {
        case 0: turnOff(id, device())
        case 1: toggle(id, device(), onFailure: .retry(times: 2, after: seconds(20)))
        case 2: write(id, number(limit()), to: device())
        default: turnOn(id, device(), onFailure: dice.below(3) == 0 ? .stop : .continue)
        }
    }
}
