internal import Foundation
internal import HearthAccess
internal import HearthRPC
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWire
internal import HearthWords

/// `hearth tokens`: lists credentials, creates tokens for scripts, and revokes either.
package enum TokensCommand {
    private static let options = CallOptions(timeout: .seconds(10))

    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let words = arguments.positional
        switch (words.first ?? "list", words.dropFirst().first) {
        case ("list", nil): try await list(arguments)
        case ("create", let name?): try await create(name, arguments)
        case ("revoke", let id?): try await revoke(id, arguments)
        default: throw CommandError(.usage, "say list, create NAME or revoke ID")
        }
    }

    private static func access(_ arguments: Arguments) async throws(CommandError) -> Hearth_V1_AccessClient {
        Hearth_V1_AccessClient(try await Connection.open(arguments).client)
    }

    // MARK: Listing

    private static func list(_ arguments: Arguments) async throws(CommandError) {
        let access = try await access(arguments)
        let credentials: [Hearth_V1_Credential]
        do throws(RPCError) {
            let request = Hearth_V1_ListCredentialsRequest()
            credentials = try await access.listCredentials(request, options: options).credentials
        } catch {
            throw CommandError(error)
        }
        if arguments.has("json") {
            try printLine(JSON.array(credentials.map(json)).text)
            return
        }
        var table = Table(["ID", "KIND", "ROLE", "NAME", "ENDS", "LAST USED", "MADE BY"])
        for credential in credentials {
            table.add([
                credential.id, kind(credential), role(credential), credential.name, end(credential),
                credential.lastUsedAt.map { date($0) } ?? "-",
                credential.createdBy.isEmpty ? "this machine" : credential.createdBy,
            ])
        }
        try printLine(table.text(columns: Screen(arguments).columns))
    }

    private static func kind(_ credential: Hearth_V1_Credential) -> String {
        switch credential.kind {
        case .clientKey: "key"
        case .browserKey: "browser"
        case .token: "token"
        default: "?"
        }
    }

    private static func role(_ credential: Hearth_V1_Credential) -> String {
        Role(rawValue: Int64(credential.role.rawValue))?.name ?? "?"
    }

    private static func role(_ name: String) throws(CommandError) -> Hearth_V1_Role {
        guard let role = Role.allCases.first(where: { $0.name == name }) else {
            throw CommandError(.usage, "a token's role is member, owner or provider, not \(quoted(name))")
        }
        return Hearth_V1_Role(rawValue: Int32(clamping: role.rawValue))
    }

    private static func end(_ credential: Hearth_V1_Credential) -> String {
        if let revoked = credential.revokedAt { return "revoked \(date(revoked))" }
        return credential.expiresAt.map { date($0) } ?? "never"
    }

    private static func json(_ credential: Hearth_V1_Credential) -> JSON {
        func time(_ value: Google_Protobuf_Timestamp?) -> JSON { value.map { .string(date($0)) } ?? .null }
        return .object([
            ("id", .string(credential.id)), ("kind", .string(kind(credential))), ("role", .string(role(credential))),
            ("name", .string(credential.name)), ("created", time(credential.createdAt)),
            ("expires", time(credential.expiresAt)), ("lastUsed", time(credential.lastUsedAt)),
            ("revoked", time(credential.revokedAt)), ("createdBy", .string(credential.createdBy)),
        ])
    }

    /// A date without the time of day.
    static func date(_ time: Google_Protobuf_Timestamp?) -> String {
        guard let time else { return "-" }
        return String(LocalTime.dateAndTime(Double(time.seconds)).prefix(10))
    }

    // MARK: Creating and revoking

    private static func create(_ name: String, _ arguments: Arguments) async throws(CommandError) {
        var request = Hearth_V1_CreateTokenRequest(
            role: try role(arguments["role"] ?? Role.member.name), name: name)
        if let text = arguments["days"] {
            guard let days = Int64(text), (1...3_650).contains(days), !arguments.has("never") else {
                throw CommandError(.usage, "--days takes a number of 1 to 3650, and can't go together with --never")
            }
            request.end = .validFor(Google_Protobuf_Duration(seconds: days * 86_400))
        } else if arguments.has("never") {
            request.end = .neverExpires(true)
        }
        let access = try await access(arguments)
        do throws(RPCError) {
            let identity = try await access.getServerIdentity(Hearth_V1_GetServerIdentityRequest(), options: options)
            if let file = arguments["certificate"] {
                do throws(CommandError) { try write(identity.certificate, to: file) } catch {
                    throw RPCError(.failedPrecondition, error.message)
                }
            }
            let made = try await access.createToken(request, options: options)
            let credential = made.credential ?? Hearth_V1_Credential()
            // Standard output gets the token alone, for scripts.
            try? printLine(made.token)
            printError(
                """
                It is shown only this once. It is \(quoted(credential.name)), \(role(credential)), id \
                \(credential.id); it expires: \(end(credential)). Use it as HEARTH_TOKEN, or as the header
                authorization: Bearer hth_…; \(ShellLine.hearth("tokens", "revoke", credential.id)) ends it.
                """)
        } catch {
            throw CommandError(error)
        }
    }

    private static func write(_ certificate: [UInt8], to file: String) throws(CommandError) {
        guard !certificate.isEmpty else { throw CommandError(.refused, "the hub has no certificate to write") }
        let text = Data(certificate).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        do {
            try "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
                .write(toFile: file, atomically: true, encoding: .utf8)
        } catch {
            throw CommandError(.badFile, "\(file) can't be written: \(error.localizedDescription)")
        }
    }

    private static func revoke(_ id: String, _ arguments: Arguments) async throws(CommandError) {
        let access = try await access(arguments)
        let all: [Hearth_V1_Credential]
        do throws(RPCError) {
            // List them first: the call may use the credential that is about to be revoked.
            all = try await access.listCredentials(Hearth_V1_ListCredentialsRequest(), options: options).credentials
        } catch {
            throw CommandError(error)
        }
        if let credential = all.first(where: { $0.id == id }) {
            let name = describe(credential)
            try Confirmation.ask("Revoke \(name) for good?", else: "\(name) stays valid", arguments)
        }
        do throws(RPCError) {
            let made = Self.made(by: id, all, at: Int64(Date().timeIntervalSince1970))
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
        } catch {
            throw CommandError(error)
        }
    }

    private static func revoke(_ id: String, _ access: Hearth_V1_AccessClient) async throws(RPCError) {
        let request = Hearth_V1_RevokeCredentialRequest(id: id)
        let credential = try await access.revokeCredential(request, options: options).credential
        try? printLine("\(describe(credential ?? Hearth_V1_Credential())) is revoked; its open calls end now.")
    }

    private static func describe(_ credential: Hearth_V1_Credential) -> String {
        "\(quoted(credential.name)) (\(kind(credential)) \(credential.id))"
    }

    /// Asks on a terminal; false elsewhere.
    private static func isConfirmed(_ question: String) -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        print(printable(question), terminator: "")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    /// The valid credentials that a credential has made, directly or through others, in order of creation.
    static func made(by id: String, _ all: [Hearth_V1_Credential], at now: Int64) -> [Hearth_V1_Credential] {
        var makers: Set<String> = [id]
        // A credential is listed after the one that made it.
        let made = all.filter { credential in
            guard makers.contains(credential.createdBy), credential.id != id else { return false }
            makers.insert(credential.id)
            return true
        }
        return made.filter { $0.revokedAt == nil && ($0.expiresAt?.seconds ?? .max) > now }
    }
}
