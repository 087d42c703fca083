internal import HearthStore
internal import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A backup's file as the store can read it: the file itself, or a decrypted copy beside the store.
struct ReadableBackup {
    let path: String
    private let isCopy: Bool

    /// - Parameters:
    ///   - file: a backup, perhaps an encrypted one.
    ///   - place: the store, beside which a copy is made. Its folder must exist.
    ///   - ask: returns the key of an encrypted backup that the home's own key does not open.
    /// - Throws: with code `output` if the copy can't be made, which says nothing about the backup.
    init(
        _ file: String, beside place: StorePlace, asking ask: () throws(CommandError) -> RecoveryKey
    ) async throws(CommandError) {
        guard SealedBackup.isSealed(file) else {
            (path, isCopy) = (file, false)
            return
        }
        (path, isCopy) = ("\(place.path).\(RandomID.make()).partial", true)
        let own = (try? RecoveryKey.stored(for: place)) ?? nil
        var fits = false
        do throws(SealedBackupError) {
            if let own { fits = try SealedBackup(own).opens(file) }
        } catch {
            throw CommandError(.badFile, error.message)
        }
        let key = if let own, fits { own } else { try ask() }
        do throws(SealedBackupError) { try await SealedBackup(key).open(file, to: path) } catch {
            let code: CommandError.Code =
                switch error.code {
                case .wrongKey: .refused
                case .damaged, .failed: .badFile
                case .notWritten, .diskFull: .output
                }
            throw CommandError(code, error.message)
        }
    }

    /// Checks the whole backup.
    func inspect() async throws(StoreError) -> StoreBackup { try await HomeStore.inspectBackup(path) }

    /// Removes the decrypted copy, if there is one.
    func close() {
        if isCopy { try? FileManager.default.removeItem(atPath: path) }
    }
}
