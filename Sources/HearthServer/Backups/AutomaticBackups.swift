internal import HearthBase
internal import HearthHub
internal import HearthRPC
internal import HearthStore
internal import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The daily backups of a running hub. Each also checks the store, because the whole copy is read.
struct AutomaticBackups: Sendable {
    let folder: BackupFolder
    let clock: any HomeClock
    /// Receives the outcome of each attempt.
    let record: BackupRecord
    /// Copies each backup off site; nil if none is to be copied.
    let offSite: OffSiteCopies?
    /// Makes a backup at a path.
    let make: @Sendable (_ path: String) async throws -> Void
    /// Called after each backup, and with the reason when the attempts begin to fail, or fail for another reason.
    let ended: @Sendable (_ failure: String?) -> Void
    /// Receives messages for a log.
    let notice: @Sendable (String) -> Void

    /// The interval between checks for a due backup, and between attempts after a failure. Not a day: a machine that
    /// sleeps at night would never reach it.
    static let look = Duration.seconds(900)

    /// Runs until the task is cancelled.
    func run() async {
        for file in folder.unfinished { try? FileManager.default.removeItem(atPath: file) }
        var failure: String?
        while !Task.isCancelled {
            let now = clock.sinceEpoch.components.seconds
            if folder.isDue(at: now) {
                do {
                    try folder.make()
                    let path = folder.name(at: now)
                    try await make(path)
                    record.made(at: now)
                    folder.prune(keeping: path)
                    offSite?.add(path, madeAt: now)
                    if failure.take() != nil { notice("backups work again") }
                    ended(nil)
                } catch {
                    let isDamaged = (error as? HubError)?.code == .dataLoss
                    let hint = isDamaged ? "; stop the hub and run hearth doctor for details" : ""
                    let text = ((error as? CommandError)?.message ?? "\(error)") + hint
                    if text != failure, !Task.isCancelled {
                        notice("the backup to \(folder.path) failed and will be tried again: \(text)")
                        ended(text)
                    }
                    failure = text
                    if !Task.isCancelled { record.failed(text) }
                }
            }
            await offSite?.copyIfDue(at: now)
            await clock.sleep(for: Self.look)
        }
    }
}
