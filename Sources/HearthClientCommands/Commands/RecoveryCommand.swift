internal import Hearth
internal import HearthBase
internal import HearthRPC
internal import HearthTLS
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth recovery`: encrypts the hub's daily backups, and prints the emergency sheet.
package enum RecoveryCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let word = arguments.positional.first ?? "sheet"
        guard ["on", "off", "sheet"].contains(word) else {
            throw CommandError(.usage, "say on, off or sheet, not \(quoted(word))")
        }
        guard word == "on" || !arguments.has("own-key") else {
            throw CommandError(.usage, "--own-key is for hearth recovery on")
        }
        let hub = try await Connection.open(arguments)
        let chosen = arguments.has("own-key") ? try askForKey() : ""
        let maintenance = Hearth_V1_MaintenanceClient(hub.client)
        let key: String
        do throws(RPCError) {
            key =
                word == "sheet"
                ? try await maintenance.getRecoveryKey(.init()).recoveryKey
                : try await maintenance
                    .setBackupEncryption(.init(isEncrypted: word == "on", recoveryKey: chosen)).recoveryKey
        } catch {
            throw CommandError(error)
        }
        guard word != "off" else { return try end(key, arguments) }
        guard !key.isEmpty else {
            throw CommandError(
                .refused, "the daily backups are not encrypted; hearth recovery on makes a recovery key")
        }
        try await show(key, of: hub, arguments)
    }

    /// A key that the owner has chosen; at a terminal it is typed twice, since it is not shown.
    private static func askForKey() throws(CommandError) -> String {
        let key = try SecretInput.read("Recovery key of your own, four or more different words")
        guard SecretInput.isTerminal, try SecretInput.read("Once more") != key else { return key }
        throw CommandError(.refused, "the two keys differ; nothing was changed")
    }

    private static func show(
        _ key: String, of hub: HubClient, _ arguments: Arguments
    ) async throws(CommandError) {
        let homes = try await hub.listing().structures.map(\.name)
        let identity: Hearth_V1_GetServerIdentityResponse
        do throws(RPCError) {
            identity = try await Hearth_V1_AccessClient(hub.client).getServerIdentity(.init())
        } catch {
            throw CommandError(error)
        }
        let sheet = EmergencySheet(homes: homes, key: key, fingerprint: Base64URL.text(identity.publicKeySha256))
        try printLine(arguments.has("json") ? sheet.json.text : sheet.text)
    }

    private static func end(_ key: String, _ arguments: Arguments) throws(CommandError) {
        if arguments.has("json") {
            return try printLine(JSON.object([("recoveryKey", key.isEmpty ? .null : .string(key))]).text)
        }
        guard !key.isEmpty else { return try printLine("The daily backups were not encrypted.") }
        try printLine(
            """
            Daily backups are not encrypted from now on. Keep the key of the earlier ones as long as you keep them:
                \(key)
            """)
    }
}

/// What a person needs to restore a home after its machine is lost, to be printed.
struct EmergencySheet: Hashable {
    var homes: [String]
    var key: String
    /// SHA-256 of the hub's public key, in Base64url; empty without TLS.
    var fingerprint: String

    var json: JSON {
        .object([
            ("homes", .array(homes.map { .string($0) })), ("recoveryKey", .string(key)),
            ("publicKeySHA256", .string(fingerprint)),
        ])
    }

    var text: String {
        let names = homes.map { printable($0) }.joined(separator: ", ")
        return """
            EMERGENCY SHEET\(names.isEmpty ? "" : " of \(names)")

            Recovery key   \(key)
            Hub's key      \(fingerprint.isEmpty ? "none" : fingerprint)

            To restore the home on another machine:
            1. Install Hearth, start it, and open its page.
            2. Choose "Restore a backup", and the newest copy of a file home-….backup.
            3. Type the recovery key. The hub restarts with the home. Its key is then the one above,
               unless the backup was made without keys.
            In a terminal, while the hub is stopped: hearth restore FILE, which asks for the recovery key.

            Keep this sheet outside the house, and apart from the backups: both together open all that the hub knows.
            """
    }
}
