internal import Hearth
internal import HearthBase
package import HearthTerminal
internal import HearthTraitCore

/// `hearth hubs`: lists the hubs that announce themselves on the local network, or prints a line for each change.
package enum HubsCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        switch arguments.positional.first {
        case nil: try await list(arguments)
        case "watch": try await watch(arguments)
        case let word?:
            throw CommandError(.usage, "there is no verb \(quoted(word)); say hearth hubs or hearth hubs watch")
        }
    }

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hubs = try await CommandError.ofHome { try await Home.announcedHubs() }
        if arguments.has("json") { return try printLine(JSON.array(hubs.map { .object(json($0)) }).text) }
        guard !hubs.isEmpty else {
            return try printLine(
                "No hub announces itself on this network. A hub does while other machines can reach it; "
                    + "\(OpenToNetwork.wayOut).")
        }
        try printLine(table(hubs).text(columns: screen.columns))
        for line in hints(hubs) { printError(line) }
    }

    /// A hub's row. Names are other machines' texts, so control characters in them are escaped.
    static func table(_ hubs: [AnnouncedHub]) -> Table {
        var table = Table(["", "NAME", "ADDRESS", "VERSION", "OWNER", "CLAIMED HERE AS"])
        for (index, hub) in hubs.enumerated() {
            table.add([
                "\(index + 1)", shown(hub.name), hub.addresses.first ?? "-", hub.version ?? "-",
                hub.isClaimed.map { $0 ? "yes" : "none yet" } ?? "-", hub.claimedName ?? "-",
            ])
        }
        return table
    }

    /// A name in one line.
    static func shown(_ name: String) -> String { name.controlsText ? quoted(name) : name }

    /// What to do next.
    static func hints(_ hubs: [AnnouncedHub]) -> [String] {
        var lines: [String] = []
        if let index = hubs.firstIndex(where: { $0.claimedName == nil }) {
            lines.append("\(ShellLine.hearth("claim", "\(index + 1)")) claims a hub of the list by its link.")
        }
        if let name = hubs.lazy.compactMap(\.claimedName).first {
            lines.append("\(ShellLine.hearth("devices", "--hub", name)) uses a claimed one.")
        }
        return lines
    }

    static func json(_ hub: AnnouncedHub) -> [(String, JSON)] {
        func text(_ value: String?) -> JSON { value.map { .string($0) } ?? .null }
        return [
            ("name", .string(hub.name)), ("addresses", .array(hub.addresses.map { .string($0) })),
            ("host", .string(hub.hostAddress)), ("version", text(hub.version)),
            ("claimed", hub.isClaimed.map { .bool($0) } ?? .null), ("claimedAs", text(hub.claimedName)),
        ]
    }

    // MARK: Watching

    private static func watch(_ arguments: Arguments) async throws(CommandError) {
        let lists = try CommandError.ofBook { () throws(HomeError) in try Home.announcedHubChanges() }
        if !arguments.has("json") { printError("Watching the hubs of this network; Ctrl-C ends it.") }
        var known: [AnnouncedHub] = []
        for await hubs in lists {
            for line in changes(from: known, to: hubs, asJSON: arguments.has("json")) { try printLine(line) }
            known = hubs
        }
    }

    /// A line for each hub that has gone, appeared or changed.
    static func changes(from before: [AnnouncedHub], to after: [AnnouncedHub], asJSON: Bool) -> [String] {
        func line(_ word: String, _ hub: AnnouncedHub) -> String {
            guard !asJSON else { return JSON.object([("change", .string(word))] + json(hub)).text }
            let owner = hub.isClaimed == false ? ", has no owner yet" : ""
            let known = hub.claimedName.map { ", claimed here as \(quoted($0))" } ?? ""
            return "\(word): \(shown(hub.name)) at \(hub.addresses.first ?? "-")\(owner)\(known)"
        }
        let gone = before.filter { hub in !after.contains { $0.id == hub.id } }.map { line("gone", $0) }
        return gone
            + after.compactMap { hub in
                guard let old = before.first(where: { $0.id == hub.id }) else { return line("found", hub) }
                return old == hub ? nil : line("changed", hub)
            }
    }
}
