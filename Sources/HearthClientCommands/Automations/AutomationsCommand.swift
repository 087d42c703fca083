internal import Hearth
package import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth automations`: lists automations; runs, stops, switches and removes them; explains why they ran or did not.
package enum AutomationsCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        let verb = words.first ?? "list"
        guard words.count <= 2, words.count == 2 || ["list", "examples", "export"].contains(verb) else { throw usage }
        switch verb {
        case "list":
            guard words.count < 2 else { throw usage }
            return try await list(arguments)
        case "examples": return try ExamplesCommand.run(words.dropFirst().first, arguments)
        case "export": return try await AutomationExport.run(words.dropFirst().first, arguments)
        case "import": return try await AutomationImport.run(words[1], arguments)
        // A draft in a file.
        case "dry-run" where FileManager.default.fileExists(atPath: words[1]):
            return try await DryRunCommand.run(file: words[1], arguments)
        default: break
        }
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let all = try await hub.automations(of: listing.structures)
        let automation = try find(words[1], in: all, "automation", "hearth automations lists them")
        switch verb {
        case "run":
            let run = try await CommandError.ofHome(changing: automation.name) { try await automation.execute() }
            try GroupsCommand.tell([("run", "\(run)")], "\(automation.name): run \(run) has begun", arguments)
        case "stop":
            let count = try await CommandError.ofHome(changing: automation.name) { try await automation.stop() }
            let text =
                count == 0
                ? "was not running" : count == 1 ? "is stopped" : "is stopped; \(count) runs of it have ended"
            try GroupsCommand.tell(
                [("automation", automation.id), ("stopped", "\(count)")], "\(automation.name) \(text)", arguments)
        case "on", "off":
            try await CommandError.ofHome(changing: automation.name) {
                _ = try await automation.update { $0.isActive = verb == "on" }
            }
            let text = verb == "on" ? "is on: its starters set it off" : "is off; it can still be run by hand"
            try GroupsCommand.tell(
                [("automation", automation.id), ("state", verb)], "\(automation.name) \(text)", arguments)
        case "show": try await AutomationExport.show(automation, listing, arguments)
        case "why": try await explain(automation, all, listing, arguments)
        case "trace": try await RunTree.show(automation, all, listing, arguments)
        case "dry-run": try await DryRunCommand.run(automation, listing, arguments)
        case "remove":
            try Confirmation.ask(
                "Remove the automation \(quoted(automation.name)) with all its runs?", else: "\(automation.name) stays",
                arguments)
            try await listing.remove(automation)
            try GroupsCommand.tell([("removed", automation.id)], "\(automation.name) is removed", arguments)
        default: throw usage
        }
    }

    private static let usage = CommandError(
        .usage,
        "say list, examples, examples NAME, show NAME, export, export NAME, import FILE, run NAME, stop NAME, on NAME, off NAME, why NAME, trace NAME,"
            + " dry-run NAME, dry-run FILE or remove NAME")

    /// The automation of a name or an id.
    ///
    /// - Parameters:
    ///   - kind: the kind of object, for the error: "automation" or "scene".
    ///   - otherwise: what the error suggests if no name is similar.
    static func find(
        _ word: String, in all: [HomeAutomation], _ kind: String, _ otherwise: String
    ) throws(CommandError) -> HomeAutomation {
        switch Names.find(word, in: all, by: { [$0.name] }, id: { $0.id }) {
        case .one(let automation): return automation
        case .several(let names):
            let choices = all.filter { names.contains($0.name) }
            throw CommandError(
                .refused,
                "\(quoted(word)) could be "
                    + choices.map { "\(quoted($0.name)) (\($0.id))" }.joined(separator: ", ") + "; say which by its id")
        case .none(let nearest):
            throw CommandError(
                .refused, "there is no \(kind) \(quoted(word))" + Names.hint(nearest, otherwise))
        }
    }

    // MARK: List

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let all = try await hub.automations(of: listing.structures)
        if arguments.has("json") { return try printLine(JSON.array(all.map { json($0, listing) }).text) }
        guard !all.isEmpty else { return try printLine("There are no automations.") }
        let hasHomes = listing.structures.count > 1
        var table = Table((hasHomes ? ["STRUCTURE"] : []) + ["AUTOMATION", "STATE", "RUNS", "LAST RUN"])
        for item in all {
            let last = item.lastExecution.map(AutomationWords.clock) ?? "never"
            table.add(
                (hasHomes ? [listing.structureName(item.structureID)] : [])
                    + [item.name, state(item), "\(item.executionCount ?? 0)", last])
        }
        try printLine(table.text(columns: try Screen(arguments).columns))
        for item in all {
            for issue in item.validationIssues where issue.severity == .error || issue.issueType == .waitsForClock {
                try printLine("\(item.name): \(issue.details)")
            }
        }
    }

    private static func state(_ automation: HomeAutomation) -> String {
        if !automation.isValid { return "can't run" }
        if automation.isRunning { return "running" }
        if automation.pausedUntil != nil { return "resting" }
        if automation.validationIssues.contains(where: { $0.issueType == .waitsForClock }) {
            return "waits for the clock"
        }
        return automation.isActive ? "on" : "off"
    }

    private static func json(_ automation: HomeAutomation, _ listing: HomeListing) -> JSON {
        .object([
            ("id", .string(automation.id)), ("name", .string(automation.name)),
            ("structure", .string(listing.structureName(automation.structureID))),
            ("state", .string(state(automation))), ("active", .bool(automation.isActive)),
            ("runs", .number(automation.executionCount ?? 0)),
            ("issues", .array(automation.validationIssues.map { .string($0.details) })),
        ])
    }

    // MARK: Why

    /// Prints the newest run as a small tree, and the last reasons why the automation did not run.
    private static func explain(
        _ automation: HomeAutomation, _ all: [HomeAutomation], _ listing: HomeListing, _ arguments: Arguments
    ) async throws(CommandError) {
        let (run, missed) = try await CommandError.ofHome { try await automation.newestRun() }
        let words = AutomationWords(automation.automationGraph, listing, automations: all)
        for issue in automation.validationIssues where issue.severity == .error {
            try printLine("\(automation.name) can't run: \(issue.details).")
        }
        for issue in automation.validationIssues where issue.issueType == .waitsForClock {
            try printLine("\(automation.name): \(issue.details).")
        }
        if let run {
            let set = run.trigger?.starter.map { ", set off: \(words.node($0))" } ?? ""
            try printLine("Ran at \(AutomationWords.clock(run.startedAt))\(set)")
            if let notice = RunTree.notice(ofEditAfter: run, automation) { try printLine(notice) }
            for (place, step) in run.steps.enumerated() {
                let branch = place == run.steps.count - 1 && run.end == nil ? "└" : "├"
                try printLine("  \(branch) \(AutomationWords.clock(step.at))  \(words.step(step))")
            }
            if let end = run.end {
                try printLine("  └ \(AutomationWords.clock(run.endedAt ?? 0))  \(words.reason(end))")
            }
        } else {
            try printLine("\(automation.name) has not run yet.")
        }
        for starts in missed {
            try printLine(
                "Did not run at \(AutomationWords.clock(starts.at)): \(words.reason(starts.reason, starts.values))."
                    + (starts.count > 1 ? " So it was \(starts.count) times since it was saved." : ""))
        }
    }
}
