internal import Hearth
internal import HearthAccess
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HearthWords

/// `hearth claim`: claims a hub by its link, or makes a hub show a link for another client.
enum ClaimCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
        let isClaim = !arguments.positional.isEmpty
        for option in isClaim ? ["hub"] : ["client"] where arguments[option] != nil {
            throw CommandError(
                .usage,
                "--\(option) goes with hearth claim \(isClaim ? "--open and --invite; a link says the hub" : "LINK")")
        }
        switch (arguments.positional.first, arguments.has("open"), arguments["invite"]) {
        case (let link?, false, nil): try await claim(link, arguments)
        case (nil, true, nil): try await invite(.owner, arguments)
        case (nil, false, let role?): try await invite(try Self.role(role), arguments)
        default:
            throw CommandError(.usage, "give the hub's LINK to claim it, or --open or --invite ROLE to have one made")
        }
    }

    /// The value of `--role` or `--invite`.
    static func role(_ name: String) throws(CommandError) -> Hearth_V1_Role {
        switch name {
        case Role.owner.name: return .owner
        case Role.provider.name: return .provider
        default: throw CommandError(.usage, "a role is owner or provider, not \(quoted(name))")
        }
    }

    // MARK: Claiming

    private static func claim(_ text: String, _ arguments: Arguments) async throws(CommandError) {
        guard let link = HubLink(text), link.code != nil else {
            throw CommandError(
                .usage,
                "\(quoted(text)) is no link to claim by; it is hearth:HOST:PORT?fp=…&code=…, in quotes for the shell")
        }
        let (entry, credential) = try await CommandError.ofBook { () async throws(HomeError) in
            try await HubBook().claim(link, name: arguments["name"], client: arguments["client"])
        }
        let role = Role(rawValue: Int64(credential.role.rawValue))?.name ?? "client"
        try printLine(
            """
            You are \(role == "owner" ? "the owner" : "a \(role)") of the hub at \(link.address), known to it as \
            \(quoted(credential.name)), until \(TokensCommand.date(credential.expiresAt)) or as long as you use it.
            It is saved as \(quoted(entry.name)): hearth devices --hub \(entry.name)
            """)
    }

    // MARK: Inviting

    private static func invite(_ role: Hearth_V1_Role, _ arguments: Arguments) async throws(CommandError) {
        let name = arguments["name"] ?? ""
        if role == .provider, name.isEmpty {
            throw CommandError(.usage, "a provider needs a --name: credentials of one name bring the same devices")
        }
        let client = try await Connection.open(arguments).client
        do throws(RPCError) {
            let invitation = try await Hearth_V1_AccessClient(client).createInvitation(
                Hearth_V1_CreateInvitationRequest(role: role, name: name), options: CallOptions(timeout: .seconds(10)))
            guard !invitation.address.isEmpty else {
                throw RPCError(
                    .failedPrecondition,
                    "the hub listens on its own machine only; start it with --listen 0.0.0.0:4327 to let others in")
            }
            let link = HubLink(
                address: invitation.address, publicKeySHA256: invitation.publicKeySha256, code: invitation.code)
            try? printLine(Invitation.text(link, expiresAt: invitation.expiresAt?.seconds ?? 0))
        } catch {
            throw CommandError(error)
        }
    }
}

/// An invitation link as it is shown to people.
enum Invitation {
    static func text(_ link: HubLink, expiresAt: Int64) -> String {
        let text = link.description
        let picture = QRCode(Array(text.utf8)).map { $0.terminalText + "\n" } ?? ""
        return """
            \(picture)Good for one client, until \(LocalTime.timeOfDay(Double(expiresAt))):
                hearth claim '\(text)'
            """
    }
}
