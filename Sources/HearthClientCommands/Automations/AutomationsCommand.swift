internal import Foundation
internal import Hearth
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth automations`: lists automations; runs, stops, switches and removes them; explains why they ran or did not.
package enum AutomationsCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        let verb = words.first ?? "list"
        guard words.count <= 2, words.count == 2 || ["list", "export"].contains(verb) else { throw usage }
        switch verb {
        case "list":
            guard words.count < 2 else { throw usage }
            return try await list(arguments)
        case "export": return try await AutomationExport.run(words.dropFirst().first, arguments)
        case "import": return try await AutomationImport.run(words[1], arguments)
        // A draft in a file.
        case "dry-run" where FileManager.default.fileExists(atPath: words[1]):
            return try await DryRunCommand.run(file: words[1], arguments)
        default: break
        }
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let automation = try await find(words[1], hub, house)
        switch verb {
        case "run":
            let run = try await hub.run(automation)
            try GroupsCommand.tell([("run", "\(run)")], "\(automation.name): run \(run) has begun", arguments)
        case "stop":
            let count = try await hub.stop(automation)
            let text =
                count == 0
                ? "was not running" : count == 1 ? "is stopped" : "is stopped; \(count) runs of it have ended"
            try GroupsCommand.tell(
                [("automation", automation.id), ("stopped", "\(count)")], "\(automation.name) \(text)", arguments)
        case "on", "off":
            try await hub.change(automation, isActive: verb == "on")
            let text = verb == "on" ? "is on: its starters set it off" : "is off; it can still be run by hand"
            try GroupsCommand.tell(
                [("automation", automation.id), ("state", verb)], "\(automation.name) \(text)", arguments)
        case "show": try await AutomationExport.show(automation, hub, arguments)
        case "why": try await explain(automation, hub, house, arguments)
        case "trace": try await RunTree.show(automation, hub, house, arguments)
        case "dry-run": try await DryRunCommand.run(automation, hub, house, arguments)
        case "remove":
            try Confirmation.ask(
                "Remove the automation \(quoted(automation.name)) with all its runs?", else: "\(automation.name) stays",
                arguments)
            try await hub.remove(automation)
            try GroupsCommand.tell([("removed", automation.id)], "\(automation.name) is removed", arguments)
        default: throw usage
        }
    }

    private static let usage = CommandError(
        .usage,
        "say list, show NAME, export, export NAME, import FILE, run NAME, stop NAME, on NAME, off NAME, why NAME, trace NAME,"
            + " dry-run NAME, dry-run FILE or remove NAME")

    /// The automation of a name or an id.
    static func find(
        _ word: String, _ hub: HubClient, _ house: House
    ) async throws(CommandError) -> HouseAutomation {
        try find(
            word, in: try await hub.automations(of: house.structures), "automation", "hearth automations lists them")
    }

    /// - Parameters:
    ///   - kind: the kind of object, for the error: "automation" or "scene".
    ///   - otherwise: what the error suggests if no name is similar.
    static func find(
        _ word: String, in all: [HouseAutomation], _ kind: String, _ otherwise: String
    ) throws(CommandError) -> HouseAutomation {
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
        let house = try await hub.house()
        let all = try await hub.automations(of: house.structures)
        if arguments.has("json") { return try printLine(JSON.array(all.map(json)).text) }
        guard !all.isEmpty else { return try printLine("There are no automations.") }
        let hasHomes = house.structures.count > 1
        var table = Table((hasHomes ? ["STRUCTURE"] : []) + ["AUTOMATION", "STATE", "RUNS", "LAST RUN"])
        for item in all {
            let last = item.automation.lastStart.map { AutomationWords.clock($0.secondsSince1970) } ?? "never"
            table.add(
                (hasHomes ? [item.structure.name] : []) + [
                    item.name, state(item.automation), "\(item.automation.executionCount)", last,
                ])
        }
        try printLine(table.text(columns: try Screen(arguments).columns))
        for item in all {
            for issue in item.automation.issues where issue.severity == .error || issue.isClockWait {
                try printLine("\(item.name): \(issue.message)")
            }
        }
    }

    private static func state(_ automation: Hearth_V1_Automation) -> String {
        if automation.issues.contains(where: { $0.severity == .error }) { return "can't run" }
        if automation.isRunning { return "running" }
        if automation.pausedUntil != nil { return "resting" }
        if automation.issues.contains(where: \.isClockWait) { return "waits for the clock" }
        return automation.isActive ? "on" : "off"
    }

    private static func json(_ item: HouseAutomation) -> JSON {
        let automation = item.automation
        return .object([
            ("id", .string(item.id)), ("name", .string(item.name)), ("structure", .string(item.structure.name)),
            ("state", .string(state(automation))), ("active", .bool(automation.isActive)),
            ("runs", .number(UInt64(automation.executionCount))),
            ("issues", .array(automation.issues.map { .string($0.message) })),
        ])
    }

    // MARK: Why

    /// Prints the newest run as a small tree, and the last reasons why the automation did not run.
    private static func explain(
        _ automation: HouseAutomation, _ hub: HubClient, _ house: House, _ arguments: Arguments
    ) async throws(CommandError) {
        let told = try await hub.runs(of: automation, limit: 1)
        let words = AutomationWords(automation.automation.program, house)
        for issue in automation.automation.issues where issue.severity == .error {
            try printLine("\(automation.name) can't run: \(issue.message).")
        }
        for issue in automation.automation.issues where issue.isClockWait {
            try printLine("\(automation.name): \(issue.message).")
        }
        if let run = told.runs.first {
            let time = AutomationWords.clock(run.startedAt?.secondsSince1970 ?? 0)
            let set = run.start.map { $0.nodeID == 0 ? "" : ", set off: \(words.node($0.nodeID))" } ?? ""
            try printLine("Ran at \(time)\(set)")
            for (place, step) in run.steps.enumerated() {
                let branch = place == run.steps.count - 1 && run.end == nil ? "└" : "├"
                try printLine(
                    "  \(branch) \(AutomationWords.clock(step.at?.secondsSince1970 ?? 0))  \(words.step(step))")
            }
            if let end = run.end {
                try printLine("  └ \(AutomationWords.clock(end.at?.secondsSince1970 ?? 0))  \(words.reason(end))")
            }
        } else {
            try printLine("\(automation.name) has not run yet.")
        }
        for item in told.nonStarts {
            let time = AutomationWords.clock(item.last?.at?.secondsSince1970 ?? 0)
            let count = item.counts.reduce(0) { $0 + $1.count }
            try printLine(
                "Did not run at \(time): \(words.reason(item.last, item.leaves))."
                    + (count > 1 ? " So it was \(count) times since it was saved." : ""))
        }
    }
}

extension Hearth_V1_AutomationIssue {
    /// Whether starters wait until the hub's clock is set.
    fileprivate var isClockWait: Bool { kind == "waitsForClock" }
}
