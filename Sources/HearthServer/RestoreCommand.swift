internal import HearthStore
package import HearthTerminal
internal import HearthTraitCore

/// `hearth restore FILE`
package enum RestoreCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let file = arguments.positional[0]
        let place = StorePlace(arguments["store"])
        try place.requireFile(or: "restore the database with PostgreSQL's tools")
        try place.makeFolder(arguments)
        let readable = try await ReadableBackup(file, beside: place) { () throws(CommandError) in try askForKey() }
        defer { readable.close() }
        let backup = try await Backups.inspect(readable.path)
        let time = backup.madeAt.map { "of \(UTC.text($0))" } ?? "of an unknown time"
        if place.exists {
            let former = HomeStore.hubID(of: place.path)
            let isOthers = former != nil && former != backup.hubID
            try Confirmation.ask(
                "Replace the home in \(place.path) by the backup \(time)\(isOthers ? " of another home" : ""), "
                    + "\(Backups.content(backup))?",
                else: "the home in \(place.path) stays", arguments)
        }
        let restored = try await restore(readable.path, place, arguments)
        if arguments.has("json") {
            let former = restored.former.map { JSON.string($0) } ?? .null
            let members = [("store", JSON.string(place.path)), ("former", former)] + Backups.json(restored.backup)
            return try printLine(JSON.object(members).text)
        }
        try printLine("\(place.path) is restored from the backup \(time):  \(Backups.content(restored.backup)).")
        if let former = restored.former { try printLine("What was there is in \(former).") }
        guard !restored.backup.hasKeys else { return }
        try printLine(
            "It has no keys: claim its hub again with hearth claim. Browsers have to subscribe to notices again.")
    }

    /// Asks for the key without showing it. It is no argument, because others can see those.
    private static func askForKey() throws(CommandError) -> RecoveryKey {
        let text: String
        do throws(CommandError) { text = try SecretInput.read("Recovery key") } catch {
            throw CommandError(
                .usage, "the backup is encrypted; type its recovery key, or give it in the first line of the input")
        }
        guard let key = RecoveryKey(text) else {
            throw CommandError(.refused, "\(RecoveryKey.form); look at the emergency sheet again")
        }
        return key
    }

    private static func restore(
        _ file: String, _ place: StorePlace, _ arguments: Arguments
    ) async throws(CommandError) -> RestoredStore {
        let former = ".former-" + UTC.digits(SystemClock().sinceEpoch.components.seconds)
        do throws(StoreError) {
            return try await HomeStore.restore(
                file, to: place.path, keepingFormerAs: former, withKeys: !arguments.has("without-keys"))
        } catch {
            throw CommandError(error.code == .damaged || error.code == .notOurs ? .badFile : .refused, error.message)
        }
    }
}
