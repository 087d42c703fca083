internal import Foundation
internal import HearthAccess
internal import HearthTLS

/// The hubs that this user has claimed, by name: where they are, which key is theirs, and the key that they know us by.
/// Kept for the user alone, in `$XDG_CONFIG_HOME/hearth`, else `~/.config/hearth`.
struct HubBook {
    struct Entry: Codable, Equatable {
        var name: String
        var address: String
        /// In base64url.
        var publicKeySHA256: String

        var pin: [UInt8]? { Base64URL.bytes(publicKeySHA256) }
    }

    private let folder: String

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        folder = (base ?? home + "/.config") + "/hearth"
    }

    private var file: String { folder + "/hubs.json" }

    /// In the order in which they were claimed; none when there is no book yet.
    func entries() throws(CommandError) -> [Entry] {
        guard FileManager.default.fileExists(atPath: file) else { return [] }
        do {
            return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw CommandError(.badFile, "\(file) can't be read: \(error.localizedDescription)")
        }
    }

    /// The hub of this name, or at this address.
    func entry(_ nameOrAddress: String) throws(CommandError) -> Entry? {
        let all = try entries()
        return all.first { $0.name == nameOrAddress } ?? all.first { $0.address == nameOrAddress }
    }

    /// The key that a hub knows us by, made when there is none.
    func identity(of name: String) throws(CommandError) -> TLSIdentity {
        let own = keyFolder(name)
        try makeFolder(own)
        do throws(TLSError) {
            return try TLSIdentity.loadOrMake(folder: own, names: [])
        } catch {
            throw CommandError(.badFile, error.message)
        }
    }

    private func keyFolder(_ name: String) -> String { "\(folder)/hubs/\(name)" }

    private func makeFolder(_ path: String) throws(CommandError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(.badFile, "\(path) can't be made: \(error.localizedDescription)")
        }
    }

    /// Writes a hub into the book, in the place of one of the same name. Whole or not at all.
    func put(_ entry: Entry) throws(CommandError) {
        var all = try entries()
        all.removeAll { $0.name == entry.name }
        all.append(entry)
        try makeFolder(folder)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try writePrivately(try encoder.encode(all), to: file)
        } catch {
            throw CommandError(.badFile, "\(file) can't be written: \(error.localizedDescription)")
        }
    }

    /// A name that is a folder's, too.
    static func check(name: String) throws(CommandError) {
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_."))
        let isPlain = name.unicodeScalars.allSatisfy(allowed.contains)
        guard (1...64).contains(name.utf8.count), isPlain, !name.hasPrefix(".") else {
            throw CommandError(
                .usage, "a hub's name has 1 to 64 letters, digits, -, _ and . in it, not \(name.debugDescription)")
        }
    }
}

/// Writes a file that only its owner can read; it appears whole or not at all.
func writePrivately(_ data: Data, to path: String) throws {
    let aside = path + "." + UUID().uuidString
    let files = FileManager.default
    guard files.createFile(atPath: aside, contents: data, attributes: [.posixPermissions: 0o600]) else {
        throw CocoaError(.fileWriteUnknown)
    }
    guard rename(aside, path) == 0 else {
        let code = errno
        try? files.removeItem(atPath: aside)
        throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
}
