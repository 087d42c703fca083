internal import Hearth
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth scenes`: lists scenes and runs one. A scene is an automation that is marked as one, or that starts only by
/// hand.
package enum ScenesCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let scenes = try await hub.automations(of: house.structures).filter { isScene($0) }
        switch (words.first ?? "list", words.count) {
        case ("list", 0...1): try list(scenes, house, arguments)
        case ("run", 2):
            let scene = try AutomationsCommand.find(words[1], in: scenes, "scene", "hearth scenes lists them")
            let run = try await hub.run(scene)
            try GroupsCommand.tell([("run", "\(run)")], "\(scene.name): run \(run) has begun", arguments)
        default: throw CommandError(.usage, "say list or run NAME")
        }
    }

    static func isScene(_ automation: HouseAutomation) -> Bool { isScene(automation.automation.program) }

    static func isScene(_ program: Hearth_V1_AutomationProgram?) -> Bool {
        switch program?.scene {
        case .userDefined?, .wakeUp?, .sleep?, .homeArrival?, .homeDeparture?: return true
        // Only its own automation runs it.
        case .triggerOwned?: return false
        case .unspecified?, .unrecognized?, nil:
            let starters = program?.graph.map(starters) ?? []
            return !starters.isEmpty && starters.allSatisfy { $0 }
        }
    }

    /// For each starter, whether it is "started by hand".
    private static func starters(_ node: Hearth_V1_AutomationNode) -> [Bool] {
        switch node.kind {
        case .starter?: [false]
        case .manualStarter?: [true]
        case .sequential(let flow)?, .parallel(let flow)?, .select(let flow)?: flow.nodes.flatMap(starters)
        default: []
        }
    }

    private static func list(
        _ scenes: [HouseAutomation], _ house: House, _ arguments: Arguments
    ) throws(CommandError) {
        if arguments.has("json") {
            let list = scenes.map { scene in
                JSON.object([
                    ("id", .string(scene.id)), ("name", .string(scene.name)),
                    ("structure", .string(scene.structure.name)),
                    ("kind", .string(kind(scene))),
                ])
            }
            return try printLine(JSON.array(list).text)
        }
        guard !scenes.isEmpty else { return try printLine("There are no scenes.") }
        let hasHomes = house.structures.count > 1
        var table = Table((hasHomes ? ["STRUCTURE"] : []) + ["SCENE", "KIND", "LAST RUN"])
        for scene in scenes {
            let last = scene.automation.lastStart.map { AutomationWords.clock($0.secondsSince1970) } ?? "never"
            table.add((hasHomes ? [scene.structure.name] : []) + [scene.name, kind(scene), last])
        }
        try printLine(table.text(columns: try Screen(arguments).columns))
    }

    private static func kind(_ scene: HouseAutomation) -> String {
        switch scene.automation.program?.scene {
        case .wakeUp?: "wake up"
        case .sleep?: "sleep"
        case .homeArrival?: "arrival"
        case .homeDeparture?: "departure"
        default: "by hand"
        }
    }
}
