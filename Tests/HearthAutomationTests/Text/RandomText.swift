internal import HearthTraitDescriptors
internal import ProcessTestSupport

@testable internal import HearthAutomation
@testable internal import HearthAutomationText

/// Random automations, valid or not, with all that texts can express; the same seed makes the same automation.
struct RandomText {
    private var graphs: RandomGraph
    private var dice: Dice

    /// The longest duration of the wire format: an automation holds nothing longer, and none is read from a text.
    private static let longest = Duration.seconds(315_576_000_000) + .nanoseconds(999_999_999)

    init(seed: UInt64) {
        graphs = RandomGraph(
            seed: seed,
            durations: [
                .zero, .seconds(5), .seconds(-1), Self.longest, .zero - Self.longest, .nanoseconds(1), .seconds(90_000),
            ])
        dice = Dice(seed: seed &+ 1)
    }

    private mutating func pick<T>(_ items: [T]) -> T { items[dice.below(items.count)] }

    mutating func text() -> AutomationText {
        var graph = graphs.graph()
        if dice.below(3) > 0 {
            let id = UInt32(dice.below(200))
            let nodes = (0..<dice.below(6)).map { place in
                AutomationNode(dice.below(3) == 0 ? UInt32(place) : id &+ UInt32(place), kind())
            }
            graph.root = AutomationNode(id, pick([.sequential([graph.root] + nodes), .select(nodes + [graph.root])]))
        }
        var settings = AutomationText.Settings()
        settings.mode = pick([0, 1, 2, 3, 4, 99])
        settings.maxRuns = pick([0, 1, .max])
        settings.maxExecutions = pick([0, 5])
        settings.catchUp = pick([nil, .zero, .seconds(90), .milliseconds(-1)])
        settings.allowsSensitiveActions = dice.below(2) == 0
        settings.scene = pick([0, 1, 2, 3, 4, 5, 6, 77])
        let unknown = graph.nodes.filter { $0.kind == .unknown }
        return AutomationText(
            name: pick(["", "Evening", "a \"b\" \\ # \n\u{202E}é", "automation: \"x\""]),
            description: pick(["", "Lights # on"]), isActive: dice.below(2) == 0, settings: settings, graph: graph,
            unknownNodes: unknown.map { _ in pick([[], [0], [255, 1, 2]]) }, unknownFields: pick([[], [8, 1]]))
    }

    /// Nodes that the graphs of other tests lack.
    private mutating func kind() -> AutomationNode.Kind {
        let time = TraitReference(TraitTarget(deviceID: "home", endpoint: 0), traitID: TimeTrait.id)
        switch dice.below(8) {
        case 0: return .execution(automationID: pick(["movie", "gone", ""]))
        case 1: return .restoration
        case 2:
            return .condition(Condition(graphs.expression(depth: 3), hold: pick([.zero, .seconds(5)]), isStrict: true))
        case 3:
            let group = pick([
                DeviceGroup.room("kitchen"), .zone("kitchen"), .serviceGroup("gone"), .structure("home"),
                .structure("elsewhere"),
            ])
            let trait = TraitReference(group, deviceType: pick([nil, 0x100, 0x102, 7]), traitID: pick([6, 8, 99]))
            return .action(Action(trait, commandID: pick([nil, 0, 1, 200])))
        case 4:
            let starter = Starter(
                pick([time, TraitReference(TraitTarget(deviceID: "lock", endpoint: 1), traitID: 0x101)]),
                becomes: pick([nil, graphs.expression(depth: 2)]), causes: pick([[], Set(CauseKind.allCases)]))
            let starters = (0..<dice.below(3)).map { _ in pick([starter, schedule(time)]) }
            return .wait(
                Wait(
                    pick([nil, graphs.expression(depth: 2)]), starters: starters, timeout: .seconds(9),
                    result: pick(["", "x", "two words"])))
        case 5:
            let seconds = AutomationExpression.constant(.unsigned(60))
            return .assignment(
                variable: "x", .operation(.heldFor, [graphs.expression(depth: 2), seconds]))
        default: return .starter(schedule(time))
        }
    }

    private mutating func schedule(_ time: TraitReference) -> Starter {
        var parameters: StructureValue = [:]
        let days: [[UInt64]] = [[], [1], [2, 7, 2], [0, 8]]
        if dice.below(2) == 0 { parameters[2] = .list(pick(days).map { .unsigned($0) }) }
        switch dice.below(4) {
        case 0: parameters[0] = .structure([0: .unsigned(pick([0, 23, 24])), 1: .unsigned(pick([0, 9, 59, 60]))])
        case 1: parameters[1] = .structure([0: .unsigned(pick([0, 1, 2]))])
        case 2:
            parameters[1] = .structure([
                0: .unsigned(pick([1, 2])), 1: .signed(pick([0, -1_800, 5_000, .min, .max])),
            ])
        default: parameters[1] = .string(pick(["", "0 0 12 ? * *", "\"\n"]))
        }
        return Starter(time, eventID: pick([0, 1, 2]), parameters: parameters)
    }
}
