internal import Hearth
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// `hearth people invitations` and `withdraw`: invitations that are not accepted yet.
enum OpenInvitations {
    /// The validity of an invitation in seconds, from `--for`; nil if it is not given.
    ///
    /// - Throws: ``CommandError`` for a time that is invalid or out of range.
    static func validity(_ arguments: Arguments) throws(CommandError) -> Duration? {
        guard let word = arguments["for"] else { return nil }
        guard let seconds = Amount.seconds(word).flatMap({ Int64(exactly: $0.rounded()) }),
            (60...7 * 86_400).contains(seconds)
        else {
            throw CommandError(
                .usage, "an invitation lasts one minute to seven days, as in 30min, 12h or 3d, not \(quoted(word))")
        }
        return .seconds(seconds)
    }

    static func list(_ arguments: Arguments) async throws(CommandError) {
        let screen = try Screen(arguments)
        let hub = try await Connection.open(arguments)
        let invitations = try await open(hub)
        if arguments.has("json") { return try printLine(JSON.array(invitations.map(json)).text) }
        guard !invitations.isEmpty else { return try printLine("There are no open invitations.") }
        let listing = try await hub.listing()
        var table = Table(["INVITATION", "FOR", "AS", "UNTIL"])
        for invitation in invitations {
            table.add([
                invitation.id, invitation.name ?? "-", role(invitation, listing),
                LocalTime.dateAndTime(invitation.expiresAt),
            ])
        }
        try printLine(table.text(columns: screen.columns))
    }

    static func withdraw(_ word: String, _ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let invitation: OpenInvitation
        switch Names.find(word, in: try await open(hub), by: { [$0.name ?? ""] }, id: { $0.id }) {
        case .one(let found): invitation = found
        case .several:
            throw CommandError(
                .usage,
                "\(quoted(word)) could be several invitations; say its ID, which hearth people invitations lists")
        case .none:
            throw CommandError(
                .refused, "there is no open invitation \(quoted(word)); hearth people invitations lists them")
        }
        try await CommandError.ofHome {
            try await hub.access.withdrawInvitation(id: invitation.id)
        }
        let whom = invitation.name.map { " of \(quoted($0))" } ?? ""
        try GroupsCommand.tell(
            [("withdrawn", invitation.id)], "The invitation\(whom) is withdrawn; its link no longer works",
            arguments)
    }

    private static func open(_ hub: HubClient) async throws(CommandError) -> [OpenInvitation] {
        do throws(HomeError) { return try await hub.access.openInvitations() } catch { throw CommandError(error) }
    }

    private static func role(_ invitation: OpenInvitation, _ listing: HomeListing) -> String {
        switch invitation.role {
        case .owner: return "the hub's owner"
        case .provider: return "a provider"
        case .member, nil: break
        }
        guard !invitation.offers.isEmpty else { return "one more device" }
        return invitation.offers.map { offer in
            let home = listing.structures.first { $0.id == offer.structureID }?.name ?? offer.structureID
            return "\(GrantWords.text(offer.role)) of \(home)"
        }.joined(separator: ", ")
    }

    private static func word(_ role: HubRole?) -> String {
        switch role {
        case .owner: "owner"
        case .provider: "provider"
        case .member: "member"
        case nil: "?"
        }
    }

    private static func json(_ invitation: OpenInvitation) -> JSON {
        .object([
            ("id", .string(invitation.id)), ("name", .string(invitation.name ?? "")),
            ("role", .string(word(invitation.role))),
            (
                "offers",
                .array(
                    invitation.offers.map { offer in
                        .object([
                            ("structure", .string(offer.structureID)), ("role", .string(GrantWords.text(offer.role))),
                            ("grant", offer.grant.map(PeopleCommand.json) ?? .null),
                        ])
                    })
            ),
            ("expires", .number(WholeTime.seconds(invitation.expiresAt))),
        ])
    }
}
