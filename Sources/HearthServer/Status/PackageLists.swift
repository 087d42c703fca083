internal import HearthSystem

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What the package lists of this machine say about the program's package. Reading them sends nothing: apt fetches its
/// lists when the machine's owner lets it.
struct PackageLists: Hashable, Sendable {
    /// The installed version.
    let installed: String
    /// The newer version that is offered.
    let available: String

    /// The command that installs it.
    static let command = "sudo apt install --only-upgrade hearth"
    /// The program of Debian's package.
    private static let packaged = "/usr/bin/hearth"
    private static let program = "/usr/bin/apt-cache"

    /// Reads the output of `apt-cache policy hearth` in English.
    ///
    /// - Returns: nil if the package is not installed, or no newer version is offered.
    init?(policy text: String) {
        func value(_ name: String) -> String? {
            let line = text.split(separator: "\n").first { $0.drop { $0 == " " }.hasPrefix(name) }
            return line?.split(separator: " ").last.map(String.init)
        }
        guard let installed = value("Installed:"), let available = value("Candidate:"), installed.utf8.count <= 128,
            available.utf8.count <= 128, installed != "(none)", available != "(none)",
            let old = DebianVersion(installed), let new = DebianVersion(available), old < new
        else { return nil }
        self.installed = installed
        self.available = available
    }

    /// Asks apt's lists, if a program of Debian's package asks: the lists say nothing about another one, and reading them
    /// takes a second of a processor where apt keeps no cache of them, as in containers.
    ///
    /// - Parameters:
    ///   - running: the path of the program that asks; nil where the system does not tell it.
    ///   - program: the path of `apt-cache`.
    /// - Returns: nil if no newer version is offered, or if the lists can't be read.
    static func read(
        for running: String? = ThisProgram.file, program: String = PackageLists.program
    ) async -> PackageLists? {
        guard running == packaged, FileManager.default.isExecutableFile(atPath: program) else { return nil }
        let asked = BoundedProgram(
            file: program, arguments: ["policy", "hearth"], environment: ["LC_ALL": "C"], limit: .seconds(20),
            outputBytes: 16 << 10)
        let outcome = await asked.run()
        return outcome.end == .exited(0) ? PackageLists(policy: outcome.output) : nil
    }
}
