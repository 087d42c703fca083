internal import HearthBase
internal import HearthSystem
internal import HearthTLS

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The location of a home's store, and of the files beside it.
package struct StorePlace {
    /// The option of every command that reads or makes a store.
    package static let option = Arguments.Option(
        "store", "FILE", "Where the home is kept.",
        default: "hearth/home.db in $XDG_DATA_HOME, else in ~/.local/share")

    package let path: String
    /// The address of the database that keeps the home; nil for a home in the file at ``path``. The files that are
    /// otherwise beside that file, such as the hub's key, are then in the user's data folder, named after the database.
    package let address: String?

    /// The given path, otherwise `hearth/home.db` in the user's data folder.
    ///
    /// - Parameter given: a path, or the address of a database: a URI that begins with `postgresql://`.
    package init(_ given: String?) {
        let isAddress =
            given.map { given in ["postgresql://", "postgres://"].contains { given.hasPrefix($0) } } ?? false
        address = isAddress ? given : nil
        let (host, database) = Self.database(in: address ?? "")
        let file = "\(database)@\(host)".map {
            $0.isASCII && ($0.isLetter || $0.isNumber || ".@_".contains($0)) ? $0 : "-"
        }
        path = isAddress ? Self.userFolder + "/" + String(file) : given ?? Self.userFolder + "/home.db"
    }

    /// The host and the name of a database in its address.
    private static func database(in address: String) -> (host: String, name: String) {
        let parts = address.split(separator: "?", maxSplits: 1)
        let words = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
        let options = parts.dropFirst().first?.split(separator: "&") ?? []
        func option(_ name: String) -> String? {
            options.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        let host = words.first?.split(separator: "@", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let name = words.dropFirst().first.map(String.init) ?? ""
        return (host.isEmpty ? option("host") ?? "" : host, name.isEmpty ? option("dbname") ?? "" : name)
    }

    /// The store for people: the path of its file, or the address of its database without user and password.
    package var name: String {
        guard let address else { return path }
        let (host, name) = Self.database(in: address)
        return "postgresql://\(host)/\(name)"
    }

    /// Refuses a home in a database, for a command that works on the file of a home.
    ///
    /// - Parameter wayOut: what to do instead.
    package func requireFile(or wayOut: String) throws(CommandError) {
        guard address != nil else { return }
        throw CommandError(.refused, "\(name) is a database, and this command works on the file of a home; \(wayOut)")
    }

    /// The default folder of this user's store.
    package static var userFolder: String { dataFolder + "/hearth" }

    private static var dataFolder: String {
        let environment = ThisUser.environment
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? ThisUser.homeFolder
        return base ?? home + "/.local/share"
    }

    /// Creates the folder of the default store. A folder given with `--store` must exist.
    package func makeFolder(_ arguments: Arguments) throws(CommandError) {
        guard arguments["store"] == nil || address != nil else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(.cantStart, "\(folder) can't be made (\(reason(of: error))); give a file with --store")
        }
    }

    package var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The folder of the store.
    package var folder: String { PathText.folder(of: path) }

    /// Whether files around the store show that it held a home: the hub's key, the mark of a check, backups.
    package var wasUsed: Bool {
        let files = [TLSIdentity.files(in: keys).key, checkMark]
        if files.contains(where: { FileManager.default.fileExists(atPath: $0) }) { return true }
        func holds(_ folder: String, _ prefix: String) -> Bool {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.contains { $0.hasPrefix(prefix) && $0.hasSuffix(".backup") }
        }
        return holds(defaultBackups, stem + "-") || holds(folder, PathText.name(of: path) + ".schema-")
    }

    /// The folder for clips of cameras, which backups leave out.
    package var media: String { folder + "/media/" + stem }

    /// The default folder for backups.
    package var defaultBackups: String { folder + "/backups" }

    /// A command of this program about this store, to paste into a shell.
    package func command(_ words: String...) -> String { ShellLine.hearth(words + ["--store", ShellLine.path(name)]) }

    /// The path of a Unix socket for commands on the hub's machine; nil if the path is longer than a socket's may be.
    package var socket: String? {
        let path = URL(fileURLWithPath: keys).path + "/hub.sock"
        return path.utf8.count < 104 ? path : nil
    }

    /// The file with the time of the last check of the whole store.
    package var checkMark: String { path + ".checked" }

    /// The file with the time of the last copy of a backup off site.
    package var offSiteMark: String { path + ".offsite" }

    /// The folder of the hub's key.
    package var keys: String { path + ".keys" }

    /// The store's name, which the names of its backups begin with.
    package var stem: String { PathText.stem(of: path) }

    /// Partial backup files beside the store, left by a crash.
    package var unfinished: [String] {
        let prefix = PathText.name(of: path) + "."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".partial") }.sorted().map { folder + "/" + $0 }
    }
}
