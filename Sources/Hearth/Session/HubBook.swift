internal import HearthSystem
package import HearthTLS
internal import HearthTraitCore

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The hubs that this user has claimed, by name: address, pinned key and client key. Stored for this user only in
/// `$XDG_CONFIG_HOME/hearth` or `~/.config/hearth`; shared by apps and the program `hearth`.
///
/// Errors with files are `.failedPrecondition`, errors with names `.invalidArgument`.
package struct HubBook: Sendable {
    /// One hub.
    package struct Entry: Codable, Equatable, Sendable {
        package var name: String
        package var address: String
        /// Base64url.
        package var publicKeySHA256: String

        package var pin: [UInt8]? { Base64URL.bytes(publicKeySHA256) }

        package init(name: String, address: String, publicKeySHA256: String) {
            self.name = name
            self.address = address
            self.publicKeySHA256 = publicKeySHA256
        }
    }

    let folder: String

    package init(environment: [String: String] = ThisUser.environment) {
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? ThisUser.homeFolder
        folder = (base ?? home + "/.config") + "/hearth"
    }

    private var file: String { folder + "/hubs.json" }

    /// All hubs in the order in which they were claimed; empty if none was claimed.
    package func entries() throws(HomeError) -> [Entry] {
        guard FileManager.default.fileExists(atPath: file) else { return [] }
        let content: [UInt8]
        do throws(SystemError) { content = try OpenFile.reading(file).readToEnd() } catch {
            throw HomeError(.failedPrecondition, "\(file) can't be read: \(error)")
        }
        do { return try JSONDecoder().decode([Entry].self, from: Data(content)) } catch {
            throw HomeError(
                .failedPrecondition, "\(file) is no list of hubs; correct it, or remove it and claim the hubs again")
        }
    }

    /// The hub with this name, or the hub that was last claimed at this address.
    package func entry(_ nameOrAddress: String) throws(HomeError) -> Entry? {
        try entries(nameOrAddress).first
    }

    /// The hub with this name, or all that were claimed at this address, the last one first. A hub that was set up
    /// again has a new key, and so a new entry.
    func entries(_ nameOrAddress: String) throws(HomeError) -> [Entry] {
        let all = try entries()
        if let named = all.first(where: { $0.name == nameOrAddress }) { return [named] }
        return all.filter { $0.address == nameOrAddress }.reversed()
    }

    /// The client key for a hub, created if missing.
    package func identity(of name: String) throws(HomeError) -> TLSIdentity {
        let own = "\(folder)/hubs/\(name)"
        try makeFolder(own)
        do throws(TLSError) {
            return try TLSIdentity.loadOrMake(folder: own, names: [])
        } catch {
            throw HomeError(.failedPrecondition, error.message)
        }
    }

    /// TLS settings for a hub in the list.
    package func tls(of entry: Entry) throws(HomeError) -> ClientTLS {
        guard let pin = entry.pin else {
            throw HomeError(
                .failedPrecondition, "\(file): the key of \(quoted(entry.name)) can't be read; claim the hub again")
        }
        return try tls(pin, try identity(of: entry.name))
    }

    func tls(_ pin: [UInt8], _ identity: TLSIdentity) throws(HomeError) -> ClientTLS {
        do throws(TLSError) {
            return try ClientTLS(trust: .pinned(publicKeySHA256: pin), identity: identity)
        } catch {
            throw HomeError(.failedPrecondition, error.message)
        }
    }

    func makeFolder(_ path: String) throws(HomeError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw HomeError(.failedPrecondition, "\(path) can't be created: \(reason(of: error))")
        }
    }

    /// Adds a hub or replaces the one with its name. The file is written atomically.
    package func put(_ entry: Entry) throws(HomeError) {
        var all = try entries()
        all.removeAll { $0.name == entry.name }
        all.append(entry)
        try makeFolder(folder)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try PrivateFile.replace(file, String(decoding: try encoder.encode(all), as: UTF8.self))
        } catch {
            throw HomeError(.failedPrecondition, "the list of claimed hubs can't be saved: \(error)")
        }
    }

    /// Throws for names that are not valid directory names.
    package static func check(name: String) throws(HomeError) {
        guard (1...64).contains(name.utf8.count), name.unicodeScalars.allSatisfy(isAllowed),
            !name.hasPrefix(".")
        else {
            throw HomeError(
                .invalidArgument, "a hub's name has 1 to 64 letters, digits, -, _ and . in it, not \(quoted(name))")
        }
    }

    /// Whether a name may have a letter, a mark of one, a digit or another sign.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: scalar == "-" || scalar == "_" || scalar == "."
        }
    }
}
