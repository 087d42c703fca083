internal import HearthBase
package import HearthStore
internal import HearthSystem
internal import HearthTLS
package import HearthTerminal
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The files of the hub's own identity, of its home CA and its recovery key if there are any, and of the browsers that get
/// notices: reading them for a backup, and restoring them.
package struct KeyFiles: Sendable {
    let folder: String

    /// The files in a folder.
    package init(folder: String) { self.folder = folder }

    private var files: (certificate: String, key: String) { TLSIdentity.files(in: folder) }
    private var recoveryKey: String { folder + "/" + RecoveryKey.fileName }
    private var homeCA: (certificate: String, key: String) { HomeAuthority.files(in: folder) }
    /// The file with the browsers that get notices, and the key that push services know the hub by.
    var browsers: String { folder + "/push.json" }

    /// The files for a backup with keys. Empty before the hub's first start. Browsers whose file can't be read are left out,
    /// as they must not keep the hub from making backups.
    package func read() throws(CommandError) -> [KeyFile] {
        var found: [KeyFile] = []
        for path in [files.certificate, files.key, homeCA.certificate, homeCA.key, recoveryKey, browsers]
        where FileManager.default.fileExists(atPath: path) {
            do throws(SystemError) {
                let content = try OpenFile.reading(path).readToEnd()
                found.append(KeyFile(name: PathText.name(of: path), content: content))
            } catch {
                guard path != browsers else { continue }
                throw CommandError(.badFile, "\(path) can't be read: \(error)")
            }
        }
        return found
    }

    /// Restores the key files of the backup that the store was made from; existing files are renamed and kept. Safe to
    /// repeat after a crash: the store deletes them only afterwards.
    ///
    /// - Returns: whether there were any.
    func restore(from store: HomeStore, at now: Duration) async throws -> Bool {
        let restored = try await store.restoredKeyFiles()
        guard !restored.isEmpty else { return false }
        func text(_ path: String) -> String {
            let name = PathText.name(of: path)
            return String(decoding: restored.first { $0.name == name }?.content ?? [], as: UTF8.self)
        }
        let (certificate, key) = (text(files.certificate), text(files.key))
        // A hub with a certificate of its owner may have none of its own.
        let hasIdentity = !certificate.isEmpty || !key.isEmpty
        if hasIdentity {
            _ = try TLSIdentity(
                certificatePEM: certificate, keyPEM: key,
                names: ("the certificate in the backup", "the key in the backup"))
        }
        let authority = (certificate: text(homeCA.certificate), key: text(homeCA.key))
        if !authority.certificate.isEmpty {
            _ = try HomeAuthority(
                certificatePEM: authority.certificate, keyPEM: authority.key,
                names: ("the home CA's certificate in the backup", "the home CA's key in the backup"))
            try put(authority.key, homeCA.key, mode: 0o600, at: now)
            try put(authority.certificate, homeCA.certificate, mode: 0o644, at: now)
        }
        let recovery = text(recoveryKey)
        if RecoveryKey(recovery) != nil { try put(recovery, recoveryKey, mode: 0o600, at: now) }
        if hasIdentity {
            try put(key, files.key, mode: 0o600, at: now)
            try put(certificate, files.certificate, mode: 0o644, at: now)
        }
        let browsers = text(browsers)
        if !browsers.isEmpty { try put(browsers, self.browsers, mode: 0o600, at: now) }
        try await store.forgetRestoredKeyFiles()
        return true
    }

    private func put(_ text: String, _ path: String, mode: UInt16, at now: Duration) throws {
        let present = try? String(contentsOfFile: path, encoding: .utf8)
        guard present != text else { return }
        if present != nil {
            try FileManager.default.moveItem(
                atPath: path, toPath: "\(path).former-\(UTC.digits(now.components.seconds))")
        }
        try PrivateFile.replace(path, text, mode: mode)
    }
}
