internal import HearthEventLoop
internal import HearthStore
internal import HearthTerminal
internal import HearthTraitCore

/// The last step of a restore over the network, after the hub has closed its store: puts the restored one in its place, and
/// starts the program again in the same process. So a hub restarts with and without a service manager.
struct RestoredStart {
    let store: PreparedStore
    let log: HubLog
    /// The words of the program's command line.
    let arguments: [String]

    /// Puts the store in its place. After a failure the former home is unchanged.
    func put() async {
        let former = ".former-" + UTC.digits(SystemClock().sinceEpoch.components.seconds)
        do throws(StoreError) {
            let restored = try await HomeStore.put(store, keepingFormerAs: former)
            let time = restored.backup.madeAt.map { "of \(UTC.text($0))" } ?? "of an unknown time"
            let kept = restored.former.map { "; what was there is in \($0)" } ?? ""
            log.lines(.backups)("the home is restored from the backup \(time)\(kept)")
        } catch {
            log.lines(.backups, .error)("the backup was not restored, and the home is unchanged: \(error.message)")
        }
    }

    /// Leaves the home as it is, because it has got an owner or devices in the meantime.
    func giveUp() {
        HomeStore.discard(store)
        log.lines(.backups, .error)(
            "the backup was not restored, and the home is unchanged: it got an owner or devices meanwhile; to replace "
                + "it, stop the hub, and run hearth restore")
    }

    /// Starts the program again.
    ///
    /// - Returns: why it could not be started. A service manager tries again.
    func restart() -> CommandError {
        // The option asks for a new home in place of a lost one, and there is a home now.
        CommandError(.notYet, ProcessImage.restart(arguments: arguments.filter { $0 != "--new-home" }).message)
    }
}
