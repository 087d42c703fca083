internal import HearthAutomation
internal import HearthTraitCore
internal import HearthWire

/// `hearth automations import`: adds automations from a text, or puts them in the place of others.
enum AutomationImport {
    static func run(_ file: String, _ arguments: Arguments) async throws(CommandError) {
        let content = try SimulateCommand.text(file)
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let structure = try house.structure(arguments["structure"])
        let all = try await hub.automations(of: [structure])
        let read = try read(
            content, file, AutomationNames(house, all, structure), try mapping(arguments.all("map")),
            known: arguments.has("replace") ? Set(all.flatMap(\.deviceIDs)) : [])
        var plans: [(text: AutomationText, program: Hearth_V1_AutomationProgram, old: HouseAutomation?)] = []
        for automation in read {
            let program = try program(automation.text, file)
            let old = try former(automation.text.name, all, arguments.has("replace"))
            let issues = try await hub.issues(of: program, in: structure)
            let lines = issues.filter { $0.isForm && $0.severity == .error }.map { line($0, automation, file) }
            guard lines.isEmpty else {
                for line in lines { printError(line) }
                throw CommandError(.badFile, "nothing was imported; what is wrong with \(file) stands above")
            }
            plans.append((automation.text, program, old))
        }
        // All are good before the first is saved.
        for plan in plans { try await save(plan.text, plan.program, plan.old, hub, structure, arguments) }
    }

    // MARK: The text

    /// "Hall Lamp=Floor Lamp" as what is meant by a name.
    static func mapping(_ words: [String]) throws(CommandError) -> [String: String] {
        var mapping: [String: String] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw CommandError(
                    .usage, "--map takes the name in the file and the name here: --map \"Hall Lamp=Floor Lamp\"")
            }
            mapping[parts[0]] = parts[1]
        }
        return mapping
    }

    /// - Parameter known: ids that need not be there, since the automation that is replaced has them already.
    static func read(
        _ text: String, _ file: String, _ names: AutomationNames, _ mapping: [String: String], known: Set<String> = []
    ) throws(CommandError) -> [ReadAutomation] {
        let read: [ReadAutomation]
        do throws(AutomationTextError) {
            read = try ReadAutomation.all(in: text, names, mapping: mapping)
        } catch {
            throw CommandError(.badFile, "\(file):\(error.line):\(error.column): \(error.message)")
        }
        var said: Set<String> = []
        let open = read.flatMap(\.open).filter { !known.contains($0.id) && said.insert($0.label).inserted }
        guard open.isEmpty else {
            let lines = open.map { "\(file):\($0.line): \(question($0))" }
            throw CommandError(
                .refused,
                "nothing was imported, as it is not clear what is meant:\n\(lines.joined(separator: "\n"))")
        }
        return read
    }

    /// What has to be said about a name, and how.
    private static func question(_ name: OpenName) -> String {
        let kind = name.kind.rawValue
        let choices = name.choices.map(quoted).joined(separator: " or ")
        let reason =
            switch name.reason {
            case .foreign: "the \(kind) \(quoted(name.label)) (\(name.id)) is not of this home"
            case .unknown: "there is no \(kind) \(quoted(name.word))"
            case .several: "several have the name \(quoted(name.word)): \(choices)"
            }
        let hint = name.reason == .several || choices.isEmpty ? "" : "; it may be \(choices)"
        return "\(reason)\(hint); say which is meant with --map "
            + quoted("\(name.label)=\(name.choices.first ?? "NAME")")
    }

    static func program(
        _ text: AutomationText, _ file: String
    ) throws(CommandError) -> Hearth_V1_AutomationProgram {
        do throws(HomeError) { return try text.program() } catch {
            throw CommandError(.badFile, "\(file): \(error.message)")
        }
    }

    /// An issue with the line that it is about.
    private static func line(
        _ issue: Hearth_V1_AutomationIssue, _ automation: ReadAutomation, _ file: String
    ) -> String {
        let place = automation.lines[issue.nodeID].map { ":\($0)" } ?? ""
        return "\(file)\(place): \(automation.text.name): \(issue.message)"
    }

    // MARK: Saving

    /// The automation in whose place one comes; nil for none.
    private static func former(
        _ name: String, _ all: [HouseAutomation], _ replaces: Bool
    ) throws(CommandError) -> HouseAutomation? {
        let same = all.filter { $0.name.lowercased() == name.lowercased() }
        guard let first = same.first else { return nil }
        guard replaces else {
            throw CommandError(
                .refused,
                "there is an automation \(quoted(first.name)) already; --replace puts the new one in its place, or give it"
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
        _ text: AutomationText, _ program: Hearth_V1_AutomationProgram, _ old: HouseAutomation?, _ hub: HubClient,
        _ structure: House.Structure, _ arguments: Arguments
    ) async throws(CommandError) {
        let saved: Hearth_V1_Automation?
        if let old {
            saved = try await hub.replace(
                old, name: text.name, text.description, isActive: text.isActive, program)
        } else {
            saved = try await hub.add(text.name, text.description, isActive: text.isActive, program, to: structure)
        }
        try GroupsCommand.tell(
            [("automation", saved?.id ?? ""), ("name", text.name)],
            "\(text.name) is \(old == nil ? "added" : "replaced")", arguments)
        guard !arguments.has("json") else { return }
        for issue in saved?.issues ?? [] { try printLine("\(text.name): \(issue.message)") }
    }
}

extension HouseAutomation {
    /// The ids of the objects that its program names.
    fileprivate var deviceIDs: [String] { AutomationText(self).objectIDs }
}
