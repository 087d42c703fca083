internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth automations dry-run AUTOMATION|FILE`: what an automation would have done, computed from the hub's records.
package enum DryRunCommand {
    /// The default of `--since`.
    package static let usualSpan = "7d"

    static func run(
        _ automation: HomeAutomation, _ listing: HomeListing, _ arguments: Arguments
    ) async throws(CommandError) {
        try await run(automation, in: try listing.structure(withID: automation.structureID), listing, arguments)
    }

    /// Runs the automations in a file, saved or not.
    static func run(file: String, _ arguments: Arguments) async throws(CommandError) {
        let content = try SimulateCommand.text(file)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let structure = try listing.structure(arguments["structure"])
        let drafts = try await AutomationImport.read(
            content, file, structure, try AutomationImport.mappings(arguments.all("map")))
        for draft in drafts { try await run(draft, in: structure, listing, arguments) }
    }

    private static func run(
        _ automation: any DraftAutomation, in structure: Structure, _ listing: HomeListing, _ arguments: Arguments
    ) async throws(CommandError) {
        let name = automation.name
        let since = try PastTime.time(
            arguments["since"] ?? usualSpan, now: Date().timeIntervalSince1970)
        let words = AutomationWords(automation.automationGraph, listing)
        let summary = try await CommandError.ofHome { () -> AutomationDryRun? in
            var summary: AutomationDryRun?
            // No record is older than 1970.
            for try await part in try structure.dryRunAutomation(automation, from: max(since, 0)) {
                switch part {
                case .run(let run): try printLine(arguments.has("json") ? json(run).text : line(run, words))
                case .summary(let told): summary = told
                }
            }
            return summary
        }
        guard let summary else {
            throw CommandError(.unavailable, "the hub ended the dry run without a summary; try again")
        }
        if arguments.has("json") { return try printLine(json(summary).text) }
        for issue in summary.issues where issue.severity == .error {
            try printLine("\(name) can't run at present: \(issue.details).")
        }
        for starts in summary.missedStarts { try printLine(line(starts, words)) }
        for gap in summary.gaps { try printLine(line(gap, listing)) }
        if summary.moreGaps > 0 { try printLine("There are \(summary.moreGaps) more gaps in the record.") }
        let span = "from \(AutomationWords.clock(summary.began)) to \(AutomationWords.clock(summary.reached))"
        try printLine("\(name) would have run \(times(summary.runs)) \(span). Nothing was done.")
    }

    // MARK: Words

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private static func line(_ run: AutomationRun, _ words: AutomationWords) -> String {
        let start = run.trigger?.starter.map { ", set off: \(words.node($0))" } ?? ""
        return "Ran at \(AutomationWords.clock(run.startedAt))\(start); \(words.reason(run.end))."
    }

    private static func line(_ starts: MissedStarts, _ words: AutomationWords) -> String {
        "Did not run at \(AutomationWords.clock(starts.at)): \(words.reason(starts.reason, starts.values))."
            + (starts.count > 1 ? " So it was \(starts.count) times." : "")
    }

    private static func line(_ gap: AutomationDryRun.RecordGap, _ listing: HomeListing) -> String {
        switch gap.kind {
        case .beginning: return "The record begins at \(AutomationWords.clock(gap.until))."
        case .missing:
            return "The record lacks what happened between \(AutomationWords.clock(gap.from)) and "
                + "\(AutomationWords.clock(gap.until))."
        case .restart:
            return "The hub was restarted between \(AutomationWords.clock(gap.from)) and "
                + "\(AutomationWords.clock(gap.until))."
        case .value(let path, let attributeID):
            let trait = listing.traits[path.traitID]
            let attribute = trait?.attribute(attributeID)?.name ?? "\(attributeID)"
            let id = path.target.deviceID
            let device = listing.devices.first { $0.id == id }?.name ?? id
            return "What \(device)'s \(trait?.name ?? "trait \(path.traitID)").\(attribute) was before "
                + "\(AutomationWords.clock(gap.until)) is not recorded."
        case .end:
            return "The record is too long for one dry run: everything after "
                + "\(AutomationWords.clock(gap.from)) is left out."
        case .unknown: return "The record has a gap of a kind unknown to this program."
        }
    }

    // MARK: JSON

    /// A time in UTC; empty for 0, which stands for a time that the hub has not sent.
    private static func utc(_ time: Double) -> String { time == 0 ? "" : HistoryTime.utc(time) }

    private static func json(_ run: AutomationRun) -> JSON {
        .object([
            ("run", .number(run.id)), ("started", .string(utc(run.startedAt))),
            ("starter", .number(run.trigger?.starter ?? 0)),
            ("ended", .string(run.endedAt.map(utc) ?? "")),
            ("reason", run.end.map { .string(word($0)) } ?? .null),
        ])
    }

    private static func json(_ summary: AutomationDryRun) -> JSON {
        .object([
            ("began", .string(utc(summary.began))), ("reached", .string(utc(summary.reached))),
            ("runs", .number(summary.runs)),
            (
                "nonStarts",
                .array(
                    summary.missedStarts.map { starts in
                        .object([
                            ("starter", .number(starts.starter)), ("count", .number(starts.count)),
                            // Without a time, the hub has sent no reason.
                            ("reason", starts.at == 0 ? .null : .string(word(starts.reason))),
                        ])
                    })
            ),
            ("gaps", .array(summary.gaps.map { .string(word($0.kind)) })), ("moreGaps", .number(summary.moreGaps)),
        ])
    }

    /// The name of a reason for programs.
    private static func word(_ end: AutomationRun.End) -> String {
        switch end {
        case .finished: "finished"
        case .conditionFalse: "conditionFalse"
        case .conditionUnknown: "conditionUnknown"
        case .notHeld: "notHeld"
        case .suppressed: "suppressed"
        case .alreadyRunning: "alreadyRunning"
        case .tooManyRuns: "tooManyRuns"
        case .loop: "loop"
        case .paused: "paused"
        case .restarted: "restarted"
        case .stopped: "stopped"
        case .deleted: "deleted"
        case .actionFailed: "actionFailed"
        case .late: "late"
        case .restored: "restored"
        case .invalid: "invalid"
        case .other: "unspecified"
        }
    }

    /// The name of a kind of gap for programs.
    private static func word(_ kind: AutomationDryRun.RecordGap.Kind) -> String {
        switch kind {
        case .beginning: "beginning"
        case .missing: "missing"
        case .restart: "restart"
        case .value: "value"
        case .end: "end"
        case .unknown: "unspecified"
        }
    }
}
