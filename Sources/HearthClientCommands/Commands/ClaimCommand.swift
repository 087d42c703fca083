internal import Hearth
internal import HearthAccessControl
internal import HearthBase
internal import HearthEventLoop
package import HearthTerminal
internal import HearthTraitCore
internal import HearthPhrases

/// `hearth claim`: claims a hub by its link, also one of the local network, or makes a hub show a link for another
/// client.
package enum ClaimCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let isClaim = !arguments.positional.isEmpty
        for option in isClaim ? ["hub"] : ["client"] where arguments[option] != nil {
            throw CommandError(
                .usage,
                "--\(option) goes with hearth claim \(isClaim ? "--open and --invite; a link names the hub" : "LINK")")
        }
        switch (arguments.positional.first, arguments.has("open"), arguments["invite"]) {
        case (let word?, false, nil):
            guard isLink(word) else { return try await claim(announced: word, arguments) }
            guard let link = HubLink(word), link.code != nil else { throw noLink(word) }
            try await claim(link, arguments)
        case (nil, true, nil): try await invite(.owner, arguments)
        case (nil, false, let role?): try await invite(try Self.role(role), arguments)
        default:
            throw CommandError(
                .usage,
                "give the hub's LINK to claim it, or its number in hearth hubs, or --open or --invite ROLE to have a "
                    + "link made")
        }
    }

    /// The value of `--invite`.
    static func role(_ name: String) throws(CommandError) -> HubRole {
        switch name {
        case Role.owner.name: return .owner
        case Role.provider.name: return .provider
        default:
            throw CommandError(
                .usage,
                "a role is owner or provider, not \(quoted(name)); hearth people invite invites to a home")
        }
    }

    // MARK: Claiming

    /// The error for a text that claims no hub.
    static func noLink(_ text: String?) -> CommandError {
        CommandError(
            .usage,
            "\(text.map(quoted) ?? "this") is not a claim link; it looks like hearth:HOST:PORT?fp=…&code=…, quoted")
    }

    static func claim(_ link: HubLink, _ arguments: Arguments) async throws(CommandError) {
        let (entry, credential) = try await CommandError.ofBook { () async throws(HomeError) in
            try await HubBook().claim(link, name: arguments["name"], client: arguments["client"])
        }
        let role = credential.role ?? .member
        let what =
            switch role {
            case .owner: "the owner"
            case .provider: "a provider"
            case .member: "a client"
            }
        try printLine(
            """
            You are \(what) of the hub at \(link.address), known to it as \
            \(quoted(credential.name)), until \(TokensCommand.date(credential.expiresAt)) or as long as you use it.
            It is saved as \(quoted(entry.name)): \(ShellLine.hearth("devices", "--hub", entry.name))
            """)
        if role == .member { try await sayHomes(entry.name) }
    }

    /// Prints the homes that the client is now a member of, with its role in each.
    private static func sayHomes(_ hub: String) async throws(CommandError) {
        let arguments = try Arguments(["--hub", hub], options: [.hub])
        let client = try await Connection.open(arguments)
        let caller = try await client.caller()
        let listing = try await client.listing()
        let people = try await ListedMember.all(of: listing.structures, caller)
        for line in WhoamiCommand.lines(caller, people, listing).dropFirst() {
            try printLine(Wrapped.lines(line, indent: 0).joined(separator: "\n"))
        }
    }

    // MARK: Inviting

    private static func invite(_ role: HubRole, _ arguments: Arguments) async throws(CommandError) {
        let name = arguments["name"]
        if role == .provider, name?.isEmpty ?? true {
            throw CommandError(.usage, "a provider needs a --name: it identifies the provider's devices")
        }
        let access = try await Connection.open(arguments).access
        let invitation = try await CommandError.ofHome { try await access.invite(as: role, name: name) }
        let link = try link(of: invitation)
        try printLine(
            Invitation.text(
                link, page: role == .provider ? nil : link.webAddress(for: .hubOwner),
                expiresAt: WholeTime.seconds(invitation.expiresAt)))
    }

    /// The link of a new invitation. Prints a hint if other machines can't open it.
    ///
    /// - Throws: ``CommandError`` if the hub is not reachable from other machines.
    static func link(of invitation: NewInvitation) throws(CommandError) -> HubLink {
        guard let link = invitation.link else {
            throw CommandError(
                .refused,
                "the invitation can't be used, because the hub listens on its own machine only; \(OpenToNetwork.wayOut), "
                    + "and invite again")
        }
        if (try? Endpoint(link.address))?.isLocal == true {
            printError("this link is for the hub's own machine; for others, \(OpenToNetwork.wayOut), and invite again")
        }
        return link
    }
}
