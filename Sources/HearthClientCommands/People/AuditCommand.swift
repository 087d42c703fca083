internal import Hearth
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth audit`: who did what, and from where.
package enum AuditCommand {
    /// The most entries to print.
    private static let mostEntries = 10_000

    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let since = try PastTime.time(arguments["since"] ?? "1d", now: Date().timeIntervalSince1970)
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let structure = try arguments["structure"].map { word throws(CommandError) in try listing.ownStructure(word) }
        let entries = try await CommandError.ofHome {
            try await hub.access.auditLog(of: structure?.id, since: since, limit: mostEntries)
        }
        if arguments.has("json") {
            for entry in entries.reversed() { try printLine(json(entry).text) }
            return
        }
        guard !entries.isEmpty else { return try printLine("The audit log has no entries for this time.") }
        try printLine(table(entries.reversed(), listing).text(columns: screen.columns))
    }

    static func table(_ entries: [AuditEntry], _ listing: HomeListing) -> Table {
        let hasHomes = Set(entries.compactMap(\.structureID)).count > 1
        var table = Table(["TIME", "WHO"] + (hasHomes ? ["STRUCTURE"] : []) + ["WHAT", "FROM"])
        for entry in entries {
            let home = listing.structures.first { $0.id == entry.structureID }?.name
            let homes = hasHomes ? [home ?? (entry.structureID == nil ? "-" : "a former one")] : []
            let time =
                entry.time.map { String(LocalTime.dateAndTime($0).dropFirst(5).prefix(11)) } ?? "-"
            table.add([time, entry.actor] + homes + [entry.summary, entry.address])
        }
        return table
    }

    /// The word for an action in JSON output, which scripts rely on.
    static func word(_ action: AuditEntry.Action) -> String {
        switch action {
        case .claim: "claim"
        case .invitation: "invitation"
        case .token: "token"
        case .revocation: "revocation"
        case .personAdded: "personAdded"
        case .personChanged: "personChanged"
        case .personRemoved: "personRemoved"
        case .sensitiveCommand: "sensitiveCommand"
        case .removal: "removal"
        case .refusal: "refusal"
        case .structureCreated: "structureCreated"
        case .integration: "integration"
        case .words: "words"
        case .unknown: "unknown"
        }
    }

    private static func json(_ entry: AuditEntry) -> JSON {
        .object([
            ("number", .number(entry.number)), ("time", .number(WholeTime.seconds(entry.time ?? 0))),
            ("action", .string(word(entry.action))), ("actor", .string(entry.actor)),
            ("person", .string(entry.personID ?? "")),
            ("credential", .string(entry.credentialID ?? "")), ("structure", .string(entry.structureID ?? "")),
            ("object", .string(entry.objectID ?? "")), ("what", .string(entry.summary)),
            ("from", .string(entry.address)),
        ])
    }
}
