internal import Hearth
internal import HearthAutomation
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth automations import`: adds automations from a text, or replaces those of the same name.
enum AutomationImport {
    static func run(_ file: String, _ arguments: Arguments) async throws(CommandError) {
        let content = try SimulateCommand.text(file)
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let structure = try house.structure(arguments["structure"])
        let all = try await hub.automations(of: [structure])
        let read = try await read(
            content, file, hub, structure, try mappings(arguments.all("map")),
            known: arguments.has("replace") ? all.reduce(into: []) { $0.formUnion($1.objectIDs) } : [])
        var plans: [(automation: Hearth_V1_ParsedAutomation, old: HouseAutomation?)] = []
        for automation in read {
            let old = try former(automation.name, all, arguments.has("replace"))
            let issues = try await hub.issues(of: automation.program ?? .init(), in: structure)
            let lines = issues.filter { $0.isForm && $0.severity == .error }.map { line($0, automation, file) }
            guard lines.isEmpty else {
                for line in lines { printError(line) }
                throw CommandError(.badFile, "nothing was imported; the errors in \(file) are listed above")
            }
            plans.append((automation, old))
        }
        // All automations are parsed and checked before the first is saved.
        for plan in plans { try await save(plan.automation, plan.old, hub, structure, arguments) }
    }

    // MARK: The text

    /// Parses `--map`: `Hall Lamp=Floor Lamp` maps the name in the file to the name here.
    static func mappings(_ words: [String]) throws(CommandError) -> [Hearth_V1_AutomationTextMapping] {
        var mappings: [Hearth_V1_AutomationTextMapping] = []
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw CommandError(
                    .usage, "--map takes the name in the file and the name here: --map \"Hall Lamp=Floor Lamp\"")
            }
            mappings.append(.init(name: parts[0], meaning: parts[1]))
        }
        return mappings
    }

    /// Parses a text.
    ///
    /// - Parameter known: ids that may be unknown here, since the automation that is replaced already refers to them.
    /// - Throws: ``CommandError`` if a name is missing or ambiguous.
    static func read(
        _ text: String, _ file: String, _ hub: HubClient, _ structure: Structure,
        _ mappings: [Hearth_V1_AutomationTextMapping], known: Set<String> = []
    ) async throws(CommandError) -> [Hearth_V1_ParsedAutomation] {
        try checked(try await hub.automations(in: text, for: structure, mappings), file, known: known)
    }

    static func checked(
        _ read: Hearth_V1_ParseAutomationsResponse, _ file: String, known: Set<String>
    ) throws(CommandError) -> [Hearth_V1_ParsedAutomation] {
        var said: Set<String> = []
        var questions: [String] = []
        for issue in read.issues {
            guard let name = issue.openName else {
                throw CommandError(.badFile, "\(file):\(issue.line):\(issue.column): \(issue.message)")
            }
            guard !known.contains(name.objectID), said.insert(name.name).inserted else { continue }
            let map = quoted("\(name.name)=\(name.choices.first ?? "NAME")")
            questions.append("\(file):\(issue.line): \(issue.message); say which is meant with --map \(map)")
        }
        guard questions.isEmpty else {
            throw CommandError(
                .refused,
                "nothing was imported, because some names are missing or ambiguous:\n"
                    + questions.joined(separator: "\n"))
        }
        return read.automations
    }

    /// An issue with the file, line and automation that it is about.
    private static func line(
        _ issue: Hearth_V1_AutomationIssue, _ automation: Hearth_V1_ParsedAutomation, _ file: String
    ) -> String {
        let place = automation.nodes.first { $0.nodeID == issue.nodeID }.map { ":\($0.line)" } ?? ""
        return "\(file)\(place): \(automation.name): \(issue.message)"
    }

    // MARK: Saving

    /// The automation to replace; nil for none.
    private static func former(
        _ name: String, _ all: [HouseAutomation], _ replaces: Bool
    ) throws(CommandError) -> HouseAutomation? {
        let same = all.filter { $0.name.lowercased() == name.lowercased() }
        guard let first = same.first else { return nil }
        guard replaces else {
            throw CommandError(
                .refused,
                "there is already an automation \(quoted(first.name)); --replace replaces it, or give the new one"
                    + " another name in the file")
        }
        guard same.count == 1 else {
            throw CommandError(
                .refused,
                "there are \(same.count) automations \(quoted(first.name)); rename all but one, so that it is clear which is"
                    + " replaced")
        }
        return first
    }

    private static func save(
        _ automation: Hearth_V1_ParsedAutomation, _ old: HouseAutomation?, _ hub: HubClient,
        _ structure: Structure, _ arguments: Arguments
    ) async throws(CommandError) {
        let saved: Hearth_V1_Automation?
        if let old {
            saved = try await hub.replace(old, with: automation)
        } else {
            saved = try await hub.add(automation, to: structure)
        }
        try GroupsCommand.tell(
            [("automation", saved?.id ?? ""), ("name", automation.name)],
            "\(automation.name) is \(old == nil ? "added" : "replaced")", arguments)
        guard !arguments.has("json") else { return }
        for issue in saved?.issues ?? [] { try printLine("\(automation.name): \(issue.message)") }
    }
}

extension HouseAutomation {
    /// The ids of the objects that its program names.
    fileprivate var objectIDs: Set<String> {
        automation.program?.graph.map { AutomationGraph($0).objectIDs } ?? []
    }
}
