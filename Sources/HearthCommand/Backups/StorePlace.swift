internal import Foundation

/// Where the home is kept, and what lies beside it.
struct StorePlace {
    /// The option of every command that reads or makes a store.
    static let option = Arguments.Option(
        "store", "FILE", "Where the home is kept.",
        default: "hearth/home.db in $XDG_DATA_HOME, else in ~/.local/share")

    let path: String

    /// The given path, otherwise `hearth/home.db` in the user's data folder.
    init(_ given: String?) {
        path = given ?? Self.dataFolder + "/hearth/home.db"
    }

    private static var dataFolder: String {
        let environment = ProcessInfo.processInfo.environment
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return base ?? home + "/.local/share"
    }

    /// Makes the folder of the user's own store; one that was named must be there.
    func makeFolder(_ arguments: Arguments) throws(CommandError) {
        guard arguments["store"] == nil else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            let reason = error.localizedDescription
            throw CommandError(.cantStart, "\(folder) can't be made (\(reason)); give a file with --store")
        }
    }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The folder that it is in.
    var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// The folder of the hub's key.
    var keys: String { path + ".keys" }

    /// The store's name, which the names of its backups begin with.
    var stem: String { ((path as NSString).lastPathComponent as NSString).deletingPathExtension }

    /// What backups that a kill has cut off have left beside the store.
    var unfinished: [String] {
        let prefix = (path as NSString).lastPathComponent + "."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".partial") }.sorted().map { folder + "/" + $0 }
    }
}
