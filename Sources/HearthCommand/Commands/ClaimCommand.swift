internal import Foundation
internal import HearthAccess
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTLS
internal import HearthTraitCore

/// `hearth claim`: makes this user known to a hub by the link that it shows, or has a hub show one.
enum ClaimCommand {
    static func run(_ arguments: Arguments) async throws(CommandError) {
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

    // MARK: Coming in

    private static func claim(_ text: String, _ arguments: Arguments) async throws(CommandError) {
        guard let link = HubLink(text), let code = link.code else {
            throw CommandError(
                .usage,
                "\(quoted(text)) is no link to claim by; it is hearth:HOST:PORT?fp=…&code=…, in quotes for the shell")
        }
        let book = HubBook()
        let name = arguments["name"] ?? defaultName(link.address)
        try HubBook.check(name: name)
        if let known = try book.entries().first(where: { $0.name == name }), known.pin != link.publicKeySHA256 {
            throw CommandError(
                .refused,
                "\(quoted(name)) is the hub at \(known.address), which has another key; give this one a --name")
        }
        let tls = try Connection.tls(
            .pinned(publicKeySHA256: link.publicKeySHA256), try book.identity(of: name))
        var settings = HTTP2Transport.Settings()
        settings.tls = tls
        let credential: Hearth_V1_Credential
        do throws(RPCError) {
            let client = RPCClient(transport: try HTTP2Transport(connectingTo: link.address, settings: settings))
            let response = try await Hearth_V1_AccessClient(client).claim(
                Hearth_V1_ClaimRequest(code: code, name: arguments["client"] ?? ownName),
                options: CallOptions(timeout: .seconds(20)))
            // The rights are those of the connections that follow.
            await client.close()
            credential = response.credential ?? Hearth_V1_Credential()
        } catch {
            throw CommandError(error)
        }
        try book.put(
            HubBook.Entry(
                name: name, address: link.address, publicKeySHA256: Base64URL.text(link.publicKeySHA256)))
        let role = Role(rawValue: Int64(credential.role.rawValue))?.name ?? "client"
        try printLine(
            """
            You are \(role == "owner" ? "the owner" : "a \(role)") of the hub at \(link.address), known to it as \
            \(quoted(credential.name)), until \(TokensCommand.date(credential.expiresAt)) or as long as you use it.
            It is saved as \(quoted(name)): hearth devices --hub \(name)
            """)
    }

    private static func defaultName(_ address: String) -> String {
        let isLiteral = address.hasPrefix("[")
        let host = isLiteral ? address.dropFirst().prefix { $0 != "]" } : address.prefix { $0 != ":" }
        return String(host.map { $0 == ":" || $0 == "%" ? "-" : $0 })
    }

    private static var ownName: String {
        let user = ProcessInfo.processInfo.userName
        return String("\(user.isEmpty ? "someone" : user) on \(ProcessInfo.processInfo.hostName)".prefix(100))
    }

    // MARK: Letting in

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
                    "The hub listens on its own machine only; start it with --listen 0.0.0.0:4327 to let others in.")
            }
            let link = HubLink(
                address: invitation.address, publicKeySHA256: invitation.publicKeySha256, code: invitation.code)
            try? printLine(Invitation.text(link, expiresAt: invitation.expiresAt?.seconds ?? 0))
        } catch {
            throw CommandError(error)
        }
    }
}

/// A link as people get to see it.
enum Invitation {
    static func text(_ link: HubLink, expiresAt: Int64) -> String {
        let text = link.description
        let picture = QRCode(Array(text.utf8)).map { $0.terminalText + "\n" } ?? ""
        return """
            \(picture)Good for one client, until \(timeOfDay(Double(expiresAt))):
                hearth claim '\(text)'
            """
    }
}
