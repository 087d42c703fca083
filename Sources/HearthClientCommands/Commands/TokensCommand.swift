internal import Hearth
internal import HearthAccessControl
internal import HearthBase
internal import HearthPhrases
internal import HearthSystem
package import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// `hearth tokens`: lists credentials, creates tokens for scripts, and revokes either.
package enum TokensCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        switch (words.first ?? "list", words.dropFirst().first) {
        case ("list", nil): try await list(arguments)
        case ("create", let name?): try await create(name, arguments)
        case ("revoke", let id?): try await revoke(id, arguments)
        default: throw CommandError(.usage, "say list, create NAME or revoke ID")
        }
    }

    private static func access(_ arguments: Arguments) async throws(CommandError) -> HubAccess {
        try await Connection.open(arguments).access
    }

    // MARK: Listing

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let access = try await access(arguments)
        let credentials = try await CommandError.ofHome { try await access.credentials() }
        if arguments.has("json") {
            try printLine(JSON.array(credentials.map(json)).text)
            return
        }
        guard !credentials.isEmpty else { return try printLine("There are no credentials.") }
        var table = Table(["ID", "KIND", "ROLE", "NAME", "ENDS", "LAST USED", "MADE BY"])
        for credential in credentials {
            table.add([
                credential.id, kind(credential), role(credential), credential.name, end(credential),
                credential.lastUsedAt.map { date($0) } ?? "-",
                credential.creatorID ?? "this machine",
            ])
        }
        try printLine(table.text(columns: Screen(arguments).columns))
    }

    private static func kind(_ credential: HubCredential) -> String {
        switch credential.kind {
        case .clientKey: "key"
        case .browserKey: "browser"
        case .token: "token"
        case .unknown: "?"
        }
    }

    private static func role(_ credential: HubCredential) -> String {
        switch credential.role {
        case .member: Role.member.name
        case .owner: Role.owner.name
        case .provider: Role.provider.name
        case nil: "?"
        }
    }

    private static func role(_ name: String) throws(CommandError) -> HubRole {
        switch Role.allCases.first(where: { $0.name == name }) {
        case .member: return .member
        case .owner: return .owner
        case .provider: return .provider
        case nil:
            throw CommandError(.usage, "a token's role is member, owner or provider, not \(quoted(name))")
        }
    }

    private static func end(_ credential: HubCredential) -> String {
        if let revoked = credential.revokedAt { return "revoked \(date(revoked))" }
        return credential.expiresAt.map { date($0) } ?? "never"
    }

    private static func json(_ credential: HubCredential) -> JSON {
        func time(_ value: Double?) -> JSON { value.map { .string(date($0)) } ?? .null }
        return .object([
            ("id", .string(credential.id)), ("kind", .string(kind(credential))), ("role", .string(role(credential))),
            ("name", .string(credential.name)), ("created", time(credential.createdAt)),
            ("expires", time(credential.expiresAt)), ("lastUsed", time(credential.lastUsedAt)),
            ("revoked", time(credential.revokedAt)), ("createdBy", .string(credential.creatorID ?? "")),
        ])
    }

    /// A date without the time of day.
    static func date(_ time: Double?) -> String {
        guard let time else { return "-" }
        return String(LocalTime.dateAndTime(time).prefix(10))
    }

    // MARK: Creating and revoking

    private static func create(_ name: String, _ arguments: Arguments) async throws(CommandError) {
        let role = try role(arguments["role"] ?? Role.member.name)
        var validity = TokenValidity.hubDefault
        if let text = arguments["days"] {
            guard let days = Int64(text), (1...3_650).contains(days), !arguments.has("never") else {
                throw CommandError(.usage, "--days takes a number of 1 to 3650, and can't go together with --never")
            }
            validity = .limited(.seconds(days * 86_400))
        } else if arguments.has("never") {
            validity = .unlimited
        }
        let access = try await access(arguments)
        let certificate = try await CommandError.ofHome { try await access.certificate() }
        if let file = arguments["certificate"] {
            do throws(CommandError) { try write(certificate, to: file) } catch {
                throw CommandError(.refused, error.message)
            }
        }
        let (token, credential) = try await CommandError.ofHome { [validity] in
            try await access.createToken(name: name, role: role, validity: validity)
        }
        // Standard output gets the token alone, for scripts.
        try? printLine(token)
        printError(
            """
            It is shown only this once. It is \(quoted(credential.name)), \(self.role(credential)), id \
            \(credential.id); it expires: \(end(credential)). Use it as HEARTH_TOKEN, or as the header
            authorization: Bearer hth_…; \(ShellLine.hearth("tokens", "revoke", credential.id)) ends it.
            """)
    }

    private static func write(_ certificate: [UInt8]?, to file: String) throws(CommandError) {
        guard let certificate else { throw CommandError(.refused, "the hub has no certificate to write") }
        let text = Data(certificate).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        do {
            try "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
                .write(toFile: file, atomically: true, encoding: .utf8)
        } catch {
            throw CommandError(.badFile, "\(file) can't be written: \(reason(of: error))")
        }
    }

    private static func revoke(_ id: String, _ arguments: Arguments) async throws(CommandError) {
        let access = try await access(arguments)
        // List them first: the call may use the credential that is about to be revoked.
        let all = try await CommandError.ofHome { try await access.credentials() }
        if let credential = all.first(where: { $0.id == id }) {
            let name = describe(credential)
            try Confirmation.ask("Revoke \(name) for good?", else: "\(name) stays valid", arguments)
        }
        let made = Self.made(by: id, all, at: Date().timeIntervalSince1970)
        let names = made.map(describe).joined(separator: ", ")
        let endsAll =
            !made.isEmpty
            && (arguments.has("made")
                || isConfirmed("It made others that are still valid: \(names). Revoke them, too? [y/N] "))
        for credential in endsAll ? made : [] { try await revoke(credential.id, access) }
        try await revoke(id, access)
        guard !made.isEmpty, !endsAll else { return }
        let command = ShellLine.hearth("tokens", "revoke", id, "--made")
        printError("It made others that are still valid: \(names). \(command) revokes them, too.")
    }

    private static func revoke(_ id: String, _ access: HubAccess) async throws(CommandError) {
        let credential = try await CommandError.ofHome { try await access.revokeCredential(id: id) }
        try? printLine("\(describe(credential)) is revoked; its open calls end now.")
    }

    private static func describe(_ credential: HubCredential) -> String {
        "\(quoted(credential.name)) (\(kind(credential)) \(credential.id))"
    }

    /// Asks on a terminal; false elsewhere.
    private static func isConfirmed(_ question: String) -> Bool {
        guard OpenFile.standardInput.isTerminal else { return false }
        print(printable(question), terminator: "")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    /// The valid credentials that a credential has made, directly or through others, in order of creation.
    static func made(by id: String, _ all: [HubCredential], at now: Double) -> [HubCredential] {
        var makers: Set<String> = [id]
        // A credential is listed after the one that made it.
        let made = all.filter { credential in
            guard credential.creatorID.map(makers.contains) == true, credential.id != id else { return false }
            makers.insert(credential.id)
            return true
        }
        return made.filter { $0.revokedAt == nil && ($0.expiresAt ?? .infinity) > now.rounded(.down) }
    }
}
