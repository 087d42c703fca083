internal import Foundation
internal import PackagePlugin

/// Runs `hearth-codegen generate` on this package.
@main struct RegenerateBindings: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "hearth-codegen").url
        process.arguments = ["generate", "--package", context.package.directoryURL.path] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw GeneratorFailure(status: process.terminationStatus) }
    }
}

/// The generator failed; it has printed the reason on standard error.
struct GeneratorFailure: Error, CustomStringConvertible {
    var status: Int32
    var description: String { "hearth-codegen generate ended with status \(status)" }
}
