internal import HearthBase
internal import HearthSystem
internal import HearthTLS
internal import HearthTerminal

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The programs in a folder that copy each daily backup out of the house, such as with rclone, restic or rsync. They run
/// in the order of their names with the backup's path and hash in their environment.
struct OffSiteHooks: Sendable {
    /// The folder of a machine's hooks.
    static let machineFolder = "/etc/hearth/backup.d"

    /// The folder that is used while this user may read it, before ``otherwise``.
    private let preferred: String?
    private let otherwise: String
    /// The longest time that one hook may run.
    var limit = Duration.seconds(3_600)

    /// - Parameters:
    ///   - preferred: the folder of the hooks while this user may read it.
    ///   - otherwise: the folder of the hooks without it.
    init(preferred: String?, otherwise: String) {
        self.preferred = preferred
        self.otherwise = otherwise
    }

    /// The folder that `--backup-hooks` names; else the machine's if this user may read it, else the user's.
    ///
    /// - Returns: nil for `off`.
    init?(_ word: String?) {
        guard word != "off" else { return nil }
        let own = ThisUser.settingsFolder + "/hearth/backup.d"
        self.init(preferred: word == nil ? Self.machineFolder : nil, otherwise: word ?? own)
    }

    /// The folder of the hooks at present. It may be made while the hub runs.
    var folder: String {
        preferred.flatMap { FileManager.default.isReadableFile(atPath: $0) ? $0 : nil } ?? otherwise
    }

    /// When the newest hook was written, in seconds since 1970; nil without hooks.
    var newest: Int64? {
        files.compactMap { FileFacts($0, followsLink: false)?.modifiedAt }.max()?.components.seconds
    }

    /// The hooks' paths, by name. As with run-parts(8), names have only letters, digits, underscores and hyphens, so
    /// that copies by editors and package managers are not run.
    var files: [String] {
        let folder = folder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let allowed = names.filter { name in
            !name.isEmpty && name.utf8.allSatisfy { Self.isAllowed($0) }
        }
        return allowed.sorted().map { folder + "/" + $0 }.filter { path in
            FileFacts(path, followsLink: true)?.isFolder == false && FileManager.default.isExecutableFile(atPath: path)
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Runs all hooks for a backup, also after one that fails.
    ///
    /// - Parameter madeAt: when the backup was made, in seconds since 1970.
    /// - Returns: why hooks failed, a sentence for each; empty if all succeeded.
    func run(for backup: String, madeAt: Int64) async -> [String] {
        let hash: [UInt8]
        do { hash = try Self.hash(of: backup) } catch {
            return ["\(backup) can't be read: \(reason(of: error))"]
        }
        // A hook may change its working directory.
        let path = URL(fileURLWithPath: backup).path
        var failures: [String] = []
        for file in files {
            let program = BoundedProgram(
                file: file,
                environment: [
                    "HEARTH_BACKUP": path, "HEARTH_BACKUP_SHA256": hex(hash), "HEARTH_BACKUP_TIME": "\(madeAt)",
                ], limit: limit, outputBytes: BoundedProgram.outputOfFailures)
            let outcome = await program.run()
            if let reason = outcome.failure { failures.append("\(file) \(reason)") }
        }
        return failures
    }

    private static func hash(of path: String) throws -> [UInt8] {
        let file = try OpenFile.reading(path)
        return try SHA256.hash(pieces: {
            let bytes = try file.read(1 << 20)
            return bytes.isEmpty ? nil : bytes
        })
    }
}
