internal import HearthBase
internal import HearthHub
internal import HearthSystem
internal import HearthTerminal
internal import HearthTraitCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif
#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// One daily backup of a running hub, encrypted if the home has a recovery key.
struct DailyBackup: Sendable {
    let backup: HubBackup
    let place: StorePlace
    /// Whether it includes the keys of clients and of the hub.
    let withKeys: Bool

    /// Makes the backup.
    ///
    /// - Parameter path: the new file, readable by its owner only. A file of this name is replaced.
    func make(_ path: String) async throws {
        let keys = withKeys ? try KeyFiles(folder: place.keys).read() : nil
        guard let key = try RecoveryKey.stored(for: place) else {
            _ = try await backup.make(path, keys: keys)
            return
        }
        // Names that the next start removes if this one is interrupted.
        let (plain, sealed) = (partial(path), partial(path))
        defer { try? FileManager.default.removeItem(atPath: plain) }
        _ = try await backup.make(plain, keys: keys)
        try await SealedBackup(key).seal(plain, to: sealed)
        guard rename(sealed, path) == 0 else {
            let reason = SystemError.ofLastCall
            try? FileManager.default.removeItem(atPath: sealed)
            throw CommandError(.badFile, "\(path) can't be written: \(reason)")
        }
    }

    private func partial(_ path: String) -> String { "\(path).\(RandomID.make()).partial" }
}
