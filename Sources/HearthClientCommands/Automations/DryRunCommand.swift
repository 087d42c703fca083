internal import Foundation
internal import Hearth
internal import HearthRPC
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth automations dry-run AUTOMATION|FILE`: what an automation would have done, computed from the hub's records.
package enum DryRunCommand {
    /// The default of `--since`.
    package static let usualSpan = "7d"

    static func run(
        _ automation: HouseAutomation, _ hub: HubClient, _ house: House, _ arguments: Arguments
    ) async throws(CommandError) {
        try await run(
            automation.name, automation.automation.program,
            .init(structureID: automation.structure.id, automationID: automation.id),
            hub, house, arguments)
    }

    /// Runs the automations in a file, saved or not.
    static func run(file: String, _ arguments: Arguments) async throws(CommandError) {
        let content = try SimulateCommand.text(file)
        let hub = try await Connection.open(arguments)
        let house = try await hub.house()
        let structure = try house.structure(arguments["structure"])
        let drafts = try await AutomationImport.read(
            content, file, hub, structure, try AutomationImport.mappings(arguments.all("map")))
        for draft in drafts {
            try await run(
                draft.name, draft.program, .init(structureID: structure.id, program: draft.program), hub, house,
                arguments)
        }
    }

    private static func run(
        _ name: String, _ program: Hearth_V1_AutomationProgram?, _ request: Hearth_V1_DryRunAutomationRequest,
        _ hub: HubClient, _ house: House, _ arguments: Arguments
    ) async throws(CommandError) {
        let since = try PastTime.time(
            arguments["since"] ?? usualSpan, now: Date().timeIntervalSince1970)
        var request = request
        let milliseconds = Int64(exactly: (since * 1_000).rounded()) ?? 0
        request.from = Google_Protobuf_Timestamp(sinceEpoch: .milliseconds(milliseconds))
        let words = AutomationWords(program, house)
        var summary: Hearth_V1_AutomationDryRun?
        do {
            for try await response in try await Hearth_V1_AutomationClient(hub.client).dryRunAutomation(request) {
                switch response.what {
                case .run(let run)?: try printLine(arguments.has("json") ? json(run).text : line(run, words))
                case .summary(let told)?: summary = told
                case nil: continue
                }
            }
        } catch {
            throw error as? CommandError ?? CommandError(RPCError(error))
        }
        guard let summary else {
            throw CommandError(.unavailable, "the hub ended the dry run without a summary; try again")
        }
        if arguments.has("json") { return try printLine(json(summary).text) }
        for issue in summary.issues where issue.severity == .error {
            try printLine("\(name) can't run at present: \(issue.message).")
        }
        for reasons in summary.nonStarts { try printLine(line(reasons, words)) }
        for gap in summary.gaps { try printLine(line(gap, house)) }
        if summary.moreGaps > 0 { try printLine("There are \(summary.moreGaps) more gaps in the record.") }
        let span = "from \(clock(summary.began)) to \(clock(summary.reached))"
        try printLine("\(name) would have run \(times(summary.runs)) \(span). Nothing was done.")
    }

    // MARK: Words

    private static func clock(_ stamp: Google_Protobuf_Timestamp?) -> String {
        AutomationWords.clock(stamp?.secondsSince1970 ?? 0)
    }

    private static func times(_ count: UInt64) -> String { count == 1 ? "once" : "\(count) times" }

    private static func line(_ run: Hearth_V1_AutomationRun, _ words: AutomationWords) -> String {
        let start = run.start.map { $0.nodeID == 0 ? "" : ", set off: \(words.node($0.nodeID))" } ?? ""
        return "Ran at \(clock(run.startedAt))\(start); \(words.reason(run.end))."
    }

    private static func line(_ reasons: Hearth_V1_AutomationNonStarts, _ words: AutomationWords) -> String {
        let count = reasons.counts.reduce(0) { $0 + $1.count }
        return "Did not run at \(clock(reasons.last?.at)): \(words.reason(reasons.last, reasons.leaves))."
            + (count > 1 ? " So it was \(count) times." : "")
    }

    private static func line(_ gap: Hearth_V1_AutomationRecordGap, _ house: House) -> String {
        switch gap.kind {
        case .beginning: return "The record begins at \(clock(gap.until))."
        case .missing: return "The record lacks what happened between \(clock(gap.from)) and \(clock(gap.until))."
        case .restart: return "The hub was restarted between \(clock(gap.from)) and \(clock(gap.until))."
        case .value:
            let trait = house.traits[gap.traitID]
            let attribute = trait?.attribute(gap.attributeID)?.name ?? "\(gap.attributeID)"
            let id = gap.target?.deviceID ?? ""
            let device = house.devices.first { $0.id == id }?.name ?? id
            return "What \(device)'s \(trait?.name ?? "trait \(gap.traitID)").\(attribute) was before "
                + "\(clock(gap.until)) is not recorded."
        case .end: return "The record is too long for one dry run: everything after \(clock(gap.from)) is left out."
        case .unspecified, .unrecognized: return "The record has a gap of a kind unknown to this program."
        }
    }

    // MARK: JSON

    private static func utc(_ stamp: Google_Protobuf_Timestamp?) -> String {
        stamp.map { HistoryTime.utc($0.secondsSince1970) } ?? ""
    }

    private static func json(_ run: Hearth_V1_AutomationRun) -> JSON {
        .object([
            ("run", .number(run.id)), ("started", .string(utc(run.startedAt))),
            ("starter", .number(run.start?.nodeID ?? 0)), ("ended", .string(utc(run.end?.at))),
            ("reason", run.end.map { .string("\($0.reason)") } ?? .null),
        ])
    }

    private static func json(_ summary: Hearth_V1_AutomationDryRun) -> JSON {
        .object([
            ("began", .string(utc(summary.began))), ("reached", .string(utc(summary.reached))),
            ("runs", .number(summary.runs)),
            (
                "nonStarts",
                .array(
                    summary.nonStarts.map { reasons in
                        .object([
                            ("starter", .number(reasons.starterID)),
                            ("count", .number(reasons.counts.reduce(0) { $0 + $1.count })),
                            ("reason", reasons.last.map { .string("\($0.reason)") } ?? .null),
                        ])
                    })
            ),
            ("gaps", .array(summary.gaps.map { .string("\($0.kind)") })), ("moreGaps", .number(summary.moreGaps)),
        ])
    }
}
