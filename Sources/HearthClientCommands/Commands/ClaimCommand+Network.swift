internal import Hearth
internal import HearthBase
internal import HearthTerminal
internal import HearthTraitCore

// Claiming hubs of the local network.
extension ClaimCommand {
    /// Whether a word is a link, also a malformed one.
    static func isLink(_ word: String) -> Bool {
        ["hearth:", "https:", "http:"].contains { word.lowercased().hasPrefix($0) }
    }

    /// Claims a hub that `hearth hubs` lists, by the link that a person types, or stores the new address of a claimed
    /// one.
    ///
    /// What the network says of the hub only fills in where it is. The link has the hub's key, and so proves it.
    ///
    /// - Parameter word: the hub's number in the list, its name or its address.
    static func claim(announced word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try find(word, in: try await CommandError.ofHome { try await Home.announcedHubs() })
        if let name = hub.claimedName {
            let entry = try await CommandError.ofHome { try await HubBook().move(name, to: hub.addresses) }
            return try printLine(
                "\(quoted(entry.name)) is claimed already, and answers at \(entry.address): "
                    + ShellLine.hearth("devices", "--hub", entry.name))
        }
        printError("Claiming \(quoted(hub.name)) at \(hub.addresses.first ?? "no address"). \(source(of: hub))")
        let text = try SecretInput.read("Link")
        guard var link = HubLink(text), link.code != nil else { throw noLink(nil) }
        guard hub.mayBe(of: link) else {
            throw CommandError(
                .refused,
                "the link is of another hub than \(quoted(hub.name)); \(ShellLine.hearth("claim")) with the link alone "
                    + "claims the hub at \(link.address)")
        }
        if let address = hub.addresses.first, !hub.addresses.contains(link.address) { link.address = address }
        try await claim(link, arguments)
    }

    /// Where a person gets the link of a hub.
    private static func source(of hub: AnnouncedHub) -> String {
        switch hub.isClaimed {
        case true?: "It has an owner, who invites you on the hub's page, or by \(ShellLine.hearth("people", "invite"))."
        case false?, nil:
            "The hub prints its link when it starts; \(ShellLine.hearth("claim", "--open")) on its machine makes another."
        }
    }

    /// Finds a hub by its number in the list, its address or its name.
    static func find(_ word: String, in hubs: [AnnouncedHub]) throws(CommandError) -> AnnouncedHub {
        if let number = Int(word) {
            guard number >= 1, number <= hubs.count else {
                let count =
                    switch hubs.count {
                    case 0: "no hub announces itself"
                    case 1: "one hub announces itself"
                    default: "\(hubs.count) hubs announce themselves"
                    }
                throw CommandError(.refused, "\(count); \(list) lists them")
            }
            return hubs[number - 1]
        }
        if let hub = hubs.first(where: { $0.addresses.contains(word) || $0.hostAddress == word }) { return hub }
        switch Names.find(word, in: hubs, by: { [$0.name] }) {
        case .one(let hub): return hub
        case .several(let names):
            throw CommandError(
                .refused, "\(quoted(word)) could be \(names.map(quoted).joined(separator: ", ")); say its number")
        case .none(let nearest):
            throw CommandError(
                .refused,
                "\(quoted(word)) is neither a claim link nor a hub that announces itself"
                    + Names.hint(nearest, "\(list) lists them"))
        }
    }

    private static var list: String { ShellLine.hearth("hubs") }
}
