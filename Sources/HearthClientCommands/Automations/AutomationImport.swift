internal import Hearth
internal import HearthSystem
internal import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth automations import`: adds automations from a text, or replaces those of the same name.
enum AutomationImport {
    static func run(_ file: String, _ arguments: Arguments) async throws(CommandError) {
        let content = try SimulateCommand.text(file)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let structure = try listing.structure(arguments["structure"])
        let all = try await hub.automations(of: [structure])
        let read = try await read(
            content, file, structure, try mappings(arguments.all("map")),
            known: arguments.has("replace") ? all.reduce(into: []) { $0.formUnion($1.objectIDs) } : [])
        var plans: [Plan] = []
        var exported = ExportedText(content, of: read.map { Array($0.lines.values) })
        for (place, automation) in read.enumerated() {
            let plan = try plan(automation, exported[place], all, arguments.has("replace"), file)
            let issues = try await CommandError.ofHome { try await structure.validateAutomation(automation) }
            let lines = issues.filter { $0.isInGraph && $0.severity == .error }.map { line($0, automation, file) }
            guard lines.isEmpty else {
                for line in lines { printError(line) }
                throw CommandError(.badFile, "nothing was imported; the errors in \(file) are listed above")
            }
            plans.append(plan)
        }
        // All automations are parsed and checked before the first is saved.
        for (place, plan) in plans.enumerated() {
            let saved: HomeAutomation?
            do throws(CommandError) {
                saved = try await save(plan, structure, arguments)
            } catch {
                throw stopped(at: place, of: plans.map(\.automation.name), error)
            }
            guard let saved, let old = exported[place] else { continue }
            exported[place] = ExportedRevision(of: saved.id, saved.revision)
            // After each, so that the file also fits what was saved if a later one is refused.
            if exported[place] != old { try write(exported, place, to: file, old) }
        }
    }

    /// The error of an import that ended at one of several automations. It says what each has come to.
    static func stopped(at place: Int, of names: [String], _ error: CommandError) -> CommandError {
        guard names.count > 1 else { return error }
        var parts = [error.message]
        if place > 0 { parts.append("imported before: \(list(names[..<place]))") }
        let isKnown = error.code == .refused
        if !isKnown { parts.append("perhaps imported: \(list(names[place...place]))") }
        let left = names[(isKnown ? place : place + 1)...]
        if !left.isEmpty { parts.append("not imported: \(list(left))") }
        return CommandError(place > 0 ? .inPart : error.code, parts.joined(separator: "; "))
    }

    private static func list(_ names: ArraySlice<String>) -> String {
        let most = 10
        let some = names.prefix(most).map { quoted($0) }.joined(separator: ", ")
        return names.count > most ? "\(some) and \(names.count - most) more" : some
    }

    /// What an automation of the text is saved as.
    struct Plan {
        let automation: ParsedAutomation
        /// The automation to replace; nil to add one.
        let old: HomeAutomation?
        /// The revision that the text is based on; nil for any.
        let base: UInt64?
    }

    /// Writes the text with the revision that was saved, so that it can be edited and imported again.
    private static func write(
        _ text: ExportedText, _ place: Int, to file: String, _ old: ExportedRevision
    ) throws(CommandError) {
        let target = URL(fileURLWithPath: file).resolvingSymlinksInPath()
        let isFile = FileFacts(target.path, followsLink: true)?.isRegular ?? false
        if isFile, (try? text.text.write(to: target, atomically: true, encoding: .utf8)) != nil { return }
        // The standard input and pipes can't be written.
        printError(
            "\(file) could not be changed; for the next import, replace its line \(quoted(old.line)) with "
                + quoted(text[place]?.line ?? ""))
    }

    // MARK: The text

    /// Parses `--map`: `Hall Lamp=Floor Lamp` maps the name in the file to the name here.
    static func mappings(_ words: [String]) throws(CommandError) -> [AutomationTextMapping] {
        var mappings: [AutomationTextMapping] = []
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
        _ text: String, _ file: String, _ structure: Structure, _ mappings: [AutomationTextMapping],
        known: Set<String> = []
    ) async throws(CommandError) -> [ParsedAutomation] {
        let read = try await CommandError.ofHome { try await structure.parseAutomations(text, mappings: mappings) }
        return try checked(read, file, known: known)
    }

    static func checked(
        _ read: ParsedAutomations, _ file: String, known: Set<String>
    ) throws(CommandError) -> [ParsedAutomation] {
        var said: Set<String> = []
        var questions: [String] = []
        for issue in read.issues {
            guard let name = issue.openName else {
                throw CommandError(.badFile, "\(file):\(issue.line):\(issue.column): \(issue.message)")
            }
            guard !known.contains(name.objectID ?? ""), said.insert(name.name).inserted else { continue }
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
        _ issue: AutomationValidationIssue, _ automation: ParsedAutomation, _ file: String
    ) -> String {
        let place = issue.node?.number.flatMap { automation.lines[$0] }.map { ":\($0)" } ?? ""
        return "\(file)\(place): \(automation.name): \(issue.details)"
    }

    // MARK: Saving

    /// The automation to replace; nil for none.
    private static func former(
        _ name: String, _ all: [HomeAutomation], _ replaces: Bool
    ) throws(CommandError) -> HomeAutomation? {
        let key = ObjectName.key(name)
        let same = all.filter { ObjectName.key($0.name) == key }
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

    /// Decides what a text replaces. The automation that it was exported from is found by its ID, as somebody may have
    /// renamed it. The IDs of another home's automations mean nothing here.
    static func plan(
        _ automation: ParsedAutomation, _ exported: ExportedRevision?, _ all: [HomeAutomation], _ replaces: Bool,
        _ file: String
    ) throws(CommandError) -> Plan {
        guard replaces, let exported, let old = all.first(where: { $0.id == exported.automationID }) else {
            return Plan(automation: automation, old: try former(automation.name, all, replaces), base: nil)
        }
        let isSame = ObjectName.key(old.name) == ObjectName.key(automation.name) && old.revision == exported.revision
        guard isSame || old.isEqual(to: automation) else {
            throw CommandError(
                .refused,
                "nothing was imported, because \(quoted(old.name)) was changed after it was exported: it has revision "
                    + "\(old.revision), the text is of revision \(exported.revision) and names it "
                    + "\(quoted(automation.name)); export it again and repeat your change, or remove the line "
                    + "\(quoted(exported.line)) from \(file) to import it anyway")
        }
        return Plan(automation: automation, old: old, base: old.revision)
    }

    /// - Returns: the saved automation; nil if the hub does not show it.
    private static func save(
        _ plan: Plan, _ structure: Structure, _ arguments: Arguments
    ) async throws(CommandError) -> HomeAutomation? {
        let (automation, old) = (plan.automation, plan.old)
        let saved = try await CommandError.ofHome(changing: old?.name ?? automation.name) { () -> any Automation in
            guard let old else { return try await structure.createAutomation(automation) }
            return try await old.replace(with: automation, base: plan.base)
        }
        try GroupsCommand.tell(
            [("automation", saved.id), ("name", automation.name)],
            "\(automation.name) is \(old == nil ? "added" : "replaced")", arguments)
        guard !arguments.has("json") else { return saved as? HomeAutomation }
        for issue in saved.validationIssues { try printLine("\(automation.name): \(issue.details)") }
        return saved as? HomeAutomation
    }
}
