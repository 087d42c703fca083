internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

/// `hearth scenes`: lists scenes and runs one. A scene is an automation that is marked as one, or that starts only by
/// hand.
package enum ScenesCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let scenes = try await hub.automations(of: listing.structures).filter { isScene($0) }
        switch (words.first ?? "list", words.count) {
        case ("list", 0...1): try list(scenes, listing, arguments)
        case ("run", 2):
            let scene = try AutomationsCommand.find(words[1], in: scenes, "scene", "hearth scenes lists them")
            let run = try await CommandError.ofHome(changing: scene.name) { try await scene.execute() }
            try GroupsCommand.tell([("run", "\(run)")], "\(scene.name): run \(run) has begun", arguments)
        default: throw CommandError(.usage, "say list or run NAME")
        }
    }

    static func isScene(_ automation: HomeAutomation) -> Bool {
        switch automation.settings.scene {
        case .userDefined?, .wakeUp?, .sleep?, .homeArrival?, .homeDeparture?: return true
        // Only its own automation runs it.
        case .triggerOwned?: return false
        case nil:
            let starters = automation.automationGraph.map(starters) ?? []
            return !starters.isEmpty && starters.allSatisfy { $0 }
        }
    }

    /// For each starter, whether it is "started by hand".
    private static func starters(_ node: any Node) -> [Bool] {
        switch node {
        case is any Starter: [false]
        case is ManualStarter: [true]
        case let flow as any Flow: flow.nodes.flatMap(starters)
        default: []
        }
    }

    private static func list(
        _ scenes: [HomeAutomation], _ listing: HomeListing, _ arguments: Arguments
    ) throws(CommandError) {
        if arguments.has("json") {
            let list = scenes.map { scene in
                JSON.object([
                    ("id", .string(scene.id)), ("name", .string(scene.name)),
                    ("structure", .string(listing.structureName(scene.structureID))),
                    ("kind", .string(kind(scene))),
                ])
            }
            return try printLine(JSON.array(list).text)
        }
        guard !scenes.isEmpty else { return try printLine("There are no scenes.") }
        let hasHomes = listing.structures.count > 1
        var table = Table((hasHomes ? ["STRUCTURE"] : []) + ["SCENE", "KIND", "LAST RUN"])
        for scene in scenes {
            let last = scene.lastExecution.map(AutomationWords.clock) ?? "never"
            table.add((hasHomes ? [listing.structureName(scene.structureID)] : []) + [scene.name, kind(scene), last])
        }
        try printLine(table.text(columns: try Screen(arguments).columns))
    }

    private static func kind(_ scene: HomeAutomation) -> String {
        switch scene.settings.scene {
        case .wakeUp?: "wake up"
        case .sleep?: "sleep"
        case .homeArrival?: "arrival"
        case .homeDeparture?: "departure"
        default: "by hand"
        }
    }
}
