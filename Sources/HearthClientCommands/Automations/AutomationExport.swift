internal import Hearth
internal import HearthSystem
internal import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth automations show` and `export`: automations as texts that people read, edit and import again.
enum AutomationExport {
    static func show(
        _ automation: HomeAutomation, _ listing: HomeListing, _ arguments: Arguments
    ) async throws(CommandError) {
        let text = try await listing.text(of: automation).text
        if arguments.has("json") {
            return try printLine(
                JSON.object([("id", .string(automation.id)), ("text", .string(text))]).text)
        }
        try printLine(String(text.dropLast()))
    }

    /// - Parameter word: the automation's name or id; nil for all.
    static func run(_ word: String?, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let listing = try await hub.listing()
        let all = try await hub.automations(of: listing.structures)
        var chosen = all
        if let name = arguments["structure"] {
            let structure = try listing.structure(name)
            chosen = chosen.filter { $0.structureID == structure.id }
        }
        if let word {
            chosen = [try AutomationsCommand.find(word, in: chosen, "automation", "hearth automations lists them")]
        }
        var texts: [String] = []
        for automation in chosen {
            let revision = ExportedRevision(of: automation.id, automation.revision)
            texts.append(revision.added(to: try await listing.text(of: automation).text))
        }
        let content = texts.joined(separator: "\n")
        if texts.contains(where: { $0.contains("\n  kept ") || $0.contains(" kept ") || $0.contains("\nkept: ") }) {
            printError(
                "the text after \"kept\" comes from a newer version, or has no written form; leave it unchanged, and it"
                    + " stays in the automation")
        }
        guard let file = arguments["file"] else { return try printLine(String(content.dropLast())) }
        do {
            try content.write(toFile: file, atomically: true, encoding: .utf8)
        } catch {
            throw CommandError(.output, "\(file) can't be written: \(reason(of: error))")
        }
        try GroupsCommand.tell(
            [("file", file), ("automations", "\(chosen.count)")],
            "\(chosen.count == 1 ? "1 automation is" : "\(chosen.count) automations are") in \(file)", arguments)
    }
}
