#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The folders and variables of the user who runs this process.
package enum ThisUser {
    /// The variables of this process's environment.
    package static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The home folder: `$HOME`, else as the system's list of users has it.
    package static var homeFolder: String { FileManager.default.homeDirectoryForCurrentUser.path }

    /// The folder for programs' settings: `$XDG_CONFIG_HOME`, else `.config` in the home folder (XDG Base Directory
    /// Specification).
    package static var settingsFolder: String {
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return named ?? homeFolder + "/.config"
    }

    /// The folder for files that are not kept.
    package static var temporaryFolder: String { FileManager.default.temporaryDirectory.path }
}
